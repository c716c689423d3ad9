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
  wallTime,
} from '../shared/day.ts'
import { PRACTICE_DAYS_AHEAD } from '../shared/practice-days-ahead.ts'
import { Problem } from '../shared/problems.ts'
import { type DayPart, dayPartOf } from '../shared/waiting-list.ts'
import { dayNumberAt, minuteOfDay, startOfDay } from '../time/vienna.ts'
import {
  type BookableDays,
  countFreeStarts,
  eachFreeStart,
  listFreeStarts,
  type OccupiedTimes,
} from './grid.ts'
import { isWithinHours, readWeek, type Week } from './hours.ts'
import { IN_SPAN, isUnoccupied } from './occupations.ts'
import { atResource, choicesOf, inFairOrder } from './resource-choice.ts'
import { listResources, resourceIdsOf } from './resources.ts'
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

const occupiedOfSeveral = prepared((db) =>
  db.$client
    .prepare<unknown[], [number, ...OccupiedTime]>(`
      select wanted.key, starts_at, ends_at, expires_at from json_each(@resources) as wanted
      cross join occupations on resource_id = wanted.value and starts_at < @stop and starts_at >= coalesce(
        (select max(starts_at) from occupations where resource_id = wanted.value and starts_at <= @start), @start)
      order by wanted.key, starts_at`)
    .raw(),
)

/** The occupied times of a resource. `steady` has them flat where none of them can expire. */
type Lane = { rows: OccupiedTime[]; steady: Instant[] | undefined }

type OccupiedLane = Readonly<{ rows: readonly OccupiedTime[]; steady: OccupiedTimes | undefined }>

const occupiedWithinEach = cached((db: Db, span: { resources: string[]; start: Instant; stop: Instant }) => {
  const lanes = span.resources.map((): Lane => ({ rows: [], steady: [] }))
  const rows = occupiedOfSeveral(db).all({ ...span, resources: JSON.stringify(span.resources) })
  for (const [at, startsAt, endsAt, expiresAt] of rows) {
    const lane = lanes[at] as Lane
    lane.rows.push([startsAt, endsAt, expiresAt])
    if (expiresAt !== null) lane.steady = undefined
    lane.steady?.push(startsAt, endsAt)
  }
  return lanes as readonly OccupiedLane[]
})

/** The start of an occupied interval of a resource. */
type OwnTime = Readonly<{ resourceId: string; startsAt: Instant }>

/**
 * The criteria of a search for free times. `own` are occupied intervals that count as free, and `taken`
 * further intervals of the service's resources that count as occupied. With a `wish`, only this resource of
 * the service counts, otherwise a time is free when it is for one of them.
 */
export type Wanted = Readonly<{
  service: ServiceRow
  wish?: string | undefined
  own?: readonly OwnTime[]
  taken?: readonly Interval[]
}>

/**
 * Returns the search for a time to which this booking can move. The service has the booking's own length,
 * paddings and resource. The time of the booking, and the one that its patient asks for, count as free.
 * @param wish another resource to move to
 * @throws Problem service_not_found, invalid (a wish for a resource that the service does not have)
 */
export function wantedForMove(
  ctx: Ctx,
  { id, serviceId, resourceId, startsAt, endsAt }: Booking,
  wish = resourceId,
): Wanted {
  const service = getActiveService(ctx, serviceId)
  if (wish !== resourceId) choicesOf(ctx, service, wish)
  const rows = ctx.db
    .select()
    .from(occupations)
    .where(or(eq(occupations.bookingId, id), eq(occupations.moveOf, id)))
    .all()
  const reserved = rows.find(({ bookingId }) => bookingId === id)
  return {
    service: {
      ...atResource(service, wish),
      durationMin: (endsAt - startsAt) / MINUTE,
      paddingBeforeMin: (startsAt - (reserved?.startsAt ?? startsAt)) / MINUTE,
      paddingAfterMin: ((reserved?.endsAt ?? endsAt) - endsAt) / MINUTE,
    },
    own: rows,
  }
}

/**
 * The free starts of a service, ascending, and for each of them the resource that an appointment would go to
 * now (docs/behaviour.md 21.7).
 */
export type FreeSlots = Readonly<{ service: ServiceRow; starts: Instant[]; resourceIds: string[] }>

/**
 * Returns the free starts on a Vienna day.
 * @param search the id of a service, or what is wanted
 * @throws Problem service_not_found, invalid (a wish for a resource that the service does not have)
 */
export function listFreeSlots(
  ctx: Ctx,
  day: Day,
  search: string | Wanted,
  reach = reachOfPatients(ctx),
): FreeSlots {
  const wanted = wantedOf(ctx, search)
  const number = dayNumber(day)
  const span = bookableDays(ctx, number, number, reach)
  const choices = inFairOrder(ctx, choicesOf(ctx, wanted.service, wanted.wish), number)
  const found = new Map<Instant, string>()
  for (const choice of choices)
    for (const start of freeStarts(ctx, { ...wanted, service: choice, wish: undefined }, span))
      if (!found.has(start)) found.set(start, choice.resourceId)
  const slots = choices.length < 2 ? [...found] : [...found].sort(([one], [other]) => one - other)
  return {
    service: wanted.service,
    starts: slots.map(([start]) => start),
    resourceIds: slots.map(([, resourceId]) => resourceId),
  }
}

/**
 * Works like `listFreeSlots`, except that the practice sees more days and has no lead time. These are
 * suggestions, because the practice may enter any start that is not occupied.
 * @throws Problem service_not_found, invalid (a wish for a resource that the service does not have)
 */
export function listFreeSlotsForPractice(ctx: Ctx, day: Day, search: string | Wanted): FreeSlots {
  return listFreeSlots(ctx, day, search, REACH_OF_PRACTICE)
}

export type FreeDay = Readonly<{ date: Day; starts: Instant[] }>

/** Returns whether a start lies in a part of the day; without a part each does. */
export function isInPart(start: Instant, part: DayPart | undefined): boolean {
  return part === undefined || dayPartOf(wallTime(minuteOfDay(start))) === part
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
  eachStart(wanted.service, lanesOf(ctx, wanted, span), span, (start, day) => {
    if (fits(start) && (found.has(day) || found.size < days))
      found.set(day, [...(found.get(day) ?? []), start])
  })
  return [...found].map(([day, starts]) => ({ date: dayFromNumber(day), starts }))
}

/** Returns the first start that patients can book within `NEXT_DAYS`; undefined when there is none. */
export function findNextFreeStart(ctx: Ctx, service: ServiceRow): Instant | undefined {
  const today = dayNumberAt(ctx.now)
  return freeStarts(ctx, { service }, bookableDays(ctx, today, today + NEXT_DAYS))[0]
}

function wantedOf(ctx: Ctx, search: string | Wanted): Wanted {
  return typeof search === 'string' ? { service: getActiveService(ctx, search) } : search
}

function freeStarts(ctx: Ctx, wanted: Wanted, span: BookableDays): Instant[] {
  const starts: Instant[] = []
  eachStart(wanted.service, lanesOf(ctx, wanted, span), span, (start) => starts.push(start))
  return starts
}

/** Finds the starts at which one of the resources is free, ascending and each once. */
function eachStart(
  service: ServiceRow,
  lanes: readonly Lanes[],
  span: BookableDays,
  onFree: (start: Instant, day: number) => void,
): void {
  const found = new Map<Instant, number>()
  const note = lanes.length < 2 ? onFree : (start: Instant, day: number) => void found.set(start, day)
  for (const { week, occupied } of lanes) {
    const [first = [], ...others] = occupied
    eachFreeStart(service, week, first, span, note, others)
  }
  for (const [start, day] of [...found].sort(([a], [b]) => a - b)) onFree(start, day)
}

/** The occupied times of the resources that have the same working hours. */
type Lanes = Readonly<{ week: Week; occupied: OccupiedTimes[] }>

/** Reads the resources of the search by their working hours, with one query for all of them. */
function lanesOf(ctx: Ctx, wanted: Wanted, span: BookableDays): Lanes[] {
  if (span.from > span.to) return []
  const choices = choicesOf(ctx, wanted.service, wanted.wish)
  const occupied = readOccupied(ctx, wanted, choices, span)
  const practice = readWeek(ctx)
  const known = listResources(ctx)
  const lanes: Lanes[] = []
  for (const [i, { resourceId }] of choices.entries()) {
    const week = known.find(({ id }) => id === resourceId)?.week ?? practice
    const same = lanes.find((each) => each.week === week)
    if (same !== undefined) same.occupied.push(occupied[i] ?? [])
    else lanes.push({ week, occupied: [occupied[i] ?? []] })
  }
  return lanes
}

/** Returns the free starts for patients whose time, paddings included, overlaps the interval. */
export function listFreeStartsIn(ctx: Ctx, wanted: Wanted, { startsAt, endsAt }: Interval): Instant[] {
  const { durationMin, paddingBeforeMin, paddingAfterMin } = wanted.service
  const after = startsAt - (durationMin + paddingAfterMin) * MINUTE
  const before = endsAt + paddingBeforeMin * MINUTE
  const span = bookableDays(ctx, dayNumberAt(after), dayNumberAt(before))
  return freeStarts(ctx, wanted, span).filter((start) => start > after && start < before)
}

/**
 * True for a start on the grid of the service's first resource that patients may book. `reserve` checks
 * whether it is occupied.
 */
export function isBookableStart(ctx: Ctx, service: ServiceRow, start: Instant): boolean {
  const day = dayNumberAt(start)
  const week = readWeek(ctx, service.resourceId)
  return listFreeStarts(service, week, [], bookableDays(ctx, day, day)).includes(start)
}

/**
 * Returns the choices that are free at a start on their grid that patients may book, the fairest first; where
 * all of them are occupied, those with the start on their grid.
 * @param wish the only resource that is asked for; undefined asks for any
 * @throws Problem invalid (a wish for a resource that the service does not have), slot_taken when no grid has
 * the start
 */
export function choicesForPatient(
  ctx: Ctx,
  service: ServiceRow,
  start: Instant,
  wish: string | undefined,
): readonly [ServiceRow, ...ServiceRow[]] {
  const open = choicesOf(ctx, service, wish).filter((choice) => isBookableStart(ctx, choice, start))
  const free = open.length < 2 ? open : open.filter((choice) => isUnoccupied(ctx, choice, start))
  const [first, ...others] = inFairOrder(ctx, free.length > 0 ? free : open, dayNumberAt(start))
  if (first === undefined) throw new Problem('slot_taken')
  return [first, ...others]
}

/**
 * Works like `choicesForPatient`, except that the practice may enter any start: resources that work then come
 * first.
 * @throws Problem invalid (a wish for a resource that the service does not have), slot_taken when the service
 * has no active resource
 */
export function choicesForPractice(
  ctx: Ctx,
  service: ServiceRow,
  start: Instant,
  wish: string | undefined,
): readonly [ServiceRow, ...ServiceRow[]] {
  const choices = inFairOrder(ctx, choicesOf(ctx, service, wish), dayNumberAt(start))
  const isFree = (choice: ServiceRow) => choices.length < 2 || isUnoccupied(ctx, choice, start)
  const asked = { startsAt: start, endsAt: start + service.durationMin * MINUTE }
  const works = ({ resourceId }: ServiceRow) => choices.length < 2 || isWithinHours(ctx, resourceId, asked)
  const [first, ...others] = choices
    .map((choice) => ({ choice, rank: (isFree(choice) ? 0 : 2) + (works(choice) ? 0 : 1) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice)
  if (first === undefined) throw new Problem('slot_taken')
  return [first, ...others]
}

/**
 * Returns the number of free starts for each Vienna day from `from` to `to`, both included.
 * @param search the id of a service, or what is wanted; undefined counts the distinct starts at which at
 * least one active service fits (docs/behaviour.md 3.9)
 * @param wish counts only the services of this resource, where no service is given
 * @throws Problem service_not_found, invalid (a wish for a resource that the service does not have)
 */
export function summariseDays(
  ctx: Ctx,
  from: Day,
  to: Day,
  search?: string | Wanted,
  wish?: string,
): { date: Day; available_count: number }[] {
  const first = dayNumber(from)
  const last = dayNumber(to)
  const span = bookableDays(ctx, first, last)
  const counts =
    search === undefined
      ? countAnyService(ctx, span, wish)
      : countOneService(ctx, span, wantedOf(ctx, search))
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
  const lanes = lanesOf(ctx, wanted, span)
  const [only, ...more] = lanes
  if (only === undefined) return []
  const [first = [], ...others] = only.occupied
  return more.length === 0
    ? countFreeStarts(wanted.service, only.week, first, span, others)
    : countStarts(span, [{ service: wanted.service, lanes }])
}

function countAnyService(ctx: Ctx, span: BookableDays, wish: string | undefined): number[] {
  const services = listActiveServices(ctx).filter(
    (service) => wish === undefined || resourceIdsOf(service).includes(wish),
  )
  const counted = services.map((service) => ({ service, lanes: lanesOf(ctx, { service, wish }, span) }))
  return countStarts(span, counted)
}

/** Counts the distinct starts of each day at which at least one service is free. */
function countStarts(
  span: BookableDays,
  counted: readonly Readonly<{ service: ServiceRow; lanes: readonly Lanes[] }>[],
): number[] {
  const starts = new Map<Instant, number>()
  const note = (start: Instant, day: number) => starts.set(start, day)
  for (const { service, lanes } of counted)
    for (const { week, occupied } of lanes) {
      const [first = [], ...others] = occupied
      eachFreeStart(service, week, first, span, note, others)
    }
  const counts: number[] = []
  for (const day of starts.values()) counts[day - span.from] = (counts[day - span.from] ?? 0) + 1
  return counts
}

/** Reads the occupied intervals of each choice in the span, widened by the paddings, with one query. */
function readOccupied(
  ctx: Ctx,
  { service: { paddingBeforeMin, paddingAfterMin }, own = [], taken = [] }: Wanted,
  choices: readonly ServiceRow[],
  span: BookableDays,
): OccupiedTimes[] {
  const within = {
    start: startOfDay(span.from) - paddingBeforeMin * MINUTE,
    stop: startOfDay(span.to + 1) + paddingAfterMin * MINUTE,
  }
  const [only, ...others] = choices
  if (only === undefined) return []
  const lanes: readonly OccupiedLane[] =
    others.length === 0
      ? [{ rows: occupiedWithin(ctx.db, { resource: only.resourceId, ...within }), steady: undefined }]
      : occupiedWithinEach(ctx.db, { resources: choices.map(({ resourceId }) => resourceId), ...within })
  const all = lanes.map(({ rows, steady }, at): OccupiedTimes => {
    const { resourceId } = choices[at] as ServiceRow
    const ownStarts = own.filter((time) => time.resourceId === resourceId).map(({ startsAt }) => startsAt)
    if (steady !== undefined && ownStarts.length === 0) return steady
    const times: Instant[] = []
    for (const [startsAt, endsAt, expiresAt] of rows)
      if ((expiresAt === null || expiresAt > ctx.now) && !ownStarts.includes(startsAt))
        times.push(startsAt, endsAt)
    return times
  })
  if (taken.length === 0) return all
  const pairs = taken.map(({ startsAt, endsAt }) => [startsAt, endsAt] as const)
  return all.map((times) => {
    const each = [...pairs]
    for (let i = 0; i < times.length; i += 2) each.push([times[i] as Instant, times[i + 1] as Instant])
    return each.toSorted(([a], [b]) => a - b).flat()
  })
}
