import { and, eq, gt, lte, ne, or } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { admins, sessions } from '../db/schema.ts'
import { HOUR, type Instant, MINUTE } from '../shared/day.ts'
import { recordAudit } from './audit.ts'
import { hashToken, randomToken } from './crypto.ts'

/** Minutes without a request after which a session ends (decisions, section 2). */
export const IDLE_MINUTES = 60
const IDLE = IDLE_MINUTES * MINUTE
const LONGEST = 12 * HOUR
/** How exactly it is known when somebody was last seen: not every request needs to write. */
const SEEN_EVERY = MINUTE

export type Session = Readonly<{
  id: number
  adminId: number
  email: string
  name: string
  expiresAt: Instant
}>

/** Signs an admin in on one device. The token is shown this once and kept as a fingerprint only. */
export function openSession(
  ctx: Ctx,
  adminId: number,
  device: string,
): { token: string; expiresAt: Instant } {
  const token = randomToken()
  ctx.db
    .insert(sessions)
    .values({
      token: hashToken(token),
      adminId,
      device: device.slice(0, 200),
      createdAt: ctx.now,
      seenAt: ctx.now,
    })
    .run()
  return { token, expiresAt: expiry({ createdAt: ctx.now, seenAt: ctx.now }) }
}

/**
 * The session of a token, if it still lives: 60 minutes after the last request, 12 hours at most.
 * @param awake whether somebody is really there; a page that only polls keeps no session alive
 */
export function resumeSession(ctx: Ctx, token: string, awake: boolean): Session | undefined {
  const found = ctx.db
    .select({ session: sessions, email: admins.email, name: admins.name })
    .from(sessions)
    .innerJoin(admins, eq(admins.id, sessions.adminId))
    .where(and(eq(sessions.token, hashToken(token)), lives(ctx)))
    .get()
  if (found === undefined) return undefined
  const { session, email, name } = found
  const noted = awake && ctx.now - session.seenAt >= SEEN_EVERY
  // What is promised to the page is what stands in the database.
  const seenAt = noted ? ctx.now : session.seenAt
  if (noted) ctx.db.update(sessions).set({ seenAt }).where(eq(sessions.id, session.id)).run()
  const { id, adminId, createdAt } = session
  return { id, adminId, email, name, expiresAt: expiry({ createdAt, seenAt }) }
}

/** The live sessions of an admin, the one seen last first. */
export function listSessions(ctx: Ctx, adminId: number) {
  return ctx.db
    .select({
      id: sessions.id,
      device: sessions.device,
      createdAt: sessions.createdAt,
      seenAt: sessions.seenAt,
    })
    .from(sessions)
    .where(and(eq(sessions.adminId, adminId), lives(ctx)))
    .all()
    .toSorted((a, b) => b.seenAt - a.seenAt)
}

/** Signs the device out that asks. */
export function signOut(ctx: Ctx, { id }: Session): void {
  inTx(ctx, () => {
    ctx.db.delete(sessions).where(eq(sessions.id, id)).run()
    recordAudit(ctx, 'logout')
  })
}

/** Ends one session of the admin who asks; nothing happens to anybody else's. */
export function endSession(ctx: Ctx, { adminId }: Session, id: number): void {
  inTx(ctx, () => {
    const ended = ctx.db
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.adminId, adminId)))
      .run()
    if (ended.changes > 0) recordAudit(ctx, 'sessions-ended')
  })
}

/** Ends every session of the admin who asks but this one: a device was lost. */
export function endOtherSessions(ctx: Ctx, { adminId, id }: Session): void {
  inTx(ctx, () => {
    if (dropSessions(ctx, adminId, id) > 0) recordAudit(ctx, 'sessions-ended')
  })
}

/** Ends all sessions of an admin, but the one that is kept, as part of a greater change. Returns how many. */
export function dropSessions(ctx: Ctx, adminId: number, cached?: number): number {
  return ctx.db
    .delete(sessions)
    .where(and(eq(sessions.adminId, adminId), cached === undefined ? undefined : ne(sessions.id, cached)))
    .run().changes
}

/** Forgets sessions that have ended. */
export function sweepSessions(ctx: Ctx): void {
  ctx.db
    .delete(sessions)
    .where(or(lte(sessions.seenAt, ctx.now - IDLE), lte(sessions.createdAt, ctx.now - LONGEST)))
    .run()
}

function lives(ctx: Ctx) {
  return and(gt(sessions.seenAt, ctx.now - IDLE), gt(sessions.createdAt, ctx.now - LONGEST))
}

function expiry({ createdAt, seenAt }: { createdAt: Instant; seenAt: Instant }): Instant {
  return Math.min(seenAt + IDLE, createdAt + LONGEST)
}
