import { and, asc, eq, gt, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import { recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { absences, services } from '../db/schema.ts'
import { type AbsenceInput, isOver, OVER } from '../shared/absence.ts'
import { type Day, dayNumber, type Instant } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { dayAt, startOfDay } from '../time/vienna.ts'
import { layAbsenceBlocks } from './absence-blocks.ts'

export type Absence = typeof absences.$inferSelect

type Span = Readonly<{ startsAt: Instant; endsAt: Instant }>

/** Days on which the practice is closed; the reason may be empty. */
export type Closure = Span & Readonly<{ reason: string }>

/**
 * Keeps the time free from now on. Appointments that stand within it stay, holds do not.
 * @throws Problem invalid (it is over already, or nothing has this resource)
 */
export function saveAbsence(ctx: Ctx, input: AbsenceInput): Absence {
  return inTx(ctx, () => {
    assertSavable(ctx, input)
    const absence = ctx.db
      .insert(absences)
      .values({
        kind: input.kind,
        title: input.title,
        reason: input.kind === 'closure' ? input.reason : '',
        resourceId: input.resource_id,
        ...spanOf(input),
      })
      .returning()
      .get()
    layAbsenceBlocks(ctx)
    recordAudit(ctx, 'absence-saved', subjectOf([absence]))
    return absence
  })
}

/**
 * Gives the time back.
 * @throws Problem 'not found'
 */
export function deleteAbsence(ctx: Ctx, id: number): void {
  inTx(ctx, () => {
    const gone = ctx.db.delete(absences).where(eq(absences.id, id)).returning().all()
    if (gone.length === 0) throw new Problem('not found', {}, 'Diese Abwesenheit gibt es nicht mehr.')
    // Another absence may have left this time to the one that is gone.
    layAbsenceBlocks(ctx)
    recordAudit(ctx, 'absence-deleted', subjectOf(gone))
  })
}

/** What touches the days from `from` to `to`, both included, by its start; without `to` everything from then on. */
export function listAbsences(ctx: Ctx, from: Day, to?: Day): Absence[] {
  return ctx.db.select().from(absences).where(touching(from, to)).orderBy(asc(absences.startsAt)).all()
}

/**
 * What patients may know of the closures and holidays that touch these days: when nobody works at all, and why. One doctor's
 * absence among several closes no practice; titles are the practice's own, but for the names of holidays.
 */
export function listClosures(ctx: Ctx, from: Day, to: Day): Closure[] {
  const others = ctx.db
    .select({ one: sql`1` })
    .from(services)
    .where(and(eq(services.active, true), sql`${services.resourceId} <> ${absences.resourceId}`))
  return ctx.db
    .selectDistinct({
      startsAt: absences.startsAt,
      endsAt: absences.endsAt,
      reason: sql<string>`iif(${absences.reason} = '' and ${absences.kind} = 'holiday', ${absences.title}, ${absences.reason})`,
    })
    .from(absences)
    .where(
      and(
        touching(from, to),
        inArray(absences.kind, ['closure', 'holiday']),
        or(isNull(absences.resourceId), notExists(others)),
      ),
    )
    .orderBy(asc(absences.startsAt), asc(absences.endsAt))
    .all()
}

/** The Vienna days that it touches, the first and the last one included. */
export function daysOf({ startsAt, endsAt }: Span): { from: Day; to: Day } {
  return { from: dayAt(startsAt), to: dayAt(endsAt - 1) }
}

/** For the audit: kinds and days, never a title, which may say who is ill. */
export function subjectOf(list: readonly Absence[]): string {
  return list
    .map((absence) => {
      const { from, to } = daysOf(absence)
      return `${absence.kind}: ${from === to ? from : `${from} – ${to}`}`
    })
    .join(', ')
}

/** Whole days, from one Vienna midnight to another: 23 and 25 hours where the clocks change. */
export function spanOfDays(from: Day, to: Day): Span {
  return { startsAt: startOfDay(dayNumber(from)), endsAt: startOfDay(dayNumber(to) + 1) }
}

/** The instants between which an absence lies. */
export function spanOf(input: AbsenceInput): Span {
  return input.kind === 'block'
    ? { startsAt: input.start, endsAt: input.end }
    : spanOfDays(input.from, input.to)
}

/**
 * @throws Problem invalid when the absence is over already or no service has its resource
 */
export function assertSavable(ctx: Ctx, input: AbsenceInput): void {
  if (isOver(input, { now: ctx.now, today: dayAt(ctx.now) }))
    throw new Problem('invalid', { fields: { [input.kind === 'block' ? 'end' : 'to']: OVER } })
  const { resource_id: resource } = input
  if (resource === null) return
  const served = ctx.db.select().from(services).where(eq(services.resourceId, resource)).limit(1).get()
  if (served === undefined)
    throw new Problem('invalid', { fields: { resource_id: 'Keine Leistung hat diese Ressource.' } })
}

function touching(from: Day, to: Day | undefined) {
  const { startsAt } = spanOfDays(from, from)
  return and(
    gt(absences.endsAt, startsAt),
    to === undefined ? undefined : lt(absences.startsAt, spanOfDays(to, to).endsAt),
  )
}
