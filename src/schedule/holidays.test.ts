import { describe, expect, it } from 'vitest'
import { listConflictsOfAbsence } from '../backoffice/absence-conflicts.ts'
import { cancelByStaff } from '../booking/cancellation.ts'
import { dayNumber, MINUTE, weekdayOf } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { listAbsences } from './absences.ts'
import { listFreeSlots } from './availability.ts'
import { summariseDays } from './day-counts.ts'
import { closeHolidays, HOLIDAY_YEARS, listHolidays, publicHolidays, setHolidayOpen } from './holidays.ts'

/** Selects absences with their days in Vienna, which begin at most two hours before those in UTC. */
const SELECT_CLOSED = `select kind, title, date(starts_at / 1000 + 7200, 'unixepoch') as day from absences order by starts_at`

describe('Austria’s public holidays', () => {
  it('have their Austrian names', () => {
    expect(publicHolidays(2027).map(({ date, name }) => `${date} ${name}`)).toEqual([
      '2027-01-01 Neujahr',
      '2027-01-06 Heilige Drei Könige',
      '2027-03-29 Ostermontag',
      '2027-05-01 Staatsfeiertag',
      '2027-05-06 Christi Himmelfahrt',
      '2027-05-17 Pfingstmontag',
      '2027-05-27 Fronleichnam',
      '2027-08-15 Mariä Himmelfahrt',
      '2027-10-26 Nationalfeiertag',
      '2027-11-01 Allerheiligen',
      '2027-12-08 Mariä Empfängnis',
      '2027-12-25 Christtag',
      '2027-12-26 Stefanitag',
    ])
  })

  // Source: the table of Easter Sundays by the Astronomical Society of South Australia.
  it.each([
    [2024, '2024-04-01'],
    [2025, '2025-04-21'],
    [2026, '2026-04-06'],
    [2035, '2035-03-26'],
    [2038, '2038-04-26'],
    [2049, '2049-04-19'],
    [2076, '2076-04-20'],
    [2100, '2100-03-29'],
  ])('have Easter Monday of %i on %s', (year, date) => {
    expect(publicHolidays(year)).toContainEqual({ date, name: 'Ostermontag' })
  })

  it('are thirteen distinct days in every year', () => {
    for (let year = HOLIDAY_YEARS.from; year <= HOLIDAY_YEARS.to; year++) {
      const dates = publicHolidays(year).map(({ date }) => date)
      expect(new Set(dates).size, String(year)).toBe(13)
      expect(dates.every((date) => date.startsWith(`${year}-`))).toBe(true)
    }
  })
})

describe('on public holidays', () => {
  /** Opens an app after its first night, when the job has closed the holidays. */
  function openPractice() {
    const app = openTestApp()
    closeHolidays(app.ctx())
    return app
  }

  it('nothing can be booked, and on every other working day something can', () => {
    const app = openPractice()
    const days = summariseDays(app.ctx(), '2027-01-08', '2027-05-07', 'facial')
    const isWeekend = (day: string) => [0, 6].includes(weekdayOf(dayNumber(day)))
    const workingDays = days.filter(({ date }) => !isWeekend(date))
    expect(workingDays.filter(({ available_count }) => available_count === 0)).toEqual([
      { date: '2027-03-29', available_count: 0 },
      { date: '2027-05-06', available_count: 0 },
    ])
    expect(listFreeSlots(app.ctx(), '2027-05-06', 'facial').starts).toEqual([])
    expect(listFreeSlots(app.ctx(), '2027-03-19', 'facial').starts).not.toEqual([])
  })

  it('the practice is closed as far ahead as patients may book', () => {
    const closedDays = openPractice()
      .rows<{ day: string }>(SELECT_CLOSED)
      .map(({ day }) => day)
    // Today is 7 January 2027, and patients may book 3650 days ahead, until 4 January 2037.
    expect([closedDays.at(0), closedDays.at(-1)]).toEqual(['2027-03-29', '2037-01-01'])
    // Two of the thirteen holidays of 2027 are past, and one of 2037 is bookable.
    expect(closedDays).toHaveLength(11 + 9 * 13 + 1)
  })

  it('the job closes holidays of another year a year later, and none twice', () => {
    const app = openPractice()
    const closed = app.rows(SELECT_CLOSED)
    closeHolidays(app.ctx())
    expect(app.rows(SELECT_CLOSED)).toEqual(closed)
    app.at('2028-01-07T03:00:00+01:00')
    closeHolidays(app.ctx())
    expect(app.rows(SELECT_CLOSED)).toHaveLength(closed.length + 13)
  })

  it('the practice can open, and stays open after the next run of the job', () => {
    const { ctx } = openPractice()
    const opened = { date: '2027-05-06', name: 'Christi Himmelfahrt', open: true }
    expect(setHolidayOpen(ctx(), '2027-05-06', true)).toEqual(opened)
    closeHolidays(ctx())
    expect(listFreeSlots(ctx(), '2027-05-06', 'facial').starts).not.toEqual([])
    expect(listHolidays(ctx(), 2027).filter(({ open }) => open)).toEqual([opened])
  })

  it('the practice can close again, and only changes are recorded in the audit', () => {
    const { ctx, rows } = openPractice()
    setHolidayOpen(ctx(), '2027-05-06', true)
    setHolidayOpen(ctx(), '2027-05-06', true)
    setHolidayOpen(ctx(), '2027-05-06', false)
    expect(listFreeSlots(ctx(), '2027-05-06', 'facial').starts).toEqual([])
    expect(rows('select action, subject from audit order by id')).toEqual([
      { action: 'absence-deleted', subject: 'holiday: 2027-05-06' },
      { action: 'absence-saved', subject: 'holiday: 2027-05-06' },
    ])
  })

  it('earlier bookings stay, and their time is closed once they are cancelled', () => {
    const app = openTestApp()
    const startsAt = Date.parse('2027-05-06T09:00:00+02:00')
    const endsAt = startsAt + 30 * MINUTE
    const { id } = insertBooking(app.ctx().db, { startsAt, endsAt, status: 'confirmed' })
    closeHolidays(app.ctx())
    const day = { from: '2027-05-06', to: '2027-05-06' }
    const closure = { kind: 'closure', title: 'Feiertag', reason: '', resource_id: null, ...day } as const
    expect(listConflictsOfAbsence(app.ctx(), closure).map(({ booking }) => booking.id)).toEqual([id])
    cancelByStaff(app.ctx(), id, '')
    expect(listFreeSlots(app.ctx(), '2027-05-06', 'facial').starts).toEqual([])
  })

  it('the lists of holidays and absences leave out past days', () => {
    const app = openPractice()
    expect(listHolidays(app.ctx(), 2027)).toHaveLength(11)
    expect(listHolidays(app.ctx(), 2026)).toEqual([])
    expect(listAbsences(app.ctx(), '2027-01-01')).toEqual([])
  })

  it.each(['2027-05-07', '2027-01-06', '2027-13-01', 'morgen'])('%s cannot be opened', (date) => {
    const app = openPractice()
    expect(() => setHolidayOpen(app.ctx(), date, true)).toThrow('An diesem Tag kommt kein Feiertag.')
    expect(app.rows('select * from open_holidays')).toEqual([])
  })
})

it('a holiday that is opened and closed again is as before, also on its own day', () => {
  const app = openTestApp()
  const countRows = (table: string) => app.rows(`select * from ${table}`).length
  const counts = () => ({
    absences: countRows('absences'),
    opened: countRows('open_holidays'),
    occupations: countRows('occupations'),
  })
  app.at('2027-03-29T07:00:00+02:00')
  closeHolidays(app.ctx())
  const before = counts()
  expect(app.rows<{ day: string }>(SELECT_CLOSED)[0]?.day).toBe('2027-03-29')
  setHolidayOpen(app.ctx(), '2027-03-29', true)
  const { absences, occupations } = before
  expect(counts()).toEqual({ absences: absences - 1, opened: 1, occupations: occupations - 1 })
  setHolidayOpen(app.ctx(), '2027-03-29', false)
  expect(counts()).toEqual(before)
})

it('the next run closes a single missing holiday and occupies its time', () => {
  const app = openTestApp()
  closeHolidays(app.ctx())
  const before = app.occupied()
  app.change(
    `delete from absences where title = 'Ostermontag' and starts_at = (select min(starts_at) from absences)`,
  )
  expect(app.occupied()).toHaveLength(before.length - 1)
  closeHolidays(app.ctx())
  expect(app.occupied()).toEqual(before)
})
