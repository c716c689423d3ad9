import { and, eq, inArray, isNull } from 'drizzle-orm'
import { recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { absences } from '../db/schema.ts'
import { ABSENCE_IS_OVER, type AbsenceInput, isOver } from '../shared/absence.ts'
import { type Day, dayNumber, type Interval } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { dayAt, startOfDay } from '../time/vienna.ts'
import { reserveAbsences } from './absence-occupations.ts'
import type { BusySource } from './busy-times.ts'
import { recordFreedTime } from './freed-times.ts'
import { assertResource } from './resources.ts'

/** A stored absence of any kind, busy times of other calendars included. */
export type AbsenceRow = typeof absences.$inferSelect

/** An absence that the practice has entered, or a public holiday. */
export type Absence = AbsenceRow & { kind: Exclude<AbsenceRow['kind'], BusySource['kind']> }

/**
 * Saves the absence and reserves its time. Bookings within it stay, holds are deleted. Saving the same
 * absence again, as after a lost answer, changes nothing.
 * @throws Problem invalid when the absence is past or its resource does not exist
 */
export function saveAbsence(ctx: Ctx, input: AbsenceInput): Absence {
  return inTx(ctx, () => {
    assertSavableAbsence(ctx, input)
    const columns = {
      kind: input.kind,
      title: input.title,
      reason: input.kind === 'closure' ? input.reason : '',
      resourceId: input.resource_id,
      ...intervalOfAbsence(input),
    }
    const storedBefore = findAbsence(ctx, columns)
    if (storedBefore !== undefined) return storedBefore
    const absence = ctx.db.insert(absences).values(columns).returning().get() as Absence
    reserveAbsences(ctx)
    recordAudit(ctx, 'absence-saved', auditSubjectOf([absence]))
    return absence
  })
}

/** Returns the stored absence that has these columns. */
function findAbsence(
  { db }: Ctx,
  columns: Omit<Absence, 'id' | 'calendarId' | 'erpEventId'>,
): Absence | undefined {
  const isOfResource =
    columns.resourceId === null ? isNull(absences.resourceId) : eq(absences.resourceId, columns.resourceId)
  return db
    .select()
    .from(absences)
    .where(
      and(
        eq(absences.kind, columns.kind),
        eq(absences.startsAt, columns.startsAt),
        eq(absences.endsAt, columns.endsAt),
        eq(absences.title, columns.title),
        eq(absences.reason, columns.reason),
        isOfResource,
      ),
    )
    .get() as Absence | undefined
}

/** Kinds of absences that the practice enters itself. */
const ENTERED_KINDS = ['block', 'closure'] as const

/**
 * Deletes a block or a closure. A holiday is opened instead, with `setHolidayOpen`.
 * @throws Problem 'not found'
 */
export function deleteAbsence(ctx: Ctx, id: number): void {
  inTx(ctx, () => {
    const deleted = ctx.db
      .delete(absences)
      .where(and(eq(absences.id, id), inArray(absences.kind, ENTERED_KINDS)))
      .returning()
      .all()
    if (deleted.length === 0) throw new Problem('not found', {}, 'Diese Abwesenheit gibt es nicht mehr.')
    // Another absence may cover the same time, and now occupies it.
    reserveAbsences(ctx)
    recordFreedTime(ctx, deleted)
    recordAudit(ctx, 'absence-deleted', auditSubjectOf(deleted))
  })
}

/** Returns the first and the last Vienna day that the interval touches. */
export function daysOfInterval({ startsAt, endsAt }: Interval): { from: Day; to: Day } {
  return { from: dayAt(startsAt), to: dayAt(endsAt - 1) }
}

/** Returns the subject for the audit: kinds and days without titles, because a title may say who is ill. */
function auditSubjectOf(list: readonly AbsenceRow[]): string {
  return list
    .map((absence) => {
      const { from, to } = daysOfInterval(absence)
      return `${absence.kind}: ${from === to ? from : `${from} – ${to}`}`
    })
    .join(', ')
}

/** Returns the interval of whole Vienna days. A day has 23 or 25 hours when the clocks change. */
export function intervalOfDays(from: Day, to: Day): Interval {
  return { startsAt: startOfDay(dayNumber(from)), endsAt: startOfDay(dayNumber(to) + 1) }
}

/** Returns the time of an absence: a block has instants, all others have whole Vienna days. */
export function intervalOfAbsence(input: AbsenceInput): Interval {
  return input.kind === 'block'
    ? { startsAt: input.start, endsAt: input.end }
    : intervalOfDays(input.from, input.to)
}

/**
 * Refuses an absence that may not be saved.
 * @throws Problem invalid when the absence is over already or its resource does not exist
 */
export function assertSavableAbsence(ctx: Ctx, input: AbsenceInput): void {
  if (isOver(input, { now: ctx.now, today: dayAt(ctx.now) }))
    throw new Problem('invalid', {
      fields: input.kind === 'block' ? { end: ABSENCE_IS_OVER } : { to: ABSENCE_IS_OVER },
    })
  assertResource(ctx, input.resource_id)
}
