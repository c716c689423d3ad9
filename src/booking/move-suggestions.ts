import type { Ctx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { type FreeDay, listNextFreeDays, offerForMove } from '../schedule/availability.ts'
import type { OfferedService } from '../schedule/services.ts'
import { addDays, type Day, type Instant, type Interval, MINUTE, wallMinutes } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { dayAt, isoAt } from '../time/vienna.ts'
import { getBooking } from './bookings.ts'
import { assertStands } from './moves.ts'
import { forEachBooking } from './several.ts'

/** Days with free times that are suggested together. */
const SUGGESTED_DAYS = 4

/**
 * The next times from the Vienna day on to which the practice can move the booking as planned; its own is not among them. Only
 * suggestions, as in `listFreeSlotsForPractice`.
 * @throws Problem 'not found', already_decided, service_not_found
 */
export function suggestForMove(ctx: Ctx, id: string, from: Day): FreeDay[] {
  const booking = getBooking(ctx, id)
  assertStands(booking)
  return listNextFreeDays(ctx, from, offerForMove(ctx, booking), {
    days: SUGGESTED_DAYS,
    except: booking.startsAt,
  })
}

type Suggested = Readonly<{ booking: Booking; service: OfferedService; starts: Instant[] }>

/** Days with a suggested time, for each of several bookings. */
const DAYS_EACH = 3

/**
 * Times for several bookings that are moved out of a closed time: for each, on the next days from its own on that have free times as
 * planned, the one nearest to its time of day. Its present time does not count as free. No two of all collide, whichever are chosen
 * (docs/behaviour.md 8.31).
 * @returns for each id, in the same order, its times or why it cannot be moved
 */
export function suggestForMoves(
  ctx: Ctx,
  ids: readonly string[],
): Readonly<{ id: string; outcome: Suggested | Problem }>[] {
  const taken: (Interval & Readonly<{ resourceId: string }>)[] = []
  const suggest = ({ booking, service, starts }: Suggested, from: Day, days: number): void => {
    const { resourceId, durationMin, paddingBeforeMin, paddingAfterMin } = service
    const wanted = { service, taken: taken.filter((each) => each.resourceId === resourceId) }
    for (const day of listNextFreeDays(ctx, from, wanted, { days })) {
      const start = nearest(day.starts, booking.startsAt)
      starts.push(start)
      const startsAt = start - paddingBeforeMin * MINUTE
      taken.push({ resourceId, startsAt, endsAt: start + (durationMin + paddingAfterMin) * MINUTE })
    }
  }
  const results = forEachBooking(ids, (id) => {
    const booking = getBooking(ctx, id)
    assertStands(booking)
    const { service } = offerForMove(ctx, booking)
    const suggested: Suggested = { booking, service, starts: [] }
    suggest(suggested, dayAt(booking.startsAt), 1)
    return suggested
  })
  for (const { outcome } of results) {
    const [first] = outcome instanceof Problem ? [] : outcome.starts
    if (first !== undefined) suggest(outcome as Suggested, addDays(dayAt(first), 1), DAYS_EACH - 1)
  }
  return results
}

/** The start nearest to the time of day of another, the earlier one of two. */
function nearest(starts: readonly Instant[], to: Instant): Instant {
  const distance = (start: Instant) => Math.abs(minuteOfDay(start) - minuteOfDay(to))
  return starts.reduce((best, start) => (distance(start) < distance(best) ? start : best))
}

/** By Vienna's wall time. */
function minuteOfDay(at: Instant): number {
  return wallMinutes(isoAt(at).slice(11, 16)) ?? 0
}
