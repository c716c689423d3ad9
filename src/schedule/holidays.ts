import { and, eq, gt } from 'drizzle-orm'
import { recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { absences, openHolidays } from '../db/schema.ts'
import { addDays, type Day } from '../shared/day.ts'
import { MAX_BOOKING_DAYS } from '../shared/free-times.ts'
import { Problem } from '../shared/problems.ts'
import { dayAt } from '../time/vienna.ts'
import { reserveAbsences } from './absence-occupations.ts'
import { daysOf, intervalOfDays } from './absences.ts'
import { recordFreedTime } from './freed-times.ts'

export type Holiday = Readonly<{ date: Day; name: string }>

/** No two public holidays fall on the same day in these years. */
export const HOLIDAY_YEARS = { from: 2020, to: 2100 } as const

/** Month and day of the holidays with a fixed date. Source: section 7 (2) of the Arbeitsruhegesetz. */
const FIXED = {
  '01-01': 'Neujahr',
  '01-06': 'Heilige Drei Könige',
  '05-01': 'Staatsfeiertag',
  '08-15': 'Mariä Himmelfahrt',
  '10-26': 'Nationalfeiertag',
  '11-01': 'Allerheiligen',
  '12-08': 'Mariä Empfängnis',
  '12-25': 'Christtag',
  '12-26': 'Stefanitag',
}
/** Days after Easter Sunday of the other holidays. */
const DAYS_AFTER_EASTER = [
  [1, 'Ostermontag'],
  [39, 'Christi Himmelfahrt'],
  [50, 'Pfingstmontag'],
  [60, 'Fronleichnam'],
] as const

/** Returns Austria's public holidays of a year, by date. */
export function publicHolidays(year: number): Holiday[] {
  const easter = easterSunday(year)
  return [
    ...Object.entries(FIXED).map(([day, name]) => ({ date: `${year}-${day}`, name })),
    ...DAYS_AFTER_EASTER.map(([days, name]) => ({ date: addDays(easter, days), name })),
  ].sort((a, b) => (a.date < b.date ? -1 : 1))
}

/**
 * Computes Easter Sunday. Source: the Gregorian algorithm of Meeus, Astronomical Algorithms, chapter 8, with
 * his letters: `a` is the position in the lunar cycle, `b` the century, `c` the year within it.
 */
function easterSunday(year: number): Day {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const moon = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const weekday = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - moon - (c % 4)) % 7
  const late = Math.floor((a + 11 * moon + 22 * weekday) / 451)
  return addDays(`${year}-03-22`, moon + weekday - 7 * late)
}

/**
 * Closes the practice on every public holiday that patients could book and that it has not opened
 * (docs/behaviour.md 11.7). Existing bookings stay.
 */
export function closeHolidays(ctx: Ctx): void {
  inTx(ctx, () => {
    const today = dayAt(ctx.now)
    const last = addDays(today, MAX_BOOKING_DAYS)
    const opened = ctx.db.select().from(openHolidays).all()
    const decided = new Set([...closedHolidays(ctx).keys(), ...opened.map(({ openOn }) => openOn)])
    const bookableHolidays = yearsFrom(today, last)
      .flatMap(publicHolidays)
      .filter(({ date }) => date >= today && date <= last)
    const missing = bookableHolidays.filter(({ date }) => !decided.has(date))
    for (const holiday of missing) insertHoliday(ctx, holiday)
    if (missing.length > 0) reserveAbsences(ctx)
  })
}

/** A public holiday, and whether the practice is open on it. */
type PlannedHoliday = Holiday & Readonly<{ open: boolean }>

/** Returns the holidays of a year that are not past. */
export function listHolidays(ctx: Ctx, year: number): PlannedHoliday[] {
  const closed = closedHolidays(ctx)
  return publicHolidays(year)
    .filter(({ date }) => date >= dayAt(ctx.now))
    .map((holiday) => ({ ...holiday, open: !closed.has(holiday.date) }))
}

/**
 * Opens the practice on a public holiday, or closes it again.
 * @throws Problem 'not found' when the day is not a holiday or is past
 */
export function setHolidayOpen(ctx: Ctx, date: Day, open: boolean): PlannedHoliday {
  return inTx(ctx, () => {
    const holiday = listHolidays(ctx, Number(date.slice(0, 4))).find((planned) => planned.date === date)
    if (holiday === undefined) throw new Problem('not found', {}, 'An diesem Tag kommt kein Feiertag.')
    if (holiday.open === open) return holiday
    if (open) openHoliday(ctx, date)
    else closeHoliday(ctx, holiday)
    reserveAbsences(ctx)
    recordAudit(ctx, open ? 'absence-deleted' : 'absence-saved', `holiday: ${date}`)
    return { ...holiday, open }
  })
}

function openHoliday(ctx: Ctx, date: Day): void {
  ctx.db.insert(openHolidays).values({ openOn: date }).onConflictDoNothing().run()
  // The absence exists, because the holiday is not open yet.
  const absenceId = closedHolidays(ctx).get(date) as number
  const deleted = ctx.db.delete(absences).where(eq(absences.id, absenceId)).returning().all()
  recordFreedTime(ctx, deleted)
}

function closeHoliday(ctx: Ctx, holiday: Holiday): void {
  ctx.db.delete(openHolidays).where(eq(openHolidays.openOn, holiday.date)).run()
  insertHoliday(ctx, holiday)
}

function insertHoliday(ctx: Ctx, { date, name }: Holiday): void {
  ctx.db
    .insert(absences)
    .values({ kind: 'holiday', title: name, ...intervalOfDays(date, date) })
    .run()
}

/** Returns the ids of the absences that close coming holidays, by day. */
function closedHolidays(ctx: Ctx): Map<Day, number> {
  const rows = ctx.db
    .select()
    .from(absences)
    .where(and(eq(absences.kind, 'holiday'), gt(absences.endsAt, ctx.now)))
    .all()
  return new Map(rows.map((row) => [daysOf(row).from, row.id]))
}

/** Returns the years of two days and all years between them. */
function yearsFrom(first: Day, last: Day): number[] {
  const [from, to] = [Number(first.slice(0, 4)), Number(last.slice(0, 4))]
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}
