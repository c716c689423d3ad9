import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { getBooking } from '../booking/bookings.ts'
import { cancelByStaff } from '../booking/cancellation.ts'
import { bookings } from '../db/schema.ts'
import { outboxState } from '../messaging/outbox/state.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { openSyncedApp, type SyncedApp } from '../testing/synced-app.ts'
import { isoAt } from '../time/vienna.ts'
import { disconnectOdoo } from './odoo.ts'
import { fromOdooTime } from './odoo-fields.ts'
import { queueErpPush } from './push-queue.ts'

let app: SyncedApp
beforeEach(async () => {
  app = await openSyncedApp()
})

/** Returns the start of each event in Vienna, such as `08:30`, or that it is archived. */
const eventStarts = () =>
  app.odoo
    .events()
    .map(({ active, start }) => (active ? isoAt(fromOdooTime(String(start))).slice(11, 16) : 'archived'))

/** Moves a booking to an hour later. */
const moveByAnHour = (id: string) => {
  const { startsAt, endsAt } = getBooking(app.ctx(), id)
  const moved = { startsAt: startsAt + HOUR, endsAt: endsAt + HOUR }
  app.ctx().db.update(bookings).set(moved).where(eq(bookings.id, id)).run()
  queueErpPush(app.ctx(), { id, startsAt })
}

/** Reads busy times and runs the pushes five minutes later, when both are due again. */
const syncFiveMinutesLater = async () => {
  app.pass(5 * MINUTE)
  await app.pull()
  await app.push()
}

describe('an outage of Odoo', () => {
  /** Lets so many hours pass in which Odoo does not answer, and runs the jobs in each hour. */
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

  it('of three days loses no push, and everything is pushed at once when it is over', async () => {
    const movedId = app.insertConfirmed('08:00')
    const cancelledId = app.insertConfirmed('09:00')
    await app.push()
    await app.pull()
    // A reading at the instant at which a push is queued would count as an answer since then.
    app.pass(1_000)

    moveByAnHour(movedId)
    cancelByStaff(app.ctx(), cancelledId, '')
    app.insertConfirmed('11:00')
    await passHoursOfOutage(72)
    const sent = { status: 'sent', error: null }
    const waiting = { status: 'queued', error: 'Odoo ist nicht erreichbar.' }
    expect(app.pushes()).toEqual([sent, sent, waiting, waiting, waiting])
    expect(outboxState(app.ctx()).erp).toMatchObject({ failed: 0, overdue: 72 * HOUR })

    expect(await app.pull()).toBe(true)
    await app.push()
    expect(eventStarts()).toEqual(['09:00', 'archived', '11:00'])
    expect(app.pushes().map(({ status }) => status)).toEqual(Array(5).fill('sent'))
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

describe('pushes that an earlier version gave up in an outage', () => {
  /** Stores three bookings whose last pushes were given up, with their three events as they were before. */
  const giveUpThreePushes = async () => {
    const movedId = app.insertConfirmed('08:00')
    const cancelledId = app.insertConfirmed('09:00')
    const neverStoredId = app.insertConfirmed('11:00')
    await app.push()
    await app.pull()
    moveByAnHour(movedId)
    cancelByStaff(app.ctx(), cancelledId, '')
    app.changeRows(`update messages set status = 'failed', error = 'x' where status = 'queued'`)
    // A staff member has settled the failure of one push.
    app.changeRows(`update messages set settled_at = 1 where booking_id = ?`, movedId)
    // The only push of another booking has created its event without storing it.
    app.changeRows(`delete from erp_events where booking_id = ?`, neverStoredId)
    app.changeRows(`update messages set status = 'failed', error = 'x' where booking_id = ?`, neverStoredId)
  }

  it('are repeated after a start, and not before', async () => {
    await giveUpThreePushes()
    // Busy times are read over the same connection as before, so that nothing counts as missed.
    await syncFiveMinutesLater()
    expect(eventStarts()).toEqual(['08:00', '09:00', '11:00'])

    // A start opens a new connection.
    disconnectOdoo()
    await syncFiveMinutesLater()
    expect(eventStarts()).toEqual(['09:00', 'archived', '11:00'])
    expect(app.rows('select 1 from erp_events')).toHaveLength(3)
    expect(outboxState(app.ctx()).erp.failed).toBe(0)
  })
})
