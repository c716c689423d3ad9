import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import { recordAct } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { absences, bookings, occupations, services } from '../db/schema.ts'
import { type AbsenceWish, isOver, OVER } from '../rules/absence.ts'
import { DAY_LENGTH, type Day, dayNumber, type Instant } from '../rules/day.ts'
import { Problem } from '../rules/problems.ts'
import { coverAbsences } from './cover-absences.ts'
import { type RegisteredBooking, selectRegistered } from './register.ts'
import { dayAt, startOfDay } from './vienna.ts'

export type Absence = typeof absences.$inferSelect

type Span = Readonly<{ startsAt: Instant; endsAt: Instant }>

/** Days on which the practice is closed; the reason may be empty. */
export type Closure = Span & Readonly<{ reason: string }>

/**
 * Keeps the time free from now on. Appointments that stand within it stay, holds do not.
 * @throws Problem invalid (it is over already, or nothing has this resource)
 */
export function saveAbsence(ctx: Ctx, wish: AbsenceWish): Absence {
  return inTx(ctx, () => {
    refuseHopeless(ctx, wish)
    const absence = ctx.db
      .insert(absences)
      .values({
        kind: wish.kind,
        title: wish.title,
        reason: wish.kind === 'closure' ? wish.reason : '',
        resourceId: wish.resource_id,
        ...spanOf(wish),
        createdAt: ctx.now,
      })
      .returning()
      .get()
    coverAbsences(ctx)
    recordAct(ctx, 'absence-saved', subjectOf([absence]))
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
    coverAbsences(ctx)
    recordAct(ctx, 'absence-deleted', subjectOf(gone))
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

/**
 * The appointments that stand within the time and would stay, by their start. Paddings are the practice's own affair and no
 * conflict.
 * @throws Problem as `saveAbsence`
 */
export function findConflicts(ctx: Ctx, wish: AbsenceWish): RegisteredBooking[] {
  refuseHopeless(ctx, wish)
  const { startsAt, endsAt } = spanOf(wish)
  return selectRegistered(
    ctx,
    and(
      inArray(bookings.status, ['requested', 'confirmed']),
      lt(bookings.startsAt, endsAt),
      // No appointment takes longer than a day, and the index knows the starts alone.
      gt(bookings.startsAt, startsAt - DAY_LENGTH),
      gt(bookings.endsAt, Math.max(startsAt, ctx.now)),
      wish.resource_id === null ? isNotNull(occupations.id) : eq(occupations.resourceId, wish.resource_id),
    ),
  ).all()
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

function spanOf(wish: AbsenceWish): Span {
  return wish.kind === 'block' ? { startsAt: wish.start, endsAt: wish.end } : spanOfDays(wish.from, wish.to)
}

function refuseHopeless(ctx: Ctx, wish: AbsenceWish): void {
  if (isOver(wish, { now: ctx.now, today: dayAt(ctx.now) }))
    throw new Problem('invalid', { fields: { [wish.kind === 'block' ? 'end' : 'to']: OVER } })
  const { resource_id: resource } = wish
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
