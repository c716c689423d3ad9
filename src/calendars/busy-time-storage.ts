import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, eq, gt } from 'drizzle-orm'
import type { FileAnswer } from '../access/guarded-file.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { bookings, erpEvents } from '../db/schema.ts'
import { isSyncOn } from '../erp/sync.ts'
import { partsOfBusyTimes, replaceBusyTimes } from '../schedule/busy-times.ts'
import type { Interval } from '../shared/day.ts'
import { type Calendar, listCalendars, sourceOfCalendar, storeReading } from './calendars.ts'
import type { CalendarReading } from './read-calendar.ts'

/** Characters of a header up to which it is stored. An ETag or a date has fewer than a hundred. */
const LONGEST_HEADER = 500

/**
 * Stores the busy times in several transactions, because thousands of times in one would delay requests. Each
 * part is replaced as a whole. The version headers are cleared first and stored last, so that the next
 * reading repairs one that was killed halfway.
 * @returns whether the calendar was neither removed nor changed meanwhile
 */
export async function storeInParts(
  ctx: () => Ctx,
  calendar: Calendar,
  { times, unread, unknownZone, isCut }: CalendarReading,
  { headers }: FileAnswer,
): Promise<boolean> {
  const pushedKeys = keysOfPushedTimes(ctx())
  const busyTimes = times.filter((time) => !pushedKeys.has(keyOfTime(time)))
  if (!storeReading(ctx(), calendar, { etag: null, lastModified: null })) return false
  for (const part of partsOfBusyTimes(ctx(), sourceOfCalendar(calendar), busyTimes)) {
    await nextTurn()
    if (!storePart(ctx(), calendar, { busyTimes, part })) return false
  }
  return storeReading(ctx(), calendar, {
    etag: storableHeader(headers.etag),
    lastModified: storableHeader(headers['last-modified']),
    readAt: ctx().now,
    expandedAt: ctx().now,
    fault: null,
    found: busyTimes.length,
    unread,
    unknownZone,
    isCut,
  })
}

/**
 * Returns the keys (`keyOfTime`) of the times of confirmed bookings that are in Odoo. A calendar that copies
 * them from there, but shares only free/busy times, has neither our UID nor our marker, so that our
 * appointments can be recognised only by their times.
 */
function keysOfPushedTimes(ctx: Ctx): ReadonlySet<string> {
  if (!isSyncOn(ctx)) return new Set()
  const rows = ctx.db
    .select({ startsAt: bookings.startsAt, endsAt: bookings.endsAt })
    .from(bookings)
    .innerJoin(erpEvents, eq(erpEvents.bookingId, bookings.id))
    .where(and(eq(bookings.status, 'confirmed'), gt(bookings.endsAt, ctx.now)))
    .all()
  return new Set(rows.map(keyOfTime))
}

/** Returns a key by which equal times are found. */
function keyOfTime({ startsAt, endsAt }: Interval): string {
  return `${startsAt} ${endsAt}`
}

/**
 * Stores the busy times within `part`, in place of those that are stored there.
 * @returns whether the calendar was neither removed nor changed
 */
function storePart(
  ctx: Ctx,
  calendar: Calendar,
  { busyTimes, part }: Readonly<{ busyTimes: readonly Interval[]; part: Interval }>,
): boolean {
  return inTx(ctx, () => {
    const present = listCalendars(ctx).find(({ id }) => id === calendar.id)
    const isUnchanged = present?.url === calendar.url && present.busyOnly === calendar.busyOnly
    if (isUnchanged) replaceBusyTimes(ctx, sourceOfCalendar(present), busyTimes, part)
    return isUnchanged
  })
}

/**
 * Returns a header that can be stored and sent back at the next reading; null for one that is missing,
 * repeated or too long.
 */
function storableHeader(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && header.length <= LONGEST_HEADER ? header : null
}
