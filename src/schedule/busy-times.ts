import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { absences } from '../db/schema.ts'
import type { Interval } from '../shared/day.ts'
import { reserveAbsences } from './absence-occupations.ts'
import { type ResourceInterval, recordFreedTime } from './freed-times.ts'

/** Where busy times come from: the doctor's calendar in Odoo, or another calendar. */
export type BusySource =
  | Readonly<{ kind: 'erp' }>
  | Readonly<{ kind: 'calendar'; calendarId: number; resourceId: string | null }>

/**
 * A busy time of the doctor elsewhere. It is stored as an absence, so that it occupies the time that bookings
 * leave. Nothing is stored of what it is about.
 */
export type BusyTime = Interval &
  Readonly<{
    /** Set for Odoo only. */
    eventId?: number
    /** Whose time it is, set for Odoo only; null for all resources. */
    resourceId?: string | null
  }>

/** Kinds of absences that are busy times. */
export const BUSY_KINDS = ['erp', 'calendar'] as const

/** Returns whether absences of a kind come from another calendar, so that nobody can change them here. */
export function isBusyKind(kind: string | undefined): kind is BusySource['kind'] {
  return BUSY_KINDS.some((each) => each === kind)
}

const TITLES: Readonly<Record<BusySource['kind'], string>> = {
  erp: 'Belegt in Odoo',
  calendar: 'Belegt in einem anderen Kalender',
}

const insertBusy = prepared((db) =>
  db
    .insert(absences)
    .values({
      kind: sql.placeholder('kind'),
      title: sql.placeholder('title'),
      erpEventId: sql.placeholder('erpEventId'),
      calendarId: sql.placeholder('calendarId'),
      resourceId: sql.placeholder('resourceId'),
      startsAt: sql.placeholder('startsAt'),
      endsAt: sql.placeholder('endsAt'),
    })
    .prepare(),
)

/** All of time: every busy time starts within it. */
const ALWAYS: Interval = { startsAt: Number.MIN_SAFE_INTEGER, endsAt: Number.MAX_SAFE_INTEGER }

/**
 * Replaces the busy times of a source. Only rows that differ are written. Must run inside a transaction.
 * @param starts limits the work to busy times that start in this interval
 */
export function replaceBusyTimes(
  ctx: Ctx,
  source: BusySource,
  busy: readonly BusyTime[],
  starts: Interval = ALWAYS,
): void {
  const isWithin = and(gte(absences.startsAt, starts.startsAt), lt(absences.startsAt, starts.endsAt))
  const stored = ctx.db
    .select()
    .from(absences)
    .where(and(isOf(source), isWithin))
    .all()
  const { calendarId, resourceId: ofAll } =
    source.kind === 'calendar' ? source : { calendarId: null, resourceId: null }
  const wanted = new Map(
    busy
      .filter(({ startsAt }) => startsAt >= starts.startsAt && startsAt < starts.endsAt)
      .map(({ eventId: erpEventId = null, resourceId = ofAll, startsAt, endsAt }) => {
        const time = { erpEventId, resourceId, startsAt, endsAt }
        return [identityOf(time), time]
      }),
  )
  const outdated = stored.filter((row) => !wanted.delete(identityOf(row)))
  if (outdated.length === 0 && wanted.size === 0) return
  ctx.db
    .delete(absences)
    .where(
      inArray(
        absences.id,
        sql`(select value from json_each(${JSON.stringify(outdated.map(({ id }) => id))}))`,
      ),
    )
    .run()
  const changed = spanOf([...outdated, ...wanted.values()])
  const insert = insertBusy(ctx.db)
  const same = { kind: source.kind, title: TITLES[source.kind], calendarId }
  for (const time of wanted.values()) insert.run({ ...same, ...time })
  reserveAbsences(ctx, changed)
  recordFreedTime(ctx, outdated)
}

function identityOf({
  erpEventId,
  resourceId,
  startsAt,
  endsAt,
}: Pick<typeof absences.$inferSelect, 'erpEventId' | 'resourceId' | 'startsAt' | 'endsAt'>): string {
  return `${erpEventId} ${startsAt} ${endsAt} ${resourceId}`
}

function spanOf(times: readonly Interval[]): Interval {
  return {
    startsAt: times.reduce((first, { startsAt }) => Math.min(first, startsAt), Number.POSITIVE_INFINITY),
    endsAt: times.reduce((last, { endsAt }) => Math.max(last, endsAt), Number.NEGATIVE_INFINITY),
  }
}

/** Starts of busy times in each part. Replacing the times of one part takes some milliseconds. */
const TIMES_AT_ONCE = 100

/**
 * Divides time into intervals in each of which `replaceBusyTimes` has little to do, so that a calendar of
 * thousands of entries keeps no request waiting.
 */
export function partsOfBusyTimes(ctx: Ctx, source: BusySource, busy: readonly BusyTime[]): Interval[] {
  const stored = ctx.db.select({ startsAt: absences.startsAt }).from(absences).where(isOf(source)).all()
  const starts = [...new Set([...stored, ...busy].map(({ startsAt }) => startsAt))]
  const bounds = starts
    .toSorted((a, b) => a - b)
    .filter((_, index) => index > 0 && index % TIMES_AT_ONCE === 0)
  return [ALWAYS.startsAt, ...bounds].map((startsAt, index) => ({
    startsAt,
    endsAt: bounds[index] ?? ALWAYS.endsAt,
  }))
}

/**
 * Frees all busy times of a source that ends or becomes another one. Must run inside a transaction.
 * @returns the busy times; a source that has ended gives them to the waiting list by `recordFreedTime`
 */
export function dropBusyTimes(ctx: Ctx, source: BusySource): ResourceInterval[] {
  const dropped = ctx.db.delete(absences).where(isOf(source)).returning().all()
  if (dropped.length > 0) reserveAbsences(ctx)
  return dropped
}

function isOf(source: BusySource) {
  return and(
    eq(absences.kind, source.kind),
    source.kind === 'calendar' ? eq(absences.calendarId, source.calendarId) : undefined,
  )
}
