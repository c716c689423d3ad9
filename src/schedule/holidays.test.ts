import { describe, expect, it } from 'vitest'
import { listConflictsOfAbsence } from '../backoffice/absence-conflicts.ts'
import { cancelByStaff } from '../booking/cancellation.ts'
import { dayNumber, MINUTE, weekdayOf } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { listAbsences } from './absence-lists.ts'
import { listFreeSlots } from './availability.ts'
import { summariseDays } from './day-counts.ts'
import { closeHolidays, listHolidays, setHolidayOpen } from './holidays.ts'

/** Selects absences with their days in Vienna, which begin at most two hours before those in UTC. */
const SELECT_CLOSED = `select kind, title, date(starts_at / 1000 + 7200, 'unixepoch') as day from absences order by starts_at`

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
    app.setClock('2028-01-07T03:00:00+01:00')
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
  app.setClock('2027-03-29T07:00:00+02:00')
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
  app.changeRows(
    `delete from absences where title = 'Ostermontag' and starts_at = (select min(starts_at) from absences)`,
  )
  expect(app.occupied()).toHaveLength(before.length - 1)
  closeHolidays(app.ctx())
  expect(app.occupied()).toEqual(before)
})
