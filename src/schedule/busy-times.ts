import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { absences } from '../db/schema.ts'
import { DAY_LENGTH, type Instant, type Interval } from '../shared/day.ts'
import { reserveAbsences } from './absence-occupations.ts'
import { type ResourceInterval, recordFreedTime } from './freed-times.ts'
import { mergeIntervals } from './intervals.ts'

/** Where busy times come from: the doctor's calendar in Odoo, or another calendar. */
export type BusySource =
  | Readonly<{ kind: 'erp' }>
  | Readonly<{ kind: 'calendar'; calendarId: number; resourceId: string | null }>

/**
 * A busy time of the doctor in another calendar. It is stored as an absence, so that it occupies the time
 * that bookings leave. Its subject is not stored.
 */
export type BusyTime = Interval &
  Readonly<{
    /** Set for Odoo only. */
    eventId?: number
    /** The resource that is busy, set for Odoo only; null for all resources. */
    resourceId?: string | null
  }>

/** Kinds of absences that are busy times. */
export const BUSY_KINDS = ['erp', 'calendar'] as const

/** Returns whether absences of a kind come from another calendar, so that nobody can change them here. */
export function isBusyKind(kind: string | undefined): kind is BusySource['kind'] {
  return BUSY_KINDS.some((busyKind) => busyKind === kind)
}

const TITLES: Readonly<Record<BusySource['kind'], string>> = {
  erp: 'Belegt in Odoo',
  calendar: 'Belegt in einem anderen Kalender',
}

/** One statement for many times, because thousands may change at once. */
const insertBusy = prepared(({ $client }) =>
  $client.prepare(`
    insert into absences (kind, title, erp_event_id, calendar_id, resource_id, starts_at, ends_at)
    select @kind, @title, value ->> 'eventId', @calendarId, value ->> 'resourceId', value ->> 'startsAt',
      value ->> 'endsAt'
    from json_each(@times)`),
)

/** An interval within which every busy time starts. */
const ALWAYS: Interval = { startsAt: Number.MIN_SAFE_INTEGER, endsAt: Number.MAX_SAFE_INTEGER }

/**
 * Replaces the busy times of a source. Only rows that differ are written. Must run inside a transaction.
 * @param startsWithin limits the work to busy times that start in this interval
 */
export function replaceBusyTimes(
  ctx: Ctx,
  source: BusySource,
  busy: readonly BusyTime[],
  startsWithin: Interval = ALWAYS,
): void {
  const { outdated, missing } = compareWithStored(ctx, source, busy, startsWithin)
  if (outdated.length === 0 && missing.length === 0) return
  // A list passed as JSON avoids the limit of parameters in SQLite.
  const outdatedIds = JSON.stringify(outdated.map(({ id }) => id))
  ctx.db
    .delete(absences)
    .where(inArray(absences.id, sql`(select value from json_each(${outdatedIds}))`))
    .run()
  insertBusy(ctx.db).run({
    kind: source.kind,
    title: TITLES[source.kind],
    calendarId: source.kind === 'calendar' ? source.calendarId : null,
    times: JSON.stringify(missing),
  })
  for (const changed of spansOfChanges([...outdated, ...missing])) reserveAbsences(ctx, changed)
  recordFreedTime(ctx, outdated)
}

/** A busy time with the event in Odoo; null for another calendar. */
type StoredTime = ResourceInterval & Readonly<{ eventId: number | null }>

/**
 * Compares the stored times of a source with those that were read: `outdated` are stored but were not read,
 * `missing` were read but are not stored.
 */
function compareWithStored(ctx: Ctx, source: BusySource, busy: readonly BusyTime[], startsWithin: Interval) {
  const usualResource = source.kind === 'calendar' ? source.resourceId : null
  const missing = new Map<string, StoredTime>()
  for (const { startsAt, endsAt, eventId = null, resourceId = usualResource } of busy) {
    if (startsAt < startsWithin.startsAt || startsAt >= startsWithin.endsAt) continue
    const time = { startsAt, endsAt, eventId, resourceId }
    missing.set(identityOf(time), time)
  }
  const outdated: (StoredTime & { id: number })[] = []
  for (const [id, startsAt, endsAt, eventId, resourceId] of listStored(ctx, source, startsWithin)) {
    const time = { id, startsAt, endsAt, eventId, resourceId }
    if (!missing.delete(identityOf(time))) outdated.push(time)
  }
  return { outdated, missing: [...missing.values()] }
}

type StoredRow = readonly [
  id: number,
  startsAt: Instant,
  endsAt: Instant,
  eventId: number | null,
  resourceId: string | null,
]

/** Returns rows as arrays, which are faster to read than objects, because a calendar may have thousands. */
function listStored({ db }: Ctx, source: BusySource, startsWithin: Interval): readonly StoredRow[] {
  const { id, startsAt, endsAt, erpEventId, resourceId } = absences
  return db
    .select({ id, startsAt, endsAt, erpEventId, resourceId })
    .from(absences)
    .where(and(isOfSource(source), gte(startsAt, startsWithin.startsAt), lt(startsAt, startsWithin.endsAt)))
    .values() as unknown as readonly StoredRow[]
}

/** Returns a key that is equal for a stored time and a time that was read if nothing has changed. */
function identityOf({ startsAt, endsAt, eventId, resourceId }: StoredTime): string {
  return `${eventId} ${startsAt} ${endsAt} ${resourceId}`
}

/** Changes at most so many milliseconds apart are reserved together, which is faster than one by one. */
const LONGEST_GAP = DAY_LENGTH

/** Returns the spans of time in which something changes, without the long gaps between them. */
function spansOfChanges(changes: readonly Interval[]): Interval[] {
  return mergeIntervals(changes.map(({ startsAt, endsAt }) => ({ startsAt, endsAt: endsAt + LONGEST_GAP })))
}

/**
 * The most starts of busy times in one part. Requests wait some milliseconds while a part is replaced;
 * smaller parts would wait for the disk more often.
 */
const STARTS_AT_ONCE = 500

/**
 * Divides time into intervals in which `replaceBusyTimes` has little to do, so that a calendar with thousands
 * of entries does not keep requests waiting.
 */
export function partsOfBusyTimes(ctx: Ctx, source: BusySource, busy: readonly BusyTime[]): Interval[] {
  const stored = listStored(ctx, source, ALWAYS)
  // A typed array is sorted in a tenth of the time.
  const starts = new Float64Array([
    ...stored.map(([, startsAt]) => startsAt),
    ...busy.map(({ startsAt }) => startsAt),
  ]).sort()
  const bounds: Instant[] = [ALWAYS.startsAt]
  for (let index = STARTS_AT_ONCE; index < starts.length; index += STARTS_AT_ONCE) {
    const bound = starts[index] as Instant
    if (bound !== bounds.at(-1)) bounds.push(bound)
  }
  return bounds.map((startsAt, index) => ({ startsAt, endsAt: bounds[index + 1] ?? ALWAYS.endsAt }))
}

/**
 * Frees all busy times of a source that is removed or replaced. Must run inside a transaction.
 * @returns the busy times; when the source is removed, the caller passes them to `recordFreedTime`
 */
export function dropBusyTimes(ctx: Ctx, source: BusySource): ResourceInterval[] {
  const dropped = ctx.db.delete(absences).where(isOfSource(source)).returning().all()
  if (dropped.length > 0) reserveAbsences(ctx)
  return dropped
}

/** Selects the absences that are busy times of the source. */
function isOfSource(source: BusySource) {
  return and(
    eq(absences.kind, source.kind),
    source.kind === 'calendar' ? eq(absences.calendarId, source.calendarId) : undefined,
  )
}
