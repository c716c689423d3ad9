import { and, asc, eq, getTableColumns, gte } from 'drizzle-orm'
import { recordAudit } from '../access/audit.ts'
import { hashToken, randomToken } from '../access/crypto.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { bookings, feeds } from '../db/schema.ts'
import { calendarFeed, type FeedLook } from '../messaging/email/ics.ts'
import { publicUrl } from '../practice/addresses.ts'
import { DAY_LENGTH } from '../shared/day.ts'

/** How far back a calendar feed reaches. */
const PAST = 30 * DAY_LENGTH

const { token: _token, adminId: _adminId, ...SHOWN } = getTableColumns(feeds)

export type Feed = Omit<typeof feeds.$inferSelect, 'token' | 'adminId'>

/** Those of the admin. */
export function listFeeds(ctx: Ctx, adminId: number): Feed[] {
  return ctx.db.select(SHOWN).from(feeds).where(eq(feeds.adminId, adminId)).orderBy(asc(feeds.id)).all()
}

/** Makes a feed. Its address is answered only now, because the token is stored as a hash. */
export function makeFeed(
  ctx: Ctx,
  adminId: number,
  { title, initialsOnly }: FeedLook,
): { feed: Feed; url: string } {
  return inTx(ctx, () => {
    const token = randomToken()
    const feed = ctx.db
      .insert(feeds)
      .values({ token: hashToken(token), adminId, title, initialsOnly, createdAt: ctx.now })
      .returning(SHOWN)
      .get()
    recordAudit(ctx, 'feed-made', title)
    return { feed, url: publicUrl(ctx, `/api/feed/${token}/termine.ics`) }
  })
}

/** Ends the feed's address. Does nothing when the admin has no such feed (any more). */
export function endFeed(ctx: Ctx, adminId: number, id: number): void {
  const own = and(eq(feeds.id, id), eq(feeds.adminId, adminId))
  inTx(ctx, () => {
    for (const { title } of ctx.db.delete(feeds).where(own).returning().all())
      recordAudit(ctx, 'feed-ended', title)
  })
}

/** The calendar of a feed: confirmed appointments from 30 days back on. Undefined for an unknown token. */
export function readFeed(ctx: Ctx, token: string): string | undefined {
  const feed = ctx.db
    .select()
    .from(feeds)
    .where(eq(feeds.token, hashToken(token)))
    .get()
  if (feed === undefined) return undefined
  const shown = ctx.db
    .select()
    .from(bookings)
    .where(
      and(
        eq(bookings.status, 'confirmed'),
        eq(bookings.anonymised, false),
        gte(bookings.startsAt, ctx.now - PAST),
      ),
    )
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .all()
  return calendarFeed(shown, feed)
}
