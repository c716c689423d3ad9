import { describe, expect, it } from 'vitest'
import { moveBooking } from '../booking/moves.ts'
import { moveByPatient } from '../booking/patient-moves.ts'
import { saveAbsence } from '../schedule/absences.ts'
import { getActiveService, saveService } from '../schedule/services.ts'
import type { AbsenceInput } from '../shared/absence.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { readCalendar } from './calendar.ts'

const at = (iso: string) => Date.parse(iso)

const aClosure = (from: string, to: string, resource_id: string | null = null): AbsenceInput => ({
  kind: 'closure',
  title: 'Urlaub',
  reason: '',
  from,
  to,
  resource_id,
})

/** The titles of the closed days from `from` to `to`. */
const closed = (app: TestApp, from = '2027-01-12', to = '2027-01-15') =>
  readCalendar(app.ctx(), from, to).days.map((day) => day.closed)

describe('the calendar', () => {
  it('has the bookings of its days in any status', () => {
    const app = openTestApp()
    const put = (id: string, start: string, status: 'rejected' | 'confirmed') =>
      insertBooking(app.ctx().db, { id, startsAt: at(start), status })
    put('before', '2027-01-10T23:30:00+01:00', 'confirmed')
    put('rejected', '2027-01-11T09:00:00+01:00', 'rejected')
    put('confirmed', '2027-01-17T23:30:00+01:00', 'confirmed')
    put('after', '2027-01-18T00:00:00+01:00', 'confirmed')
    const { bookings } = readCalendar(app.ctx(), '2027-01-11', '2027-01-17')
    expect(bookings.map(({ booking }) => booking.id)).toEqual(['rejected', 'confirmed'])
  })

  it('closes the days of a closure, also across a clock change, and shows one that reaches into the range', () => {
    const app = openTestApp()
    saveAbsence(app.ctx(), aClosure('2027-01-13', '2027-01-14'))
    saveAbsence(app.ctx(), aClosure('2027-03-28', '2027-03-28'))
    expect(closed(app)).toEqual([null, 'Urlaub', 'Urlaub', null])
    expect(closed(app, '2027-03-27', '2027-03-29')).toEqual([null, 'Urlaub', null])
    expect(readCalendar(app.ctx(), '2027-01-13', '2027-01-13').days[0]?.working).toEqual([])
    const shown = (from: string, to: string) => readCalendar(app.ctx(), from, to).absences.length
    expect(shown('2027-01-14', '2027-01-20')).toBe(1)
    expect(shown('2027-01-15', '2027-01-20')).toBe(0)
    expect(shown('2027-01-01', '2027-01-12')).toBe(0)
  })

  it('stays open with a block of hours, and while one of several resources is absent', () => {
    const app = openTestApp()
    saveAbsence(app.ctx(), aClosure('2027-01-13', '2027-01-14', 'doctor-1'))
    expect(closed(app)).toEqual([null, 'Urlaub', 'Urlaub', null])
    saveService(app.ctx(), { ...getActiveService(app.ctx(), 'facial'), resourceId: 'doctor-2' })
    const [start, end] = [at('2027-01-12T00:00:00+01:00'), at('2027-01-13T00:00:00+01:00')]
    saveAbsence(app.ctx(), { kind: 'block', title: 'Fortbildung', start, end, resource_id: null })
    expect(closed(app)).toEqual([null, null, null, null])
    const facial = getActiveService(app.ctx(), 'facial')
    saveService(app.ctx(), { ...facial, resourceId: 'doctor-1', otherResourceIds: ['doctor-2'] })
    expect(closed(app)).toEqual([null, null, null, null])
    expect(readCalendar(app.ctx(), '2027-01-12', '2027-01-15').absences).toHaveLength(2)
  })

  it('needs one query for each kind of entry, for any range', () => {
    const app = openTestApp()
    const ctx = app.ctx()
    readCalendar(ctx, '2027-01-11', '2027-01-17')
    const asked: string[] = []
    const prepare = ctx.db.$client.prepare.bind(ctx.db.$client)
    ctx.db.$client.prepare = ((sql: string) => {
      asked.push(/ from "(\w+)"/.exec(sql)?.[1] ?? sql)
      return prepare(sql)
    }) as typeof prepare
    readCalendar(ctx, '2027-01-01', '2027-02-11')
    expect(asked.sort()).toEqual(['absences', 'bookings', 'bookings', 'holds', 'offers'])
  })
})

it('what occupies these days has its paddings, and the booking that has, wants or is offered it; expired holds are left out', () => {
  const app = openTestApp()
  const ctx = app.ctx()
  const { id } = insertBooking(ctx.db, { status: 'confirmed' })
  app.change('update occupations set ends_at = ends_at + 300000')
  moveByPatient(ctx, id, { start: at('2027-01-12T10:00:00+01:00'), message: '' })
  app.change(`insert into holds (id, service_id, starts_at, ends_at, email, origin, created_at, expires_at)
    values ('hold', 'facial', 0, 1, '', '', 0, ${ctx.now})`)
  app.change(`insert into occupations (resource_id, starts_at, ends_at, hold_id, expires_at)
    values ('doctor-1', ${at('2027-01-12T15:00:00+01:00')}, ${at('2027-01-12T16:00:00+01:00')}, 'hold', ${ctx.now})`)
  app.change(`insert into waiting_entries (id, booking_id, service_id, name, email, mailbox, mobile, not_after_on, weekdays, parts, actor, created_at)
    values ('entry', '${id}', '', '', '', '', '', '', '[]', '[]', '', 0)`)
  app.change(`insert into offers (id, entry_id, starts_at, ends_at, status, expires_at, created_at)
    values ('offer', 'entry', ${at('2027-01-12T11:00:00+01:00')}, ${at('2027-01-12T11:30:00+01:00')}, 'open', ${ctx.now + 1}, 0)`)
  app.change(`insert into occupations (resource_id, starts_at, ends_at, offer_id)
    values ('doctor-1', ${at('2027-01-12T11:00:00+01:00')}, ${at('2027-01-12T11:30:00+01:00')}, 'offer')`)
  const own = { resourceId: 'doctor-1', bookingId: id }
  expect(readCalendar(ctx, '2027-01-12', '2027-01-12').occupied).toEqual([
    { startsAt: at('2027-01-12T08:30:00+01:00'), endsAt: at('2027-01-12T09:05:00+01:00'), ...own },
    { startsAt: at('2027-01-12T10:00:00+01:00'), endsAt: at('2027-01-12T10:35:00+01:00'), ...own },
    { startsAt: at('2027-01-12T11:00:00+01:00'), endsAt: at('2027-01-12T11:30:00+01:00'), ...own },
  ])
  expect(readCalendar(ctx, '2027-01-13', '2027-01-13').occupied).toEqual([])
  const offered = (day: string) => readCalendar(app.ctx(), day, day).offers.map(({ name }) => name)
  expect([offered('2027-01-12'), offered('2027-01-13')]).toEqual([['Rosa Musterfrau'], []])
  app.pass(1)
  expect(offered('2027-01-12')).toEqual([])
})

it('a moved appointment stands once, at its new time, also outside the working hours', () => {
  const app = openTestApp()
  const { id } = insertBooking(app.ctx().db, { status: 'confirmed' })
  const start = at('2027-01-14T20:00:00+01:00')
  moveBooking(app.ctx(), id, { start, message: '', notify: true })
  const { bookings } = readCalendar(app.ctx(), '2027-01-11', '2027-01-17')
  expect(bookings.map(({ booking }) => booking.startsAt)).toEqual([start])
  expect(readCalendar(app.ctx(), '2027-01-12', '2027-01-12').bookings).toEqual([])
})
