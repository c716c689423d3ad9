import { beforeEach, describe, expect, it } from 'vitest'
import { onWake } from '../db/wake.ts'
import { MINUTE } from '../shared/day.ts'
import { openSyncedApp, type SyncedApp } from '../testing/synced-app.ts'

let app: SyncedApp
beforeEach(async () => {
  app = await openSyncedApp()
})

/** Runs the due pushes. Returns which job they wake, and whether that job then reads busy times. */
async function pushAndPull() {
  let woken: string | undefined
  onWake(app.ctx().db, (work) => {
    woken = work
  })
  await app.push()
  return { woken, isRead: await app.pull() }
}

describe('a push that succeeds', () => {
  it('triggers a reading of busy times if they could not be read', async () => {
    await app.pull()
    app.insertConfirmed()
    app.pass(5 * MINUTE)
    app.odoo.faults.plan(503)
    expect(await app.pull()).toBe(false)
    app.pass(1_000)
    expect(await pushAndPull()).toEqual({ woken: 'busy times', isRead: true })
  })

  it('triggers a single reading of busy times if only pushes had failed', async () => {
    await app.pull()
    app.pass(MINUTE)
    app.insertConfirmed()
    const laterId = app.insertConfirmed('09:00')
    app.odoo.faults.plan(503)
    await app.push()
    app.pass(5 * MINUTE)
    expect(await pushAndPull()).toEqual({ woken: 'busy times', isRead: true })
    // The push of the second booking succeeds once more, after the outage that its `error` shows.
    app.changeRows(
      `update messages set status = 'queued', error = 'x', due_at = 0 where booking_id = ?`,
      laterId,
    )
    expect(await pushAndPull()).toEqual({ woken: undefined, isRead: false })
  })

  it('triggers no reading of busy times if there was no outage', async () => {
    await app.pull()
    app.insertConfirmed()
    app.pass(MINUTE)
    expect(await pushAndPull()).toEqual({ woken: undefined, isRead: false })
  })
})
