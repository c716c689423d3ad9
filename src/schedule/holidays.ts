import { and, eq, gte, lt } from 'drizzle-orm'
import { recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { absences } from '../db/schema.ts'
import type { Day } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { reserveAbsences } from './absence-blocks.ts'
import { type AbsenceRow, daysOf, spanOfDays, subjectOf } from './absences.ts'

/** Regional: only schools and offices of the province are closed. */
export type Holiday = Readonly<{ date: Day; name: string; regional: boolean }>

/** No two public holidays fall on one day in any of these years. */
export const HOLIDAY_YEARS = { from: 2020, to: 2100 } as const

/** The patron saint of Vorarlberg. */
const ST_JOSEF = { name: 'St. Josef', regional: true } as const

/** Austria's public holidays of a year and the regional ones, by date. The package is large, so the first call loads it. */
export async function listCalendar(year: number): Promise<Holiday[]> {
  const { default: Holidays } = await import('date-holidays')
  const austrian = new Holidays('AT', { types: ['public'], languages: ['de-at', 'de'] })
  return austrian
    .getHolidays(year)
    .map(({ date, name }): Holiday => ({ date: date.slice(0, 10), name, regional: false }))
    .concat({ date: `${year}-03-19`, ...ST_JOSEF })
    .sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** `absenceId` of the absence that closes the day; null on a working day. */
export type PlannedHoliday = Holiday & Readonly<{ absenceId: number | null }>

/**
 * The holidays of a year, and on which of them the practice is closed.
 * @param calendar of that year
 */
export function listHolidays(ctx: Ctx, year: number, calendar: readonly Holiday[]): PlannedHoliday[] {
  const closed = new Map(findClosed(ctx, year).map((absence) => [daysOf(absence).from, absence.id]))
  return calendar.map((holiday) => ({ ...holiday, absenceId: closed.get(holiday.date) ?? null }))
}

/**
 * Closes the practice on exactly these holidays of the year.
 * @param calendar of that year
 * @throws Problem invalid when a date is not a holiday of the year
 */
export function closeHolidays(
  ctx: Ctx,
  year: number,
  dates: readonly Day[],
  calendar: readonly Holiday[],
): PlannedHoliday[] {
  if (dates.some((date) => !calendar.some((holiday) => holiday.date === date)))
    throw new Problem('invalid', { fields: { dates: `Bitte nur Feiertage des Jahres ${year} angeben.` } })
  return inTx(ctx, () => {
    const before = findClosed(ctx, year)
    const deleted = before.filter((absence) => !dates.includes(daysOf(absence).from))
    for (const { id } of deleted) ctx.db.delete(absences).where(eq(absences.id, id)).run()
    const added = calendar
      .filter(({ date }) => dates.includes(date) && !before.some((each) => daysOf(each).from === date))
      .map(({ date, name }) =>
        ctx.db
          .insert(absences)
          .values({ kind: 'holiday', title: name, ...spanOfDays(date, date) })
          .returning()
          .get(),
      )
    reserveAbsences(ctx)
    if (deleted.length > 0) recordAudit(ctx, 'absence-deleted', subjectOf(deleted))
    if (added.length > 0) recordAudit(ctx, 'absence-saved', subjectOf(added))
    return listHolidays(ctx, year, calendar)
  })
}

function findClosed(ctx: Ctx, year: number): AbsenceRow[] {
  const { startsAt, endsAt } = spanOfDays(`${year}-01-01`, `${year}-12-31`)
  return ctx.db
    .select()
    .from(absences)
    .where(and(eq(absences.kind, 'holiday'), gte(absences.startsAt, startsAt), lt(absences.startsAt, endsAt)))
    .all()
}
