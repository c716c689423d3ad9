import { describe, expect, it } from 'vitest'
import { type Booking, erpEvents, erpState } from '../db/schema.ts'
import { listFreeSlots } from '../schedule/availability.ts'
import { listBusyConflicts } from '../schedule/busy-conflicts.ts'
import { HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openPushApp } from '../testing/odoo-connection.ts'
import type { OdooOptions } from '../testing/simulators/odoo-server.ts'
import { isoAt } from '../time/vienna.ts'
import { ROWS_PER_PAGE, toOdooTime } from './odoo-fields.ts'
import { pullBusyTimes } from './pull.ts'

const BUSY_TIMES = `select starts_at, ends_at from absences where kind = 'erp' order by starts_at`

/** Opens an app, and a simulated Odoo whose busy times `pull` reads. */
async function openPullApp(options: OdooOptions = {}) {
  const app = await openPushApp(options)
  const { db } = app.ctx()
  db.insert(erpState).values({ id: 1, source: 'praxis', triedAt: 0 }).run()
  return {
    ...app,
    pull: () => pullBusyTimes(app.ctx, app.odoo, 'praxis'),
    /** Pushes a booking to Odoo, a second before whatever follows. */
    push: async (booking: Booking) => {
      await app.push(booking)
      app.pass(1_000)
    },
    listBusyTimes: () =>
      app
        .rows<{ starts_at: number; ends_at: number }>(BUSY_TIMES)
        .map(({ starts_at, ends_at }) => [isoAt(starts_at), isoAt(ends_at)]),
    /** Returns the free times of a day, such as `08:00`. */
    freeOn: (day: string) =>
      listFreeSlots(app.ctx(), day, 'folgebehandlung').starts.map((start) => isoAt(start).slice(11, 16)),
    /** Returns the recorded change of each of our events; null for an unchanged one. */
    listChanges: () =>
      db
        .select()
        .from(erpEvents)
        .all()
        .map(({ change, changedStartsAt }) =>
          change === 'moved'
            ? `moved to ${changedStartsAt === null ? 'whole days' : isoAt(changedStartsAt)}`
            : change,
        ),
  }
}

/** The whole morning of the day, from eight to eleven in Vienna. */
const MORNING = { start: '2027-01-12 07:00:00', stop: '2027-01-12 10:00:00' }
/** An hour of the day, from eight to nine in Vienna. */
const AN_HOUR = { start: '2027-01-12 07:00:00', stop: '2027-01-12 08:00:00' }

describe('busy times of Odoo', () => {
  it('block free times until they are deleted', async () => {
    const { freeOn, pull, simulator } = await openPullApp()
    const before = freeOn('2027-01-12')
    const id = simulator.enterEvent(MORNING)
    await pull()
    expect(freeOn('2027-01-12')).toEqual(before.filter((time) => time >= '11:00'))
    expect(before.length).toBeGreaterThan(freeOn('2027-01-12').length)
    simulator.removeEvent(id)
    await pull()
    expect(freeOn('2027-01-12')).toEqual(before)
  })

  it('follow an event that is moved', async () => {
    const { listBusyTimes, pull, simulator } = await openPullApp()
    const id = simulator.enterEvent(AN_HOUR)
    await pull()
    simulator.changeEvent(id, { start: '2027-01-13 07:00:00', stop: '2027-01-13 08:00:00' })
    await pull()
    expect(listBusyTimes()).toEqual([['2027-01-13T08:00:00+01:00', '2027-01-13T09:00:00+01:00']])
  })

  it('of a whole day are Vienna days, whatever times Odoo stores', async () => {
    const { listBusyTimes, pull, simulator } = await openPullApp()
    simulator.enterEvent({
      allday: true,
      start: '2027-03-27 08:00:00',
      stop: '2027-03-28 18:00:00',
      start_date: '2027-03-27',
      stop_date: '2027-03-28',
    })
    await pull()
    // The clocks go forward on 28 March.
    expect(listBusyTimes()).toEqual([['2027-03-27T00:00:00+01:00', '2027-03-29T00:00:00+02:00']])
  })

  it.each([
    { kind: 'free', event: { ...AN_HOUR, show_as: 'free' } },
    { kind: 'archived', event: { ...AN_HOUR, active: false } },
    { kind: 'without length', event: { ...AN_HOUR, stop: AN_HOUR.start } },
    { kind: 'over', event: { start: '2027-01-05 07:00:00', stop: '2027-01-05 08:00:00' } },
    // No doctor of the practice has this partner.
    { kind: 'in the calendar of somebody else', event: { ...AN_HOUR, partner_ids: [99] } },
  ])('exclude an event that is $kind', async ({ event }) => {
    const { listBusyTimes, pull, simulator } = await openPullApp()
    simulator.enterEvent(event)
    await pull()
    expect(listBusyTimes()).toEqual([])
  })

  it('exclude events that the doctor has declined', async () => {
    const { listBusyTimes, pull, simulator } = await openPullApp()
    simulator.declineEvent(simulator.enterEvent(AN_HOUR))
    await pull()
    expect(listBusyTimes()).toEqual([])
  })

  it('include declined events if the attendees cannot be read', async () => {
    const { listBusyTimes, pull, simulator } = await openPullApp({
      missingRights: ['calendar.attendee read'],
    })
    simulator.declineEvent(simulator.enterEvent(AN_HOUR))
    await pull()
    expect(listBusyTimes()).toHaveLength(1)
  })

  it('are read from all pages', async () => {
    const { listBusyTimes, pull, simulator } = await openPullApp()
    // Three pages; the last one has one event.
    const count = 2 * ROWS_PER_PAGE + 1
    for (let i = 0; i < count; i++) {
      const start = Date.parse('2027-01-08T06:00Z') + i * 12 * HOUR
      simulator.enterEvent({ start: toOdooTime(start), stop: toOdooTime(start + HOUR) })
    }
    await pull()
    expect(listBusyTimes()).toHaveLength(count)
  })

  it('stay unchanged when Odoo is away', async () => {
    const { listBusyTimes, pull, simulator } = await openPullApp()
    simulator.enterEvent(AN_HOUR)
    await pull()
    simulator.faults.expect('unreachable')
    await expect(pull()).rejects.toThrow('Odoo ist nicht erreichbar.')
    expect(listBusyTimes()).toHaveLength(1)
  })

  it.each([
    { start: '2027-01-12 25:00:00' },
    { stop: '2027-13-12 08:00:00' },
    { allday: true, start_date: '2027-02-30', stop_date: '2027-03-01' },
  ])('stay unchanged if an event cannot be parsed: %j', async (changes) => {
    const { listBusyTimes, pull, simulator } = await openPullApp()
    const id = simulator.enterEvent(AN_HOUR)
    await pull()
    const before = listBusyTimes()
    simulator.changeEvent(id, changes)
    await expect(pull()).rejects.toThrow('Die Antwort von Odoo ist nicht verständlich.')
    expect(listBusyTimes()).toEqual(before)
  })

  it('store only the time of the reading when nothing has changed', async () => {
    const { pull, rows, simulator } = await openPullApp()
    simulator.enterEvent(AN_HOUR)
    await pull()
    const readRows = () => rows('select id from absences union all select id from occupations')
    const before = readRows()
    await pull()
    expect(readRows()).toEqual(before)
  })
})

describe('our own events', () => {
  it('are not busy times, even before their id is stored', async () => {
    const { addConfirmed, ctx, listBusyTimes, pull, push } = await openPullApp()
    await push(addConfirmed())
    await pull()
    expect(listBusyTimes()).toEqual([])
    // An interrupted push has created the event without storing its id.
    ctx().db.delete(erpEvents).run()
    await pull()
    expect([listBusyTimes(), listBusyConflicts(ctx(), 'erp')]).toEqual([[], []])
  })

  it('that the doctor moves are recorded as moved until they are moved back', async () => {
    const { addConfirmed, listChanges, onlyEvent, pull, push, simulator } = await openPullApp()
    await push(addConfirmed())
    const { id, start, stop } = onlyEvent()
    simulator.changeEvent(id, { start: '2027-01-12 09:00:00', stop: '2027-01-12 09:30:00' })
    await pull()
    expect(listChanges()).toEqual(['moved to 2027-01-12T10:00:00+01:00'])
    expect(onlyEvent()).toMatchObject({ start: '2027-01-12 09:00:00' })
    simulator.changeEvent(id, { start, stop })
    await pull()
    expect(listChanges()).toEqual([null])
  })

  it('that the doctor archives or deletes are recorded as removed until the booking is pushed again', async () => {
    const { addConfirmed, listChanges, onlyEvent, pull, push, simulator } = await openPullApp()
    const booking = addConfirmed()
    await push(booking)
    const { id } = onlyEvent()
    simulator.changeEvent(id, { active: false })
    await pull()
    expect(listChanges()).toEqual(['removed'])
    simulator.removeEvent(id)
    await pull()
    expect(listChanges()).toEqual(['removed'])
    await push(booking)
    await pull()
    expect(listChanges()).toEqual([null])
  })

  it('that the doctor makes all-day events are recorded without a new time', async () => {
    const { addConfirmed, listChanges, onlyEvent, pull, push, simulator } = await openPullApp()
    await push(addConfirmed())
    simulator.changeEvent(onlyEvent().id, {
      allday: true,
      start: '2027-01-12 08:00:00',
      stop: '2027-01-12 18:00:00',
    })
    await pull()
    expect(listChanges()).toEqual(['moved to whole days'])
  })
})

describe('a busy time over the time', () => {
  it('of a confirmed booking is a conflict, and the booking keeps its time', async () => {
    const { addConfirmed, ctx, pull, push, rows, simulator } = await openPullApp()
    const booking = addConfirmed()
    await push(booking)
    simulator.enterEvent(MORNING)
    await pull()
    expect(listBusyConflicts(ctx(), 'erp')).toMatchObject([{ bookingId: booking.id }])
    expect(rows(`select 1 from occupations where booking_id is not null`)).toHaveLength(1)
  })

  it('of a request or a cancelled booking is no conflict', async () => {
    const { ctx, pull, simulator } = await openPullApp()
    for (const status of ['requested', 'cancelled'] as const) insertBooking(ctx().db, { status })
    simulator.enterEvent(MORNING)
    await pull()
    expect(listBusyConflicts(ctx(), 'erp')).toEqual([])
  })
})
