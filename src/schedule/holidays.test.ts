import { describe, expect, it } from 'vitest'
import { openTestApp } from '../testing/test-app.ts'
import { saveAbsence } from './absences.ts'
import { listFreeSlots } from './availability.ts'
import { closeHolidays, HOLIDAY_YEARS, listCalendar, listHolidays } from './holidays.ts'

const CALENDAR = await listCalendar(2027)

describe('the calendar', () => {
  it('has Austria’s public holidays by their Austrian names, and St. Josef for Vorarlberg', () => {
    expect(CALENDAR).toEqual([
      { date: '2027-01-01', name: 'Neujahr', regional: false },
      { date: '2027-01-06', name: 'Heilige Drei Könige', regional: false },
      { date: '2027-03-19', name: 'St. Josef', regional: true },
      { date: '2027-03-29', name: 'Ostermontag', regional: false },
      { date: '2027-05-01', name: 'Staatsfeiertag', regional: false },
      { date: '2027-05-06', name: 'Christi Himmelfahrt', regional: false },
      { date: '2027-05-17', name: 'Pfingstmontag', regional: false },
      { date: '2027-05-27', name: 'Fronleichnam', regional: false },
      { date: '2027-08-15', name: 'Mariä Himmelfahrt', regional: false },
      { date: '2027-10-26', name: 'Nationalfeiertag', regional: false },
      { date: '2027-11-01', name: 'Allerheiligen', regional: false },
      { date: '2027-12-08', name: 'Mariä Empfängnis', regional: false },
      { date: '2027-12-25', name: 'Christtag', regional: false },
      { date: '2027-12-26', name: 'Stefanitag', regional: false },
    ])
  })

  it('has fourteen different days in every year', async () => {
    for (let year = HOLIDAY_YEARS.from; year <= HOLIDAY_YEARS.to; year++) {
      const dates = (await listCalendar(year)).map(({ date }) => date)
      expect(new Set(dates).size, String(year)).toBe(14)
      expect(dates.every((date) => date.startsWith(`${year}-`))).toBe(true)
    }
  })
})

describe('holidays', () => {
  it('are closed exactly as saved last, without free times', () => {
    const app = openTestApp()
    const closedDays = () =>
      listHolidays(app.ctx(), 2027, CALENDAR)
        .filter(({ absenceId }) => absenceId !== null)
        .map(({ date }) => date)
    expect([closedDays(), listFreeSlots(app.ctx(), '2027-05-06', 'facial').starts.length > 0]).toEqual([
      [],
      true,
    ])
    closeHolidays(app.ctx(), 2027, ['2027-05-06', '2027-03-19'], CALENDAR)
    expect(closedDays()).toEqual(['2027-03-19', '2027-05-06'])
    expect(listFreeSlots(app.ctx(), '2027-05-06', 'facial').starts).toEqual([])
    expect(app.rows('select kind, title, reason, resource_id from absences order by starts_at')).toEqual([
      { kind: 'holiday', title: 'St. Josef', reason: '', resource_id: null },
      { kind: 'holiday', title: 'Christi Himmelfahrt', reason: '', resource_id: null },
    ])

    const ids = app.rows(`select id from absences where title = 'Christi Himmelfahrt'`)
    closeHolidays(app.ctx(), 2027, ['2027-05-06', '2027-05-27', '2027-05-27'], CALENDAR)
    expect(closedDays()).toEqual(['2027-05-06', '2027-05-27'])
    // The one that stays is still the same.
    expect(app.rows(`select id from absences where title = 'Christi Himmelfahrt'`)).toEqual(ids)

    closeHolidays(app.ctx(), 2027, [], CALENDAR)
    expect(closedDays()).toEqual([])
    expect(app.rows('select id from occupations')).toEqual([])
  })

  it('leave other years, closures and blocks as they are', async () => {
    const app = openTestApp()
    closeHolidays(app.ctx(), 2028, ['2028-01-01', '2028-12-26'], await listCalendar(2028))
    closeHolidays(app.ctx(), 2026, ['2026-12-26'], await listCalendar(2026))
    const input = { title: 'Urlaub', reason: '', from: '2027-05-06', to: '2027-05-06', resource_id: null }
    saveAbsence(app.ctx(), { kind: 'closure', ...input })
    closeHolidays(app.ctx(), 2027, [], CALENDAR)
    expect(app.rows('select id from absences')).toHaveLength(4)
    expect(listFreeSlots(app.ctx(), '2027-05-06', 'facial').starts).toEqual([])
  })

  it('are refused when one of the days is no holiday, and nothing changes', () => {
    const app = openTestApp()
    for (const date of ['2027-03-26', '2028-01-06'])
      expect(() => closeHolidays(app.ctx(), 2027, ['2027-05-06', date], CALENDAR)).toThrow(
        expect.objectContaining({
          code: 'invalid',
          facts: { fields: { dates: 'Bitte nur Feiertage des Jahres 2027 angeben.' } },
        }),
      )
    expect(app.rows('select id from absences')).toEqual([])
    expect(app.rows('select id from audit')).toEqual([])
  })

  it('are recorded in the audit by their days', () => {
    const app = openTestApp()
    closeHolidays(app.ctx(), 2027, ['2027-05-06', '2027-05-27'], CALENDAR)
    closeHolidays(app.ctx(), 2027, ['2027-05-06', '2027-05-27'], CALENDAR)
    closeHolidays(app.ctx(), 2027, ['2027-05-27', '2027-12-08'], CALENDAR)
    expect(app.rows('select action, subject from audit order by id')).toEqual([
      { action: 'absence-saved', subject: 'holiday: 2027-05-06, holiday: 2027-05-27' },
      { action: 'absence-deleted', subject: 'holiday: 2027-05-06' },
      { action: 'absence-saved', subject: 'holiday: 2027-12-08' },
    ])
  })
})
