import { and, eq, gt } from 'drizzle-orm'
import { recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { absences, openHolidays } from '../db/schema.ts'
import { addDays, type Day } from '../shared/day.ts'
import { MAX_BOOKING_DAYS } from '../shared/free-times.ts'
import { Problem } from '../shared/problems.ts'
import { dayAt } from '../time/vienna.ts'
import { reserveAbsences } from './absence-occupations.ts'
import { daysOfInterval, intervalOfDays } from './absences.ts'
import { recordFreedTime } from './freed-times.ts'
import { type Holiday, publicHolidays } from './public-holidays.ts'

/**
 * Closes the practice on every public holiday that patients could book and that it has not opened
 * (docs/behaviour.md 11.7). Existing bookings stay.
 */
export function closeHolidays(ctx: Ctx): void {
  inTx(ctx, () => {
    const today = dayAt(ctx.now)
    const last = addDays(today, MAX_BOOKING_DAYS)
    const opened = ctx.db.select().from(openHolidays).all()
    const daysDecided = new Set([...closingAbsenceIds(ctx).keys(), ...opened.map(({ openOn }) => openOn)])
    const bookableHolidays = yearsFrom(today, last)
      .flatMap(publicHolidays)
      .filter(({ date }) => date >= today && date <= last)
    const missing = bookableHolidays.filter(({ date }) => !daysDecided.has(date))
    for (const holiday of missing) insertHoliday(ctx, holiday)
    if (missing.length > 0) reserveAbsences(ctx)
  })
}

/** A public holiday, and whether the practice is open on it. */
type PlannedHoliday = Holiday & Readonly<{ open: boolean }>

/** Returns the holidays of a year that are not past. */
export function listHolidays(ctx: Ctx, year: number): PlannedHoliday[] {
  const absenceIds = closingAbsenceIds(ctx)
  return publicHolidays(year)
    .filter(({ date }) => date >= dayAt(ctx.now))
    .map((holiday) => ({ ...holiday, open: !absenceIds.has(holiday.date) }))
}

/**
 * Opens the practice on a public holiday, or closes it again.
 * @throws Problem 'not found' when the day is not a holiday or is past
 */
export function setHolidayOpen(ctx: Ctx, date: Day, open: boolean): PlannedHoliday {
  return inTx(ctx, () => {
    const holiday = listHolidays(ctx, yearOf(date)).find((planned) => planned.date === date)
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
  const absenceId = closingAbsenceIds(ctx).get(date) as number
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
function closingAbsenceIds(ctx: Ctx): Map<Day, number> {
  const rows = ctx.db
    .select()
    .from(absences)
    .where(and(eq(absences.kind, 'holiday'), gt(absences.endsAt, ctx.now)))
    .all()
  return new Map(rows.map((row) => [daysOfInterval(row).from, row.id]))
}

/** Returns the years of two days and all years between them. */
function yearsFrom(first: Day, last: Day): number[] {
  const [from, to] = [yearOf(first), yearOf(last)]
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

function yearOf(day: Day): number {
  return Number(day.slice(0, 4))
}
