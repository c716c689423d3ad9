import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { bookings, occupations } from '../db/schema.ts'
import { readWorkingTime, type Stretch } from '../schedule/working-time.ts'
import { type Day, dayFromNumber, MINUTE, weekdayOf } from '../shared/day.ts'
import { dayNumberAt } from '../time/vienna.ts'
import { startsWithin } from './open-requests.ts'

export type WeekCount = Readonly<{
  /** ISO 8601: `2027-W01`. */
  week: string
  /** Its number alone. */
  number: number
  /** Appointments that start in it, requested or confirmed. */
  count: number
  running: boolean
}>

export type DayLoad = Readonly<{
  day: Day
  /** Working minutes of all resources, absences taken out. */
  capacity: number
  /** Minutes that appointments take, paddings included; more than the capacity where some lie outside. */
  booked: number
}>

/** How many appointments each of the last weeks has, the running one last. A week goes from Monday to Sunday in Vienna. */
export function countByWeek(ctx: Ctx, weeks: number): WeekCount[] {
  const today = dayNumberAt(ctx.now)
  const monday = today - ((weekdayOf(today) + 6) % 7)
  const first = monday - 7 * (weeks - 1)
  const starts = ctx.db
    .select({ at: bookings.startsAt })
    .from(bookings)
    .where(and(inArray(bookings.status, ['requested', 'confirmed']), startsWithin(first, monday + 7)))
    .all()
  const counts = new Array<number>(weeks).fill(0)
  for (const { at } of starts) {
    const week = Math.floor((dayNumberAt(at) - first) / 7)
    counts[week] = (counts[week] ?? 0) + 1
  }
  return counts.map((count, i) => ({ ...nameOfWeek(first + 7 * i), count, running: i === weeks - 1 }))
}

/** How full each of these days is, from today on. */
export function loadAhead(ctx: Ctx, days: number): DayLoad[] {
  const today = dayNumberAt(ctx.now)
  const taken = ctx.db
    .select({
      startsAt: bookings.startsAt,
      length: sql<number>`${occupations.endsAt} - ${occupations.startsAt}`,
    })
    .from(bookings)
    .innerJoin(occupations, eq(occupations.bookingId, bookings.id))
    .where(startsWithin(today, today + days))
    .all()
  const booked = new Array<number>(days).fill(0)
  for (const { startsAt, length } of taken) {
    const day = dayNumberAt(startsAt) - today
    booked[day] = (booked[day] ?? 0) + length
  }
  return readWorkingTime(ctx, today, today + days).map(({ day, resources }, i) => ({
    day: dayFromNumber(day),
    capacity: minutes(resources.flat().reduce((sum, { start, end }: Stretch) => sum + end - start, 0)),
    booked: minutes(booked[i] ?? 0),
  }))
}

/** The year of a week is that of its Thursday, so the first days of January may belong to week 53. */
function nameOfWeek(monday: number): { week: string; number: number } {
  const { yearOfWeek, weekOfYear } = Temporal.PlainDate.from(dayFromNumber(monday))
  const number = weekOfYear ?? 0
  return { week: `${yearOfWeek}-W${String(number).padStart(2, '0')}`, number }
}

function minutes(milliseconds: number): number {
  return Math.round(milliseconds / MINUTE)
}
