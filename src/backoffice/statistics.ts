import { and, asc, eq, gte, lt, ne, type SQL, sql } from 'drizzle-orm'
import { IS_FIRST_VISIT } from '../booking/patients.ts'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { type Booking, bookings, occupations } from '../db/schema.ts'
import { merged } from '../schedule/intervals.ts'
import { findService } from '../schedule/services.ts'
import { readWorkingTime } from '../schedule/working-time.ts'
import type { Canceller } from '../shared/booking.ts'
import {
  DAY_LENGTH,
  dayFromNumber,
  dayNumber,
  HOUR,
  type Instant,
  type Interval,
  MINUTE,
  weekdayOf,
} from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { dayNumberAt, minuteOfDay, startOfDay } from '../time/vienna.ts'
import { startsWithin } from './open-requests.ts'

/**
 * The figures of the page "Auswertung" (docs/behaviour.md 12.50). They count bookings, anonymised ones too,
 * and name no patient.
 */

/** Months that are counted, the current one included. */
const MONTHS = 24
/** Days before today whose utilisation is counted: twelve whole weeks, so that each weekday counts alike. */
export const UTILISED_DAYS = 84

/** The figures of the appointments of one month. */
export type MonthFigures = Readonly<{
  /** `2027-01`. */
  month: string
  /** The month is not over. */
  running: boolean
  bookings: number
  /** Patients whose first visit was or will be in this month (docs/behaviour.md 12.50). */
  firstVisits: number
  rejected: number
  cancelled: number
  /** Those of `cancelled` of which it is known who wished for it. */
  cancelledBy: Readonly<{ patient: number; practice: number }>
  /** Those of `cancelled` of which it is known how long before the start that was. */
  cancelledAhead: Readonly<{ withinDay: number; withinWeek: number; earlier: number }>
  missed: number
  /** Requests of patients; the others were entered by the practice. */
  asked: number
  answered: number
  /** Median; null without an answered request. */
  hoursToAnswer: number | null
  /** Median days between the booking and its appointment; null without a booking. */
  daysAhead: number | null
  /** Appointments at a time that had become free and that the waiting list gave away. */
  fromWaitingList: number
}>

/** The minutes of a weekday's hour, of all counted resources together. */
export type HourLoad = Readonly<{ weekday: number; hour: number; capacity: number; booked: number }>

export type Statistics = Readonly<{ months: MonthFigures[]; hours: HourLoad[] }>

/**
 * Counts the bookings of the last `MONTHS` months by the month of the appointment, the current one last, and
 * how full each hour of the week was during the last `UTILISED_DAYS` days.
 * @param of counts the bookings of this service, of this resource, or of both only
 * @throws Problem service_not_found
 */
export function readStatistics(ctx: Ctx, of: Counted = {}): Statistics {
  if (of.serviceId !== undefined && findService(ctx, of.serviceId) === undefined)
    throw new Problem('service_not_found')
  return { months: countByMonth(ctx, of), hours: loadByHour(ctx, of) }
}

/** Which bookings count; all of them without any. */
type Counted = Readonly<{ serviceId?: string | undefined; resourceId?: string | undefined }>

function countByMonth(ctx: Ctx, of: Counted): MonthFigures[] {
  const firsts = firstDays(ctx.now)
  let before = changesIn(ctx, [0, firsts[0] as number])
  return Array.from({ length: MONTHS }, (_, i) => {
    const days = [firsts[i] as number, firsts[i + 1] as number] as const
    const month = dayFromNumber(days[0]).slice(0, 7)
    const running = i === MONTHS - 1
    const count = () => countMonth(ctx, days, of)
    const countFirst = () => countFirstVisits(ctx, days, of)
    // A change of the running month may come within the millisecond of the one before it.
    if (running) return { month, running, ...count(), firstVisits: countFirst() }
    const key = `${i} ${of.serviceId ?? ''} ${of.resourceId ?? ''}`
    const changes = changesIn(ctx, days)
    const version = `${month} ${changes.version}`
    const figures = unlessChanged(countedMonths(ctx.db), { key, version }, count)
    // Anonymising moves bookings within their month, so the number of those before it stays the same.
    const history = { key, version: `${version} ${before.bookings} ${before.last}` }
    const firstVisits = unlessChanged(countedFirstVisits(ctx.db), history, countFirst)
    before = {
      ...before,
      bookings: before.bookings + changes.bookings,
      last: Math.max(before.last, changes.last),
    }
    return { month, running, ...figures, firstVisits }
  })
}

type CountedFigures = Omit<MonthFigures, 'month' | 'running' | 'firstVisits'>

type Versioned<T> = Readonly<{ version: string; value: T }>
/** The keys name the place of a month and not the month, so that the maps do not grow. */
const countedMonths = prepared(() => new Map<string, Versioned<CountedFigures>>())
const countedFirstVisits = prepared(() => new Map<string, Versioned<number>>())

/**
 * Returns the figures of an earlier month as they were counted last, or counts them. A hundred thousand
 * bookings take most of a second to count, and those of earlier months hardly change.
 */
function unlessChanged<T>(
  counted: Map<string, Versioned<T>>,
  { key, version }: Readonly<{ key: string; version: string }>,
  count: () => T,
): T {
  const last = counted.get(key)
  if (last?.version === version) return last.value
  const value = count()
  counted.set(key, { version, value })
  return value
}

const changesBetween = prepared((db) =>
  db
    .select({
      version: sql<string>`count(*) || ' ' || ifnull(sum(${bookings.updatedAt}), '') || ' ' || ifnull(max(${bookings.updatedAt}), '')`,
      bookings: sql<number>`count(*)`,
      last: sql<number>`ifnull(max(${bookings.updatedAt}), 0)`,
    })
    .from(bookings)
    .where(and(gte(bookings.startsAt, sql.placeholder('from')), lt(bookings.startsAt, sql.placeholder('to'))))
    .prepare(),
)

/**
 * Returns a text that is another one after each change of a booking of these days, their number, and the time
 * of the last change; an index covers it.
 */
function changesIn(ctx: Ctx, [from, to]: readonly [number, number]) {
  const changes = changesBetween(ctx.db).get({ from: startOfDay(from), to: startOfDay(to) })
  return changes ?? { version: '', bookings: 0, last: 0 }
}

/** Returns the first days (since 1970) of the months, and of the month that follows them. */
function firstDays(now: Instant): number[] {
  const current = Temporal.PlainDate.from(dayFromNumber(dayNumberAt(now))).with({ day: 1 })
  return Array.from({ length: MONTHS + 1 }, (_, i) =>
    dayNumber(current.add({ months: i + 1 - MONTHS }).toString()),
  )
}

/** Counts the bookings of the days (since 1970) from the first to before the second. */
function countMonth(ctx: Ctx, days: readonly [number, number], of: Counted): CountedFigures {
  const counted = emptyCount()
  for (const row of rowsOf(ctx, days, of)) add(counted, row)
  return figures(counted)
}

/** Counts the first visits of these days. The other bookings of a patient are looked for in all records. */
function countFirstVisits(ctx: Ctx, [from, to]: readonly [number, number], of: Counted): number {
  const first = and(startsWithin(from, to), isCounted(of), IS_FIRST_VISIT)
  return ctx.db.select({ count: sql<number>`count(*)` }).from(bookings).where(first).get()?.count ?? 0
}

/** A booking as it is counted, with lengths in milliseconds. */
type Row = readonly [
  status: Booking['status'],
  isMissed: 0 | 1,
  /** The patient has asked for it; a manual booking has its own id in place of a hold's. */
  isAsked: 0 | 1,
  answeredAfter: number | null,
  cancelledBy: Canceller | null,
  cancelledAhead: number | null,
  isFromWaitingList: 0 | 1,
  bookedAhead: number | null,
]

/**
 * Reads what the figures need, and no column that names the patient. Arrays take a third of the time of
 * objects.
 */
function rowsOf(ctx: Ctx, [from, to]: readonly [number, number], of: Counted) {
  return ctx.db
    .select({
      status: bookings.status,
      isMissed: sql`ifnull(${bookings.attendance} = 'no_show', 0)`,
      isAsked: ne(bookings.holdId, bookings.id),
      answeredAfter: bookings.answeredAfterMs,
      cancelledBy: bookings.cancelledBy,
      cancelledAhead: bookings.cancelledAheadMs,
      isFromWaitingList: sql`${bookings.fromWaitingList}`,
      bookedAhead: sql`ifnull(${bookings.bookedAheadMs}, case when not ${bookings.anonymised} then ${bookings.startsAt} - ${bookings.createdAt} end)`,
    })
    .from(bookings)
    .where(and(startsWithin(from, to), isCounted(of)))
    .orderBy(asc(bookings.startsAt))
    .values() as unknown as Row[]
}

function isCounted({ serviceId, resourceId }: Counted): SQL | undefined {
  return and(
    serviceId === undefined ? undefined : eq(bookings.serviceId, serviceId),
    resourceId === undefined ? undefined : eq(bookings.resourceId, resourceId),
  )
}

type Count = ReturnType<typeof emptyCount>

function emptyCount() {
  return {
    bookings: 0,
    rejected: 0,
    cancelled: 0,
    cancelledBy: { patient: 0, practice: 0 },
    cancelledAhead: { withinDay: 0, withinWeek: 0, earlier: 0 },
    missed: 0,
    asked: 0,
    fromWaitingList: 0,
    answers: [] as number[],
    ahead: [] as number[],
  }
}

function add(count: Count, row: Row): void {
  const [
    status,
    isMissed,
    isAsked,
    answeredAfter,
    cancelledBy,
    cancelledAhead,
    isFromWaitingList,
    bookedAhead,
  ] = row
  count.bookings += 1
  count.missed += isMissed
  count.asked += isAsked
  count.fromWaitingList += isFromWaitingList
  if (status === 'rejected') count.rejected += 1
  if (isAsked && answeredAfter !== null) count.answers.push(answeredAfter)
  if (bookedAhead !== null) count.ahead.push(bookedAhead)
  if (status !== 'cancelled') return
  count.cancelled += 1
  if (cancelledBy !== null) count.cancelledBy[cancelledBy] += 1
  if (cancelledAhead !== null) count.cancelledAhead[howEarly(cancelledAhead)] += 1
}

function howEarly(ahead: number): 'withinDay' | 'withinWeek' | 'earlier' {
  if (ahead < DAY_LENGTH) return 'withinDay'
  return ahead < 7 * DAY_LENGTH ? 'withinWeek' : 'earlier'
}

function figures({ answers, ahead, ...counts }: Count): CountedFigures {
  return {
    ...counts,
    answered: answers.length,
    hoursToAnswer: inUnits(median(answers), HOUR),
    daysAhead: inUnits(median(ahead), DAY_LENGTH),
  }
}

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = Float64Array.from(values).sort()
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle)] as number)) / 2
}

/** Returns the length in units, with one decimal. */
function inUnits(milliseconds: number | null, unit: number): number | null {
  return milliseconds === null ? null : Math.round((milliseconds / unit) * 10) / 10
}

/**
 * Counts the working minutes and those that appointments took of them, paddings included, for each hour of
 * the week. Hours without working time are left out. The hour of an anonymised booking is not known.
 */
function loadByHour(ctx: Ctx, of: Counted): HourLoad[] {
  const today = dayNumberAt(ctx.now)
  const from = today - UTILISED_DAYS
  const taken = occupiedByDay(ctx, [from, today], of)
  const loads = new Map<number, { capacity: number; booked: number }>()
  const count = (what: 'capacity' | 'booked', day: number, interval: Interval) => {
    for (const { hour, length } of hoursOf(interval)) {
      const key = weekdayOf(day) * 24 + hour
      const load = loads.get(key) ?? { capacity: 0, booked: 0 }
      loads.set(key, load)
      load[what] += length
    }
  }
  for (const { day, resources } of readWorkingTime(ctx, from, today, of.resourceId)) {
    for (const interval of resources.flat()) count('capacity', day, interval)
    for (const open of merged(resources.flat()))
      for (const each of taken.get(day) ?? []) count('booked', day, common(open, each))
  }
  return [...loads]
    .toSorted(([a], [b]) => a - b)
    .map(([key, { capacity, booked }]) => ({
      weekday: Math.floor(key / 24),
      hour: key % 24,
      capacity: Math.round(capacity / MINUTE),
      booked: Math.round(booked / MINUTE),
    }))
}

/**
 * Returns the times that appointments took, paddings included, by the Vienna day (since 1970) of their start.
 */
function occupiedByDay(
  ctx: Ctx,
  [from, to]: readonly [number, number],
  of: Counted,
): Map<number, Interval[]> {
  const rows = ctx.db
    .select({ startsAt: occupations.startsAt, endsAt: occupations.endsAt, of: bookings.startsAt })
    .from(bookings)
    .innerJoin(occupations, eq(occupations.bookingId, bookings.id))
    .where(and(startsWithin(from, to), isCounted(of)))
    .all()
  return Map.groupBy(rows, ({ of }) => dayNumberAt(of))
}

/** Returns the part that both have; its end is before its start when there is none. */
function common(a: Interval, b: Interval): Interval {
  return { startsAt: Math.max(a.startsAt, b.startsAt), endsAt: Math.min(a.endsAt, b.endsAt) }
}

/** Divides a time by the hours of the clock in Vienna, whose offset has whole hours. */
function* hoursOf({ startsAt, endsAt }: Interval): Generator<{ hour: number; length: number }> {
  for (let at = startsAt; at < endsAt; ) {
    const next = Math.min(endsAt, (Math.floor(at / HOUR) + 1) * HOUR)
    yield { hour: Math.floor(minuteOfDay(at) / 60), length: next - at }
    at = next
  }
}
