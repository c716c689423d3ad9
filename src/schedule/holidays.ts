import { and, eq, gte, lt } from 'drizzle-orm'
import { recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { absences } from '../db/schema.ts'
import type { Day } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { layAbsenceBlocks } from './absence-blocks.ts'
import { type Absence, daysOf, spanOfDays, subjectOf } from './absences.ts'
import type { Holiday } from './holiday-calendar.ts'

/** `absenceId` of the absence that keeps the day closed; null on a day that is worked like any other. */
export type KeptHoliday = Holiday & Readonly<{ absenceId: number | null }>

/**
 * The holidays of a year and which of them the practice keeps.
 * @param calendar of that year
 */
export function listHolidays(ctx: Ctx, year: number, calendar: readonly Holiday[]): KeptHoliday[] {
  const cached = new Map(keptIn(ctx, year).map((absence) => [daysOf(absence).from, absence.id]))
  return calendar.map((holiday) => ({ ...holiday, absenceId: cached.get(holiday.date) ?? null }))
}

/**
 * Closes exactly these of the year's holidays, and no other.
 * @param calendar of that year
 * @throws Problem invalid when a date is no holiday of the year
 */
export function keepHolidays(
  ctx: Ctx,
  year: number,
  dates: readonly Day[],
  calendar: readonly Holiday[],
): KeptHoliday[] {
  if (dates.some((date) => !calendar.some((holiday) => holiday.date === date)))
    throw new Problem('invalid', { fields: { dates: `Bitte nur Feiertage des Jahres ${year} angeben.` } })
  return inTx(ctx, () => {
    const before = keptIn(ctx, year)
    const gone = before.filter((absence) => !dates.includes(daysOf(absence).from))
    for (const { id } of gone) ctx.db.delete(absences).where(eq(absences.id, id)).run()
    const made = calendar
      .filter(({ date }) => dates.includes(date) && !before.some((each) => daysOf(each).from === date))
      .map(({ date, name }) =>
        ctx.db
          .insert(absences)
          .values({ kind: 'holiday', title: name, ...spanOfDays(date, date) })
          .returning()
          .get(),
      )
    layAbsenceBlocks(ctx)
    if (gone.length > 0) recordAudit(ctx, 'absence-deleted', subjectOf(gone))
    if (made.length > 0) recordAudit(ctx, 'absence-saved', subjectOf(made))
    return listHolidays(ctx, year, calendar)
  })
}

function keptIn(ctx: Ctx, year: number): Absence[] {
  const { startsAt, endsAt } = spanOfDays(`${year}-01-01`, `${year}-12-31`)
  return ctx.db
    .select()
    .from(absences)
    .where(and(eq(absences.kind, 'holiday'), gte(absences.startsAt, startsAt), lt(absences.startsAt, endsAt)))
    .all()
}
