import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { getBooking } from '../booking/bookings.ts'
import { cancelByStaff } from '../booking/cancellation.ts'
import { bookings } from '../db/schema.ts'
import { onWake } from '../db/wake.ts'
import { outboxState } from '../messaging/outbox/state.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { openSyncedApp, type SyncedApp } from '../testing/synced-app.ts'
import { disconnectOdoo } from './odoo.ts'
import { queueErpPush } from './push-queue.ts'

let app: SyncedApp
beforeEach(async () => {
  app = await openSyncedApp()
})

/** Returns the start of each event in UTC, such as `07:30`, or that it is archived. */
const eventStarts = () =>
  app.odoo.events().map(({ active, start }) => {
    const [time] = /\d\d:\d\d/.exec(String(start)) ?? []
    return active ? time : 'archived'
  })

/** Moves a booking by an hour. */
const move = (id: string) => {
  const { startsAt, endsAt } = getBooking(app.ctx(), id)
  const moved = { startsAt: startsAt + HOUR, endsAt: endsAt + HOUR }
  app.ctx().db.update(bookings).set(moved).where(eq(bookings.id, id)).run()
  queueErpPush(app.ctx(), { id, startsAt })
}

/** Simulates hours in which Odoo does not answer, and runs the jobs in each hour. */
const passHoursOfOutage = async (hours: number) => {
  for (let hour = 0; hour < hours; hour++) {
    // One fault is for the push, and one for the pull.
    app.odoo.faults.plan('unreachable', 'unreachable')
    await app.push()
    await app.pull()
    app.pass(HOUR)
  }
  app.odoo.faults.clear()
}

describe('an outage of Odoo', () => {
  it('of three days loses no push, and everything is pushed at once when it is over', async () => {
    const movedId = app.insertConfirmed('08:00')
    const cancelledId = app.insertConfirmed('09:00')
    await app.push()
    await app.pull()
    app.pass(1_000)

    move(movedId)
    cancelByStaff(app.ctx(), cancelledId, '')
    app.insertConfirmed('11:00')
    await passHoursOfOutage(72)
    const waiting = { status: 'queued', error: 'Odoo ist nicht erreichbar.' }
    // The first two pushes were sent before the outage.
    expect(app.pushes().slice(2)).toEqual([waiting, waiting, waiting])
    expect(outboxState(app.ctx()).erp).toMatchObject({ failed: 0, overdue: 72 * HOUR })

    expect(await app.pull()).toBe(true)
    await app.push()
    expect(eventStarts()).toEqual(['08:00', 'archived', '10:00'])
    expect(app.pushes().map(({ status }) => status)).toEqual(Array(5).fill('sent'))
  })

  it('in which an earlier version gave up pushes leads to their repetition after a start', async () => {
    const movedId = app.insertConfirmed('08:00')
    const cancelledId = app.insertConfirmed('09:00')
    const neverStoredId = app.insertConfirmed('11:00')
    await app.push()
    await app.pull()
    move(movedId)
    cancelByStaff(app.ctx(), cancelledId, '')
    // All three pushes are marked as given up. One of them has never stored its event, and a staff member has
    // settled another.
    app.changeRows(`delete from erp_events where booking_id = ?`, neverStoredId)
    app.changeRows(`update messages set status = 'failed', error = 'x' where status = 'queued'`)
    app.changeRows(`update messages set status = 'failed', error = 'x' where booking_id = ?`, neverStoredId)
    app.changeRows(`update messages set settled_at = 1 where booking_id = ?`, movedId)
    app.pass(5 * MINUTE)
    await app.pull()
    await app.push()
    // Busy times were read over the same connection, so that nothing is repeated yet.
    expect(eventStarts()).toEqual(['07:00', '08:00', '10:00'])

    // A start opens a new connection.
    disconnectOdoo()
    app.pass(5 * MINUTE)
    await app.pull()
    await app.push()
    expect(eventStarts()).toEqual(['08:00', 'archived', '10:00'])
    expect(app.rows('select 1 from erp_events')).toHaveLength(3)
    expect(outboxState(app.ctx()).erp.failed).toBe(0)
  })

  it('does not stop other pushes when only one of them gets no answer', async () => {
    await app.pull()
    app.insertConfirmed('08:00')
    app.insertConfirmed('09:00')
    app.odoo.faults.plan('unreachable')
    await app.push()
    // The queue pauses for five minutes.
    app.pass(5 * MINUTE - 1)
    await app.push()
    expect(eventStarts()).toEqual([])
    app.pass(1)
    await app.push()
    expect(eventStarts()).toHaveLength(2)
  })

  it('does not repeat the push of a booking that Odoo permanently rejects', async () => {
    await app.pull()
    app.insertConfirmed()
    app.odoo.faults.plan('builtins.ValueError')
    await app.push()
    app.pass(5 * MINUTE)
    await app.pull()
    expect(app.pushes()).toMatchObject([{ status: 'failed' }])
  })
})

describe('a push that succeeds', () => {
  /** Runs the due pushes. Returns which job they wake, and whether busy times are then read. */
  const pushAndPull = async () => {
    let woken: string | undefined
    onWake(app.ctx().db, (work) => {
      woken = work
    })
    await app.push()
    return { woken, isRead: await app.pull() }
  }

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
