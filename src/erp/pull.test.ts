import { describe, expect, it } from 'vitest'
import { listBusyConflicts } from '../schedule/busy-conflicts.ts'
import { HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openPullApp } from '../testing/pull-app.ts'
import { ROWS_PER_PAGE, toOdooTime } from './odoo-fields.ts'

/** The morning of 12 January, from eight to eleven in Vienna. It is 7 January in these tests (`NOW`). */
const MORNING = { start: '2027-01-12 07:00:00', stop: '2027-01-12 10:00:00' }
/** The hour from eight to nine of that morning. */
const HOUR_AT_EIGHT = { start: '2027-01-12 07:00:00', stop: '2027-01-12 08:00:00' }

describe('busy times of Odoo', () => {
  it('block free times until they are deleted', async () => {
    const { freeTimesOn, pull, simulator } = await openPullApp()
    const freeBefore = freeTimesOn('2027-01-12')
    const id = simulator.enterEvent(MORNING)
    await pull()
    expect(freeTimesOn('2027-01-12')).toEqual(freeBefore.filter((time) => time >= '11:00'))
    expect(freeBefore.length).toBeGreaterThan(freeTimesOn('2027-01-12').length)
    simulator.removeEvent(id)
    await pull()
    expect(freeTimesOn('2027-01-12')).toEqual(freeBefore)
  })

  it('follow an event that is moved', async () => {
    const { listBusyTimes, pull, simulator } = await openPullApp()
    const id = simulator.enterEvent(HOUR_AT_EIGHT)
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
})

describe('the busy times that are read', () => {
  it.each([
    { kind: 'free', event: { ...HOUR_AT_EIGHT, show_as: 'free' } },
    { kind: 'archived', event: { ...HOUR_AT_EIGHT, active: false } },
    { kind: 'without length', event: { ...HOUR_AT_EIGHT, stop: HOUR_AT_EIGHT.start } },
    { kind: 'over', event: { start: '2027-01-05 07:00:00', stop: '2027-01-05 08:00:00' } },
    // No doctor of the practice has this partner.
    { kind: 'in the calendar of somebody else', event: { ...HOUR_AT_EIGHT, partner_ids: [99] } },
  ])('exclude an event that is $kind', async ({ event }) => {
    const { listBusyTimes, pull, simulator } = await openPullApp()
    simulator.enterEvent(event)
    await pull()
    expect(listBusyTimes()).toEqual([])
  })

  it('exclude events that the doctor has declined', async () => {
    const { listBusyTimes, pull, simulator } = await openPullApp()
    simulator.declineEvent(simulator.enterEvent(HOUR_AT_EIGHT))
    await pull()
    expect(listBusyTimes()).toEqual([])
  })

  it('include declined events if the attendees cannot be read', async () => {
    const { listBusyTimes, pull, simulator } = await openPullApp({
      missingRights: ['calendar.attendee read'],
    })
    simulator.declineEvent(simulator.enterEvent(HOUR_AT_EIGHT))
    await pull()
    expect(listBusyTimes()).toHaveLength(1)
  })

  it('are read from all pages', async () => {
    const { listBusyTimes, pull, simulator } = await openPullApp()
    // Three pages; the last one has one event.
    const count = 2 * ROWS_PER_PAGE + 1
    const firstStart = Date.parse('2027-01-08T06:00Z')
    for (let halfDays = 0; halfDays < count; halfDays++) {
      const start = firstStart + halfDays * 12 * HOUR
      simulator.enterEvent({ start: toOdooTime(start), stop: toOdooTime(start + HOUR) })
    }
    await pull()
    expect(listBusyTimes()).toHaveLength(count)
  })
})

describe('the stored busy times', () => {
  it('stay unchanged when Odoo is away', async () => {
    const { listBusyTimes, pull, simulator } = await openPullApp()
    simulator.enterEvent(HOUR_AT_EIGHT)
    await pull()
    simulator.faults.plan('unreachable')
    await expect(pull()).rejects.toThrow('Odoo ist nicht erreichbar.')
    expect(listBusyTimes()).toHaveLength(1)
  })

  it.each([
    { start: '2027-01-12 25:00:00' },
    { stop: '2027-13-12 08:00:00' },
    { allday: true, start_date: '2027-02-30', stop_date: '2027-03-01' },
  ])('stay unchanged if an event cannot be parsed: %j', async (changes) => {
    const { listBusyTimes, pull, simulator } = await openPullApp()
    const id = simulator.enterEvent(HOUR_AT_EIGHT)
    await pull()
    const busyBefore = listBusyTimes()
    simulator.changeEvent(id, changes)
    await expect(pull()).rejects.toThrow('Die Antwort von Odoo ist nicht verständlich.')
    expect(listBusyTimes()).toEqual(busyBefore)
  })

  it('are not rewritten when nothing has changed', async () => {
    const { pull, rows, simulator } = await openPullApp()
    simulator.enterEvent(HOUR_AT_EIGHT)
    await pull()
    const readRows = () => rows('select id from absences union all select id from occupations')
    const rowsBefore = readRows()
    await pull()
    expect(readRows()).toEqual(rowsBefore)
  })
})

describe('a busy time', () => {
  it('that overlaps a confirmed booking is a conflict, and the booking keeps its time', async () => {
    const { addConfirmed, ctx, pull, pushASecondBefore, rows, simulator } = await openPullApp()
    const booking = addConfirmed()
    await pushASecondBefore(booking)
    simulator.enterEvent(MORNING)
    await pull()
    expect(listBusyConflicts(ctx(), 'erp')).toMatchObject([{ bookingId: booking.id }])
    expect(rows(`select 1 from occupations where booking_id is not null`)).toHaveLength(1)
  })

  it('that overlaps a request or a cancelled booking is no conflict', async () => {
    const { ctx, pull, simulator } = await openPullApp()
    for (const status of ['requested', 'cancelled'] as const) insertBooking(ctx().db, { status })
    simulator.enterEvent(MORNING)
    await pull()
    expect(listBusyConflicts(ctx(), 'erp')).toEqual([])
  })
})
