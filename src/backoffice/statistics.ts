import { and, eq, type SQL } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { bookings, occupations } from '../db/schema.ts'
import { mergeIntervals } from '../schedule/intervals.ts'
import { findService } from '../schedule/services.ts'
import { readWorkingTime } from '../schedule/working-time.ts'
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
import { dayNumberAt, minuteOfDay } from '../time/vienna.ts'
import { addUp, type Count, readCounts, storeCounts } from './counted-days.ts'
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
  const shown = shownDays(ctx.now)
  const days = readCounts(ctx, shown)
  const months = Map.groupBy(days, (_, i) => dayFromNumber(shown[0] + i).slice(0, 7))
  return [...months].map(([month, inMonth], i) => {
    const counts = inMonth.flat().filter((count) => isCounted(count, of))
    return { month, running: i === MONTHS - 1, ...figures(counts) }
  })
}

/**
 * Counts and stores some days of the figures that have changed, or have not been counted yet.
 * @returns whether there may be more
 */
export function countDays(ctx: Ctx): boolean {
  return storeCounts(ctx, shownDays(ctx.now))
}

/** Returns the first day (since 1970) of the months that are counted, and the first one after them. */
function shownDays(now: Instant): readonly [from: number, to: number] {
  const month = Temporal.PlainDate.from(dayFromNumber(dayNumberAt(now))).with({ day: 1 })
  const firstDay = (months: number) => dayNumber(month.add({ months }).toString())
  return [firstDay(1 - MONTHS), firstDay(1)]
}

function isCounted(count: Count, { serviceId, resourceId }: Counted): boolean {
  return (
    (serviceId === undefined || count.serviceId === serviceId) &&
    (resourceId === undefined || count.resourceId === resourceId)
  )
}

function figures(counts: readonly Count[]): Omit<MonthFigures, 'month' | 'running'> {
  const { cancelledByPatient, cancelledByPractice, ...tallies } = addUp(counts)
  const { cancelledWithinDay, cancelledWithinWeek, cancelledEarlier, ...others } = tallies
  const answers = counts.flatMap((count) => count.answers)
  const ahead = counts.flatMap((count) => count.ahead)
  return {
    ...others,
    cancelledBy: { patient: cancelledByPatient, practice: cancelledByPractice },
    cancelledAhead: {
      withinDay: cancelledWithinDay,
      withinWeek: cancelledWithinWeek,
      earlier: cancelledEarlier,
    },
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
    for (const open of mergeIntervals(resources.flat()))
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
    .where(and(startsWithin(from, to), isOf(of)))
    .all()
  return Map.groupBy(rows, ({ of }) => dayNumberAt(of))
}

function isOf({ serviceId, resourceId }: Counted): SQL | undefined {
  return and(
    serviceId === undefined ? undefined : eq(bookings.serviceId, serviceId),
    resourceId === undefined ? undefined : eq(bookings.resourceId, resourceId),
  )
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
