import { expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { openCalendarApp, serveCalendar } from '../testing/calendar-app.ts'
import { calendarText } from '../testing/calendar-text.ts'

/** The number of half hours in the calendar, enough for several parts, in which they are stored. */
const TIME_COUNT = 1_500
/** The days whose half hour at midnight UTC is moved, as a file writes them. Both are in the first part. */
const MOVED_DAYS = ['20270109', '20270116']
/** The former starts of those half hours. */
const MOVED_STARTS = [Date.parse('2027-01-09T00:00:00Z'), Date.parse('2027-01-16T00:00:00Z')]

/** Writes a calendar with a half hour in each hour. At midnight of these days it begins 15 minutes later. */
function hourlyCalendar(movedDays: readonly string[] = []): string {
  const exceptions = movedDays.map((day) => `EXDATE:${day}T000000Z`)
  const moved = movedDays.map((day) => [`DTSTART:${day}T001500Z`, 'DURATION:PT30M'])
  const rule = `RRULE:FREQ=HOURLY;COUNT=${TIME_COUNT}`
  return calendarText(['UID:1', 'DTSTART:20270108T000000Z', 'DURATION:PT30M', rule, ...exceptions], ...moved)
}

/** The row of a stored time. `at` is its start. */
type Row = Readonly<{ id: number; at: number }>

/** Opens an app that has read the calendar before anything was moved. */
async function openAfterReading() {
  const app = openCalendarApp()
  const server = await serveCalendar(hourlyCalendar())
  const id = app.addCalendar(server.url)
  expect(await app.read(id)).toBe('stored')
  return {
    ...app,
    readAgain: () => app.read(id),
    readMoved: () => {
      server.answerWith(hourlyCalendar(MOVED_DAYS))
      return app.read(id)
    },
    readAbsences: () =>
      app.rows<Row>('select id, starts_at as at from absences where calendar_id is not null order by 2'),
    readOccupations: () =>
      app.rows<Row>('select id, starts_at as at from occupations where absence_id is not null order by 2'),
  }
}

/** Counts the earlier rows that still exist. */
function countKept(earlier: readonly Row[], present: readonly Row[]): number {
  const ids = new Set(present.map(({ id }) => id))
  return earlier.filter(({ id }) => ids.has(id)).length
}

it('the next reading of a calendar with two changes stores all its new times', async () => {
  const { readAbsences, readMoved, readOccupations, rows } = await openAfterReading()
  const absencesBefore = readAbsences()
  expect(absencesBefore).toHaveLength(TIME_COUNT)
  expect(readOccupations()).toHaveLength(TIME_COUNT)
  expect(await readMoved()).toBe('stored')
  const expectedStarts = absencesBefore.map(({ at }) => (MOVED_STARTS.includes(at) ? at + 15 * MINUTE : at))
  expect(readAbsences().map(({ at }) => at)).toEqual(expectedStarts)
  expect(readOccupations().map(({ at }) => at)).toEqual(expectedStarts)
  expect(rows('select starts_at as at from freed_times order by 1')).toEqual(
    MOVED_STARTS.map((at) => ({ at })),
  )
})

it('the next reading of a calendar with two changes rewrites only the changed rows', async () => {
  const { readAbsences, readMoved, readOccupations } = await openAfterReading()
  const absencesBefore = readAbsences()
  const occupationsBefore = readOccupations()
  expect(await readMoved()).toBe('stored')
  expect(countKept(absencesBefore, readAbsences())).toBe(TIME_COUNT - MOVED_DAYS.length)
  // The reservations are rewritten for a day on each side of a change, with a half hour in each hour.
  const mostRewritten = MOVED_DAYS.length * 2 * 24
  expect(countKept(occupationsBefore, readOccupations())).toBeGreaterThanOrEqual(TIME_COUNT - mostRewritten)
})

it('a reading without changes writes only its own time', async () => {
  const { readAgain, rows } = await openAfterReading()
  const countWrites = () => rows<{ writes: number }>('select total_changes() as writes')[0]?.writes ?? 0
  const writesBefore = countWrites()
  expect(await readAgain()).toBe('stored')
  // Each reading writes the row of its calendar a few times.
  expect(countWrites() - writesBefore).toBeLessThan(5)
})
