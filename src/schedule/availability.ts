import { asc, eq, or } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Db, prepared } from '../db/open.ts'
import { cached } from '../db/query-cache.ts'
import { type Booking, occupations } from '../db/schema.ts'
import { readSetting } from '../practice/settings.ts'
import { DEFAULT_MAX_BOOKING_DAYS, MONTHS_SEARCHED } from '../shared/booking.ts'
import {
  type Day,
  dayFromNumber,
  dayNumber,
  HOUR,
  type Instant,
  type Interval,
  MINUTE,
} from '../shared/day.ts'
import { timeOfDay } from '../shared/format.ts'
import { PRACTICE_DAYS_AHEAD } from '../shared/practice-days-ahead.ts'
import { type DayPart, dayPartOf } from '../shared/waiting-list.ts'
import { dayNumberAt, startOfDay } from '../time/vienna.ts'
import {
  type BookableDays,
  countFreeStarts,
  eachFreeStart,
  listFreeStarts,
  type OccupiedTimes,
} from './grid.ts'
import { readWeek } from './hours.ts'
import { IN_SPAN } from './occupations.ts'
import { getActiveService, listActiveServices, type ServiceRow } from './services.ts'

const occupied = prepared((db) => {
  const { startsAt, endsAt, expiresAt } = occupations
  return db
    .select({ startsAt, endsAt, expiresAt })
    .from(occupations)
    .where(IN_SPAN)
    .orderBy(asc(startsAt))
    .prepare()
})

type OccupiedTime = readonly [startsAt: Instant, endsAt: Instant, expiresAt: Instant | null]

const occupiedWithin = cached(
  (db: Db, span: { resource: string; start: Instant; stop: Instant }) =>
    occupied(db).values(span) as unknown as readonly OccupiedTime[],
)

/**
 * The criteria of a search for free times. `own` are the starts of occupied intervals that count as free, and
 * `taken` further intervals of the resource that count as occupied.
 */
export type Wanted = Readonly<{
  service: ServiceRow
  own?: readonly Instant[]
  taken?: readonly Interval[]
}>

/**
 * Returns the search for a time to which this booking can move. The service has the booking's own length,
 * paddings and resource. The time of the booking, and the one that its patient asks for, count as free.
 * @throws Problem service_not_found
 */
export function wantedForMove(ctx: Ctx, { id, serviceId, startsAt, endsAt }: Booking): Wanted {
  const service = getActiveService(ctx, serviceId)
  const rows = ctx.db
    .select()
    .from(occupations)
    .where(or(eq(occupations.bookingId, id), eq(occupations.moveOf, id)))
    .all()
  const reserved = rows.find(({ bookingId }) => bookingId === id)
  return {
    service: {
      ...service,
      resourceId: reserved?.resourceId ?? service.resourceId,
      durationMin: (endsAt - startsAt) / MINUTE,
      paddingBeforeMin: (startsAt - (reserved?.startsAt ?? startsAt)) / MINUTE,
      paddingAfterMin: ((reserved?.endsAt ?? endsAt) - endsAt) / MINUTE,
    },
    own: rows.map((row) => row.startsAt),
  }
}

type FreeSlots = Readonly<{ service: ServiceRow; starts: Instant[] }>

/**
 * Returns the free starts on a Vienna day, ascending.
 * @param search the id of a service, or the result of `wantedForMove`
 * @throws Problem service_not_found
 */
export function listFreeSlots(
  ctx: Ctx,
  day: Day,
  search: string | Wanted,
  reach = reachOfPatients(ctx),
): FreeSlots {
  const wanted = wantedOf(ctx, search)
  const span = bookableDays(ctx, dayNumber(day), dayNumber(day), reach)
  return { service: wanted.service, starts: freeStarts(ctx, wanted, span) }
}

/**
 * Works like `listFreeSlots`, except that the practice sees more days and has no lead time. These are
 * suggestions, because the practice may enter any start that is not occupied.
 * @throws Problem service_not_found
 */
export function listFreeSlotsForPractice(ctx: Ctx, day: Day, serviceId: string): FreeSlots {
  return listFreeSlots(ctx, day, serviceId, REACH_OF_PRACTICE)
}

export type FreeDay = Readonly<{ date: Day; starts: Instant[] }>

/** Returns whether a start lies in a part of the day; without a part each does. */
export function isInPart(start: Instant, part: DayPart | undefined): boolean {
  return part === undefined || dayPartOf(timeOfDay(start)) === part
}

/** Number of days that `listNextFreeDays` and `findNextFreeStart` search. */
const NEXT_DAYS = MONTHS_SEARCHED * 30

/**
 * Returns the first days on or after a Vienna day that have free starts for the practice.
 * @param options `days` is the largest number of days, and `fits` tells which starts count
 */
export function listNextFreeDays(
  ctx: Ctx,
  from: Day,
  wanted: Wanted,
  { days, fits = () => true }: Readonly<{ days: number; fits?: (start: Instant) => boolean }>,
): FreeDay[] {
  const first = Math.max(dayNumber(from), dayNumberAt(ctx.now))
  const span = bookableDays(ctx, first, first + NEXT_DAYS, REACH_OF_PRACTICE)
  const found = new Map<number, Instant[]>()
  eachFreeStart(wanted.service, readWeek(ctx), readOccupied(ctx, wanted, span), span, (start, day) => {
    if (fits(start) && (found.has(day) || found.size < days))
      found.set(day, [...(found.get(day) ?? []), start])
  })
  return [...found].map(([day, starts]) => ({ date: dayFromNumber(day), starts }))
}

/** Returns the first start that patients are offered within `NEXT_DAYS`; undefined when there is none. */
export function findNextFreeStart(ctx: Ctx, service: ServiceRow): Instant | undefined {
  const today = dayNumberAt(ctx.now)
  return freeStarts(ctx, { service }, bookableDays(ctx, today, today + NEXT_DAYS))[0]
}

function wantedOf(ctx: Ctx, search: string | Wanted): Wanted {
  return typeof search === 'string' ? { service: getActiveService(ctx, search) } : search
}

function freeStarts(ctx: Ctx, wanted: Wanted, span: BookableDays): Instant[] {
  return listFreeStarts(wanted.service, readWeek(ctx), readOccupied(ctx, wanted, span), span)
}

/** Returns the free starts for patients whose time, paddings included, overlaps the interval. */
export function listFreeStartsIn(ctx: Ctx, wanted: Wanted, { startsAt, endsAt }: Interval): Instant[] {
  const { durationMin, paddingBeforeMin, paddingAfterMin } = wanted.service
  const after = startsAt - (durationMin + paddingAfterMin) * MINUTE
  const before = endsAt + paddingBeforeMin * MINUTE
  const span = bookableDays(ctx, dayNumberAt(after), dayNumberAt(before))
  return freeStarts(ctx, wanted, span).filter((start) => start > after && start < before)
}

/** True for a start on the grid that patients may book. `reserve` checks whether it is occupied. */
export function isBookableStart(ctx: Ctx, service: ServiceRow, start: Instant): boolean {
  const day = dayNumberAt(start)
  return listFreeStarts(service, readWeek(ctx), [], bookableDays(ctx, day, day)).includes(start)
}

/**
 * Returns the number of free starts for each Vienna day from `from` to `to`, both included.
 * @param search the id of a service, or the result of `wantedForMove`; undefined counts the distinct starts
 * at which at least one active service fits (docs/behaviour.md 3.9)
 * @throws Problem service_not_found
 */
export function summariseDays(
  ctx: Ctx,
  from: Day,
  to: Day,
  search?: string | Wanted,
): { date: Day; available_count: number }[] {
  const first = dayNumber(from)
  const last = dayNumber(to)
  const span = bookableDays(ctx, first, last)
  const counts =
    search === undefined ? countAnyService(ctx, span) : countOneService(ctx, span, wantedOf(ctx, search))
  const days = []
  for (let day = first; day <= last; day++)
    days.push({ date: dayFromNumber(day), available_count: counts[day - span.from] ?? 0 })
  return days
}

/**
 * The time in which starts are free for booking: from `leadHours` after now to `daysAhead` days after today.
 */
type Reach = Readonly<{ daysAhead: number; leadHours: number }>

const REACH_OF_PRACTICE: Reach = { daysAhead: PRACTICE_DAYS_AHEAD, leadHours: 0 }

function reachOfPatients(ctx: Ctx): Reach {
  return {
    daysAhead: readSetting(ctx, 'general', 'maxBookingDays') ?? DEFAULT_MAX_BOOKING_DAYS,
    leadHours: readSetting(ctx, 'general', 'lead_hours'),
  }
}

/** Limits a range of days (since 1970) to those between today and the last bookable day. */
function bookableDays(ctx: Ctx, from: number, to: number, reach = reachOfPatients(ctx)): BookableDays {
  const today = dayNumberAt(ctx.now)
  const after = ctx.now + reach.leadHours * HOUR
  return { from: Math.max(from, today), to: Math.min(to, today + reach.daysAhead), after }
}

function countOneService(ctx: Ctx, span: BookableDays, wanted: Wanted): number[] {
  return span.from > span.to
    ? []
    : countFreeStarts(wanted.service, readWeek(ctx), readOccupied(ctx, wanted, span), span)
}

function countAnyService(ctx: Ctx, span: BookableDays): number[] {
  const week = readWeek(ctx)
  const starts = new Map<Instant, number>()
  for (const service of listActiveServices(ctx)) {
    eachFreeStart(service, week, readOccupied(ctx, { service }, span), span, (start, day) =>
      starts.set(start, day),
    )
  }
  const counts: number[] = []
  for (const day of starts.values()) counts[day - span.from] = (counts[day - span.from] ?? 0) + 1
  return counts
}

/**
 * Reads the occupied intervals of the service's resource in the span, widened by the paddings, with one
 * query.
 */
function readOccupied(
  ctx: Ctx,
  { service, own = [], taken = [] }: Wanted,
  span: BookableDays,
): OccupiedTimes {
  if (span.from > span.to) return []
  const { resourceId, paddingBeforeMin, paddingAfterMin } = service
  const rows = occupiedWithin(ctx.db, {
    resource: resourceId,
    start: startOfDay(span.from) - paddingBeforeMin * MINUTE,
    stop: startOfDay(span.to + 1) + paddingAfterMin * MINUTE,
  })
  const times: Instant[] = []
  for (const [startsAt, endsAt, expiresAt] of rows)
    if ((expiresAt === null || expiresAt > ctx.now) && !own.includes(startsAt)) times.push(startsAt, endsAt)
  if (taken.length === 0) return times
  const pairs = taken.map(({ startsAt, endsAt }) => [startsAt, endsAt] as const)
  for (let i = 0; i < times.length; i += 2) pairs.push([times[i] as Instant, times[i + 1] as Instant])
  return pairs.toSorted(([a], [b]) => a - b).flat()
}
