import { getTasks } from 'node-cron'
import { describe, expect, it, vi } from 'vitest'
import { decideBooking } from '../booking/decisions.ts'
import type { MailResult } from '../messaging/email/mail-fault.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { NOW } from '../testing/test-app.ts'
import { askForMail, messageStatuses, openTimedApp } from '../testing/timed-app.ts'
import { waitUntil } from '../testing/wait-until.ts'

describe('jobs', () => {
  it('send what a transaction has queued as soon as it is committed', async () => {
    const app = openTimedApp()
    const stop = app.startJobs()
    await app.tick(5_000)
    const committedAt = Date.now()
    decideBooking(app.ctx(), insertBooking(app.ctx().db).id, { decision: 'confirm' })
    expect(messageStatuses(app)[0]).toBe('queued')
    await waitUntil(() => expect(messageStatuses(app)[0]).toBe('sent'))
    // This is too soon for a run by cron, which is at the full minute.
    expect(Date.now() - committedAt).toBeLessThan(MINUTE / 2)
    await stop()
  })

  it('send a waiting message when it is due, not only at the next run by cron', async () => {
    const firstResults: MailResult[] = [{ ok: false, kind: 'temporary', detail: 'busy' }]
    const app = openTimedApp({ send: async () => firstResults.shift() ?? { ok: true } })
    const stop = app.startJobs()
    await app.tick(5_000)
    const { id } = insertBooking(app.ctx().db)
    await app.admin().post('/api/admin/confirm', { id, message: '', undoable: true })
    // The e-mail waits for the ten seconds in which the decision can be undone.
    await app.tick(9_900)
    expect(firstResults).toHaveLength(1)
    await app.tick(200)
    expect(firstResults).toEqual([])
    expect(messageStatuses(app)[0]).toBe('queued')

    // The mail server has refused it for now, so it is tried again a minute later (`RETRY_AFTER_MINUTES`).
    await app.tick(MINUTE - 500)
    expect(messageStatuses(app)[0]).toBe('queued')
    await app.tick(500)
    expect(messageStatuses(app)[0]).toBe('sent')
    await stop()
  })

  it('log a failed job and run it again, while the others go on', async () => {
    const app = openTimedApp()
    const stop = app.startJobs()
    await app.tick(2_000)
    app.ctx().db.$client.exec('alter table holds rename to former_holds')
    await askForMail(app)
    await app.tick(2 * MINUTE)
    const failedRuns = () => app.logged().filter(({ job }) => job === 'delete expired holds')
    // The job runs every minute.
    expect(failedRuns()).toHaveLength(2)
    expect(failedRuns()[0]).toMatchObject({
      level: 'error',
      msg: 'job failed',
      err: { message: expect.stringContaining('holds') },
    })
    expect(messageStatuses(app)).toEqual(['sent'])

    app.ctx().db.$client.exec('alter table former_holds rename to holds')
    await app.tick(2 * MINUTE)
    expect(failedRuns()).toHaveLength(2)
    await stop()
  })

  it('never run one job twice at the same time', async () => {
    let running = 0
    let mostAtOnce = 0
    const app = openTimedApp({
      send: async () => {
        running += 1
        mostAtOnce = Math.max(mostAtOnce, running)
        // Each e-mail takes twenty seconds, while further e-mails are due.
        await new Promise((resolve) => setTimeout(resolve, 20_000))
        running -= 1
        return { ok: true }
      },
    })
    for (const hoursAhead of [72, 73, 74]) {
      const { id } = insertBooking(app.ctx().db, { startsAt: NOW + hoursAhead * HOUR })
      decideBooking(app.ctx(), id, { decision: 'confirm' })
    }
    const stop = app.startJobs()
    await app.tick(2 * MINUTE)
    expect(mostAtOnce).toBe(1)
    expect(messageStatuses(app).filter((status) => status === 'sent')).toHaveLength(3)
    await stop()
  })
})

describe('stopping the jobs', () => {
  it('waits for running jobs', async () => {
    const { promise: sent, resolve: finishSending } = Promise.withResolvers<MailResult>()
    const app = openTimedApp({ send: () => sent })
    await askForMail(app)
    const stop = app.startJobs()
    await app.tick(3_500)
    expect(messageStatuses(app)).toEqual(['sending'])
    let hasStopped = false
    const stopping = stop().then(() => {
      hasStopped = true
    })
    await app.tick(10_000)
    expect(hasStopped).toBe(false)

    finishSending({ ok: true })
    await stopping
    expect(messageStatuses(app)).toEqual(['sent'])
  })

  it('starts no further jobs, and leaves no timer behind', async () => {
    const app = openTimedApp()
    const stop = app.startJobs()
    await app.tick(3_500)
    await stop()

    await askForMail(app)
    await app.tick(10 * MINUTE)
    expect(messageStatuses(app)).toEqual(['queued'])
    expect(vi.getTimerCount()).toBe(0)
    expect(getTasks().size).toBe(0)
  })
})
