import { and, asc, eq, gte } from 'drizzle-orm'
import { recordAudit } from '../access/audit.ts'
import { hashToken, randomToken } from '../access/crypto.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { bookings, feeds } from '../db/schema.ts'
import { calendarFeed, type FeedLook } from '../messaging/email/ics-feed.ts'
import { publicUrl } from '../practice/addresses.ts'
import { DAY_LENGTH } from '../shared/day.ts'

/** How far back a subscribed calendar shows what was. */
const LOOKS_BACK = 30 * DAY_LENGTH

/** All of it but the token. */
const SHOWN = {
  id: feeds.id,
  title: feeds.title,
  initialsOnly: feeds.initialsOnly,
  createdAt: feeds.createdAt,
}

export type Feed = Omit<typeof feeds.$inferSelect, 'token'>

export function listFeeds(ctx: Ctx): Feed[] {
  return ctx.db.select(SHOWN).from(feeds).orderBy(asc(feeds.id)).all()
}

/** A new secret address. It is told this once; only a fingerprint of it is kept. */
export function makeFeed(ctx: Ctx, { title, initialsOnly }: FeedLook): { feed: Feed; url: string } {
  return inTx(ctx, () => {
    const token = randomToken()
    const feed = ctx.db
      .insert(feeds)
      .values({ token: hashToken(token), title, initialsOnly, createdAt: ctx.now })
      .returning(SHOWN)
      .get()
    recordAudit(ctx, 'feed-made', title)
    return { feed, url: publicUrl(ctx, `/api/feed/${token}/termine.ics`) }
  })
}

/** From now on the address leads nowhere. Nothing to do when it is gone already. */
export function endFeed(ctx: Ctx, id: number): void {
  inTx(ctx, () => {
    for (const { title } of ctx.db.delete(feeds).where(eq(feeds.id, id)).returning().all())
      recordAudit(ctx, 'feed-ended', title)
  })
}

/** The calendar behind a secret address: confirmed appointments, from thirty days back on. Undefined for an unknown one. */
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
    .where(and(eq(bookings.status, 'confirmed'), gte(bookings.startsAt, ctx.now - LOOKS_BACK)))
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .all()
  return calendarFeed(shown, feed)
}
