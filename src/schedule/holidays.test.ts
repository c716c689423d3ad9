import { describe, expect, it } from 'vitest'
import { listConflictsOfAbsence } from '../backoffice/absence-conflicts.ts'
import { cancelByStaff } from '../booking/cancellation.ts'
import { dayNumber, MINUTE, weekdayOf } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { dayAt } from '../time/vienna.ts'
import { listAbsences } from './absence-lists.ts'
import { listFreeSlots } from './availability.ts'
import { summariseDays } from './day-counts.ts'
import { closeHolidays, listHolidays, setHolidayOpen } from './holidays.ts'

/** Austria has thirteen public holidays a year. */
const HOLIDAYS_PER_YEAR = 13

/** Returns the absences, which are holidays here, with their days. */
function closedHolidays({ rows }: TestApp) {
  const absences = rows<{ kind: string; title: string; starts_at: number }>(
    'select kind, title, starts_at from absences order by starts_at',
  )
  return absences.map(({ kind, title, starts_at }) => ({ kind, title, day: dayAt(starts_at) }))
}

describe('on public holidays', () => {
  /** Opens an app after its first night, in which the job has closed the holidays. */
  function openWithHolidays() {
    const app = openTestApp()
    closeHolidays(app.ctx())
    return app
  }

  it('nothing can be booked, and on every other working day something can', () => {
    const app = openWithHolidays()
    const days = summariseDays(app.ctx(), { from: '2027-01-08', to: '2027-05-07', search: 'facial' })
    const isWeekend = (day: string) => [0, 6].includes(weekdayOf(dayNumber(day)))
    const workingDays = days.filter(({ date }) => !isWeekend(date))
    // Easter Monday and Ascension Day.
    expect(workingDays.filter(({ available_count }) => available_count === 0)).toEqual([
      { date: '2027-03-29', available_count: 0 },
      { date: '2027-05-06', available_count: 0 },
    ])
    expect(listFreeSlots(app.ctx(), '2027-05-06', 'facial').starts).toEqual([])
    expect(listFreeSlots(app.ctx(), '2027-03-19', 'facial').starts).not.toEqual([])
  })

  it('the practice is closed as far ahead as patients may book', () => {
    const closedDays = closedHolidays(openWithHolidays()).map(({ day }) => day)
    // Today is 7 January 2027, and patients may book 3650 days ahead, until 4 January 2037.
    expect([closedDays.at(0), closedDays.at(-1)]).toEqual(['2027-03-29', '2037-01-01'])
    const [leftIn2027, from2028To2036, bookableIn2037] = [HOLIDAYS_PER_YEAR - 2, 9 * HOLIDAYS_PER_YEAR, 1]
    expect(closedDays).toHaveLength(leftIn2027 + from2028To2036 + bookableIn2037)
  })

  it('the job closes holidays of another year a year later, and none twice', () => {
    const app = openWithHolidays()
    const closedAtFirst = closedHolidays(app)
    closeHolidays(app.ctx())
    expect(closedHolidays(app)).toEqual(closedAtFirst)
    app.setClock('2028-01-07T03:00:00+01:00')
    closeHolidays(app.ctx())
    expect(closedHolidays(app)).toHaveLength(closedAtFirst.length + HOLIDAYS_PER_YEAR)
  })

  it('the practice can open, and stays open after the next run of the job', () => {
    const { ctx } = openWithHolidays()
    const ascensionDay = { date: '2027-05-06', name: 'Christi Himmelfahrt', open: true }
    expect(setHolidayOpen(ctx(), '2027-05-06', true)).toEqual(ascensionDay)
    closeHolidays(ctx())
    expect(listFreeSlots(ctx(), '2027-05-06', 'facial').starts).not.toEqual([])
    expect(listHolidays(ctx(), 2027).filter(({ open }) => open)).toEqual([ascensionDay])
  })

  it('the practice can close again, and only changes are recorded in the audit', () => {
    const { ctx, rows } = openWithHolidays()
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
    const app = openWithHolidays()
    // New Year's Day and Epiphany are past.
    expect(listHolidays(app.ctx(), 2027)).toHaveLength(HOLIDAYS_PER_YEAR - 2)
    expect(listHolidays(app.ctx(), 2026)).toEqual([])
    expect(listAbsences(app.ctx(), '2027-01-01')).toEqual([])
  })

  it.each([
    { what: 'another day', date: '2027-05-07' },
    { what: 'a past holiday', date: '2027-01-06' },
    { what: 'a day that does not exist', date: '2027-13-01' },
    { what: 'a word', date: 'morgen' },
  ])('$what cannot be opened', ({ date }) => {
    const app = openWithHolidays()
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
  // It is the morning of Easter Monday.
  app.setClock('2027-03-29T07:00:00+02:00')
  closeHolidays(app.ctx())
  const countsWhenClosed = counts()
  expect(closedHolidays(app)[0]?.day).toBe('2027-03-29')
  setHolidayOpen(app.ctx(), '2027-03-29', true)
  const { absences, occupations } = countsWhenClosed
  expect(counts()).toEqual({ absences: absences - 1, opened: 1, occupations: occupations - 1 })
  setHolidayOpen(app.ctx(), '2027-03-29', false)
  expect(counts()).toEqual(countsWhenClosed)
})

it('the next run closes a single missing holiday and occupies its time', () => {
  const app = openTestApp()
  closeHolidays(app.ctx())
  const occupiedByAll = app.occupied()
  app.changeRows(
    `delete from absences where title = 'Ostermontag' and starts_at = (select min(starts_at) from absences)`,
  )
  expect(app.occupied()).toHaveLength(occupiedByAll.length - 1)
  closeHolidays(app.ctx())
  expect(app.occupied()).toEqual(occupiedByAll)
})
