import { and, asc, eq, gte } from 'drizzle-orm'
import { addFeed, type Feed, findFeed } from '../access/feeds.ts'
import type { Ctx } from '../ctx.ts'
import { bookings } from '../db/schema.ts'
import { calendarFeed, type FeedOptions } from '../messaging/email/ics-feed.ts'
import { publicUrl } from '../practice/addresses.ts'
import { assertResource } from '../schedule/resources.ts'
import { DAY_LENGTH } from '../shared/day.ts'

/** Milliseconds that a calendar feed reaches back. */
const FEED_PAST = 30 * DAY_LENGTH

/**
 * Makes a feed of one resource or, with null, of all. Its URL cannot be read again later, because only a
 * hash of its token is stored.
 * @throws Problem invalid when the resource does not exist
 */
export function makeFeed(
  ctx: Ctx,
  adminId: number,
  { resourceId = null, ...options }: FeedOptions & Readonly<{ resourceId?: string | null }>,
): { feed: Feed; url: string } {
  assertResource(ctx, resourceId)
  const { feed, token } = addFeed(ctx, adminId, { ...options, resourceId })
  return { feed, url: publicUrl(ctx, `/api/feed/${token}/termine.ics`) }
}

/**
 * Returns the confirmed appointments since `FEED_PAST` as a calendar file; undefined for an unknown token.
 */
export function readFeed(ctx: Ctx, token: string): string | undefined {
  const feed = findFeed(ctx, token)
  if (feed === undefined) return undefined
  const appointments = ctx.db
    .select()
    .from(bookings)
    .where(
      and(
        eq(bookings.status, 'confirmed'),
        eq(bookings.anonymised, false),
        gte(bookings.startsAt, ctx.now - FEED_PAST),
        feed.resourceId === null ? undefined : eq(bookings.resourceId, feed.resourceId),
      ),
    )
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .all()
  return calendarFeed(appointments, feed)
}
