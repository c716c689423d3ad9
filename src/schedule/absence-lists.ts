import { and, asc, eq, gt, inArray, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { absences, services } from '../db/schema.ts'
import type { Day, Interval } from '../shared/day.ts'
import { type Absence, type AbsenceRow, intervalOfDays } from './absences.ts'
import { isBusyKind } from './busy-times.ts'
import type { ResourceInterval } from './freed-times.ts'

/**
 * Returns the blocks and closures that touch the days from `from` to `to`, both included, by start. Without
 * `to`, the range has no end.
 */
export function listAbsences(ctx: Ctx, from: Day, to?: Day): Absence[] {
  return listBlockedTimes(ctx, from, to).absences.filter(({ kind }) => kind !== 'holiday')
}

/** A busy time as it is stored; its title says which calendar it comes from. */
type StoredBusyTime = ResourceInterval & Readonly<{ title: string }>

type BlockedTimes = Readonly<{ absences: Absence[]; busy: readonly StoredBusyTime[] }>

/**
 * Returns blocks, closures and holidays as `absences`, and the busy times of the doctor's other calendars as
 * `busy`.
 */
export function listBlockedTimes(ctx: Ctx, from: Day, to?: Day): BlockedTimes {
  const rows = ctx.db.select().from(absences).where(touching(from, to)).orderBy(asc(absences.startsAt)).all()
  return { absences: rows.filter(isAbsence), busy: rows.filter((row) => !isAbsence(row)) }
}

function isAbsence(row: AbsenceRow): row is Absence {
  return !isBusyKind(row.kind)
}

/** Days on which the practice is closed. The reason may be empty. */
export type Closure = Interval & Readonly<{ reason: string }>

/**
 * Returns the closures and holidays from `from` to `to` that close every resource, with the reason that
 * patients may read (docs/behaviour.md 11.8).
 */
export function listClosures(ctx: Ctx, from: Day, to: Day): Closure[] {
  // A closure of one resource does not close the practice while another one can be booked.
  const servicesElsewhere = ctx.db
    .select({ one: sql`1` })
    .from(services)
    .where(
      and(
        eq(services.active, true),
        or(sql`${services.resourceId} <> ${absences.resourceId}`, ne(services.otherResourceIds, [])),
      ),
    )
  return ctx.db
    .selectDistinct({
      startsAt: absences.startsAt,
      endsAt: absences.endsAt,
      // A holiday has its name as a title, while the title of a closure is for the practice only.
      reason: sql<string>`iif(${absences.reason} = '' and ${absences.kind} = 'holiday', ${absences.title}, ${absences.reason})`,
    })
    .from(absences)
    .where(
      and(
        touching(from, to),
        inArray(absences.kind, ['closure', 'holiday']),
        or(isNull(absences.resourceId), notExists(servicesElsewhere)),
      ),
    )
    .orderBy(asc(absences.startsAt), asc(absences.endsAt))
    .all()
}

/** Selects the absences that touch the days from `from` to `to` (both included), or all later days. */
function touching(from: Day, to: Day | undefined) {
  const { startsAt } = intervalOfDays(from, from)
  return and(
    gt(absences.endsAt, startsAt),
    to === undefined ? undefined : lt(absences.startsAt, intervalOfDays(to, to).endsAt),
  )
}
