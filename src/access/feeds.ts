import { and, asc, eq, getTableColumns } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { feeds } from '../db/schema.ts'
import { recordAudit } from './audit.ts'
import { hashToken } from './crypto.ts'
import { randomToken } from './random.ts'

/** The columns of `Feed`. The hash of the token and the owner are not read. */
const { token: _token, adminId: _adminId, ...FEED_COLUMNS } = getTableColumns(feeds)

/** A calendar feed of an admin, without the token in its secret URL. */
export type Feed = Omit<typeof feeds.$inferSelect, 'token' | 'adminId'>

/** Returns the feeds of one admin, oldest first, without their secret URLs. */
export function listFeeds(ctx: Ctx, adminId: number): Feed[] {
  return ctx.db
    .select(FEED_COLUMNS)
    .from(feeds)
    .where(eq(feeds.adminId, adminId))
    .orderBy(asc(feeds.id))
    .all()
}

/** Adds a feed. The token can be returned only here, because the database stores its hash. */
export function addFeed(
  ctx: Ctx,
  adminId: number,
  { title, initialsOnly, resourceId }: Pick<Feed, 'title' | 'initialsOnly' | 'resourceId'>,
): { feed: Feed; token: string } {
  return inTx(ctx, () => {
    const token = randomToken()
    const feed = ctx.db
      .insert(feeds)
      .values({ token: hashToken(token), adminId, title, initialsOnly, resourceId, createdAt: ctx.now })
      .returning(FEED_COLUMNS)
      .get()
    recordAudit(ctx, 'feed-made', title)
    return { feed, token }
  })
}

/** Ends the feed's URL. Does nothing when the feed belongs to another admin or has ended. */
export function endFeed(ctx: Ctx, adminId: number, id: number): void {
  const isOwnFeed = and(eq(feeds.id, id), eq(feeds.adminId, adminId))
  inTx(ctx, () => {
    for (const { title } of ctx.db.delete(feeds).where(isOwnFeed).returning().all())
      recordAudit(ctx, 'feed-ended', title)
  })
}

/** Ends all feeds of the admin. The audit records only the change that this is a part of. */
export function endFeeds(ctx: Ctx, adminId: number): void {
  ctx.db.delete(feeds).where(eq(feeds.adminId, adminId)).run()
}

/**
 * Passes all feeds of an admin on to another one. With null, the feeds lose their owner, and their URLs
 * still work.
 */
export function passFeeds(ctx: Ctx, from: number, to: number | null): void {
  ctx.db.update(feeds).set({ adminId: to }).where(eq(feeds.adminId, from)).run()
}

/** Returns the feed of a secret URL, of which only the hash is stored; undefined for a wrong one. */
export function findFeed(ctx: Ctx, token: string): Feed | undefined {
  return ctx.db
    .select(FEED_COLUMNS)
    .from(feeds)
    .where(eq(feeds.token, hashToken(token)))
    .get()
}
