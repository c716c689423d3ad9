import type { Database } from 'better-sqlite3'
import { and, eq, gt, lte, ne, or, sql } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { deleteSome } from '../db/delete-some.ts'
import { tryToWrite } from '../db/health.ts'
import { prepared } from '../db/open.ts'
import { admins, sessions } from '../db/schema.ts'
import { HOUR, type Instant, MINUTE } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import type { Role } from '../shared/role.ts'
import { recordAudit } from './audit.ts'
import { hashToken } from './crypto.ts'
import { randomToken } from './random.ts'

/** Minutes without a request after which a session ends. */
export const IDLE_MINUTES = 60
/** `IDLE_MINUTES` in milliseconds. */
const IDLE_LIMIT_MS = IDLE_MINUTES * MINUTE
/** Hours from the login after which a session ends, however often it is used. */
export const MAX_SESSION_HOURS = 12
/** `MAX_SESSION_HOURS` in milliseconds. */
const MAX_LIFETIME_MS = MAX_SESSION_HOURS * HOUR
/**
 * Milliseconds for which a sign-in, or a later proof of the user's identity, allows the calls that a stolen
 * session must not make.
 */
const PROOF_VALID_MS = 10 * MINUTE
/** Milliseconds between two writes of `seen_at`, because a write for each request would be costly. */
const SEEN_WRITTEN_EVERY_MS = MINUTE

/** When a session ends. */
export type SessionEnd = Readonly<{
  /** Each request moves it later. */
  expiresAt: Instant
  /** No request extends the session beyond it. */
  lastsUntil: Instant
}>

/** A live session with its admin. */
export type Session = Readonly<{
  id: number
  adminId: number
  email: string
  name: string
  role: Role
  /** The resource that the staff member is linked to; null for none. */
  resourceId: string | null
  /** Until then its user counts as present, and not only as signed in. */
  provedUntil: Instant
}> &
  SessionEnd

/** The condition that a session is live: it was used and started after the instants of `liveSince`. */
const IS_LIVE = and(
  gt(sessions.seenAt, sql.placeholder('seenAfter')),
  gt(sessions.createdAt, sql.placeholder('createdAfter')),
)
const liveSessions = prepared((db) => ({
  byToken: db
    .select({
      session: sessions,
      email: admins.email,
      name: admins.name,
      role: admins.role,
      resourceId: admins.resourceId,
    })
    .from(sessions)
    .innerJoin(admins, eq(admins.id, sessions.adminId))
    .where(and(eq(sessions.token, sql.placeholder('token')), IS_LIVE))
    .prepare(),
  ofAdmin: db
    .select({
      id: sessions.id,
      device: sessions.device,
      createdAt: sessions.createdAt,
      seenAt: sessions.seenAt,
    })
    .from(sessions)
    .where(and(eq(sessions.adminId, sql.placeholder('adminId')), IS_LIVE))
    .prepare(),
}))

/** Starts a session. The token can be returned only here, because the database stores its hash. */
export function openSession(ctx: Ctx, adminId: number, device: string): { token: string } & SessionEnd {
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
  return { token, ...sessionEndOf({ createdAt: ctx.now, seenAt: ctx.now }) }
}

/**
 * Returns the session of a token, or undefined when it has ended: `IDLE_LIMIT_MS` after its last request, or
 * `MAX_LIFETIME_MS` after its start.
 * @param options.keepAlive false for a page's own polling, which must not keep a session alive
 */
export function resumeSession(
  ctx: Ctx,
  token: string,
  { keepAlive }: Readonly<{ keepAlive: boolean }>,
): Session | undefined {
  const row = liveSessions(ctx.db).byToken.get({ token: hashToken(token), ...liveSince(ctx) })
  if (row === undefined) return undefined
  const { session, ...admin } = row
  const { id, adminId, createdAt, provedAt } = session
  const isWriteDue = keepAlive && ctx.now - session.seenAt >= SEEN_WRITTEN_EVERY_MS
  // The expiry that the page receives is computed from the stored time.
  const seenAt = isWriteDue && storeSeen(ctx, id) ? ctx.now : session.seenAt
  const provedUntil = Math.max(createdAt, provedAt ?? createdAt) + PROOF_VALID_MS
  return { id, adminId, ...admin, provedUntil, ...sessionEndOf({ createdAt, seenAt }) }
}

/**
 * Stores that the session is in use.
 * @returns false when the disk is full or read-only; the request goes on, because reading still works
 */
function storeSeen({ db, now }: Ctx, id: number): boolean {
  return tryToWrite(db, () => db.update(sessions).set({ seenAt: now }).where(eq(sessions.id, id)).run())
}

/** Stores that the user of this session has proved the identity anew. @returns until when the proof counts */
export function proveSession(ctx: Ctx, { id }: Session): Instant {
  ctx.db.update(sessions).set({ provedAt: ctx.now }).where(eq(sessions.id, id)).run()
  return ctx.now + PROOF_VALID_MS
}

/** Refuses a call that needs a recent proof. @throws Problem proof_required when the last one is too old */
export function assertProved({ now }: Pick<Ctx, 'now'>, { provedUntil }: Session): void {
  if (now >= provedUntil) throw new Problem('proof_required')
}

/** Returns the live sessions of an admin, most recently used first. */
export function listSessions(ctx: Ctx, adminId: number) {
  return liveSessions(ctx.db)
    .ofAdmin.all({ adminId, ...liveSince(ctx) })
    .toSorted((a, b) => b.seenAt - a.seenAt)
}

/** Ends the session of the person who asks, and records it in the audit. */
export function signOut(ctx: Ctx, { id }: Session): void {
  inTx(ctx, () => {
    ctx.db.delete(sessions).where(eq(sessions.id, id)).run()
    recordAudit(ctx, 'logout')
  })
}

/** Ends another session of the same admin. Does nothing when `sessionId` is a session of another admin. */
export function endSession(ctx: Ctx, { adminId }: Session, sessionId: number): void {
  inTx(ctx, () => {
    const deletion = ctx.db
      .delete(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.adminId, adminId)))
      .run()
    if (deletion.changes > 0) recordAudit(ctx, 'sessions-ended')
  })
}

/** Ends all other sessions of the same admin. Recorded in the audit only if there were any. */
export function endOtherSessions(ctx: Ctx, { adminId, id }: Session): void {
  inTx(ctx, () => {
    if (endSessionsOfAdmin(ctx, adminId, id) > 0) recordAudit(ctx, 'sessions-ended')
  })
}

/** Ends the sessions of an admin, except `keptSessionId`. @returns their number */
export function endSessionsOfAdmin(ctx: Ctx, adminId: number, keptSessionId?: number): number {
  return ctx.db
    .delete(sessions)
    .where(
      and(
        eq(sessions.adminId, adminId),
        keptSessionId === undefined ? undefined : ne(sessions.id, keptSessionId),
      ),
    )
    .run().changes
}

/**
 * Ends all sessions in a database that is restored, because some of them may have been ended since. The
 * database may be of an older version.
 */
export function endAllSessions(client: Database): void {
  if (client.prepare("select 1 from sqlite_master where name = 'sessions'").get() === undefined) return
  client.exec('delete from sessions')
}

/** Deletes some sessions that have ended. @returns whether there may be more */
export function deleteExpiredSessions(ctx: Ctx): boolean {
  const hasEnded = or(
    lte(sessions.seenAt, ctx.now - IDLE_LIMIT_MS),
    lte(sessions.createdAt, ctx.now - MAX_LIFETIME_MS),
  )
  return deleteSome(ctx, sessions, hasEnded)
}

/** Returns the two instants of `IS_LIVE`. */
function liveSince({ now }: Ctx): { seenAfter: Instant; createdAfter: Instant } {
  return { seenAfter: now - IDLE_LIMIT_MS, createdAfter: now - MAX_LIFETIME_MS }
}

/** Returns when a session ends that was opened and last used at these instants. */
function sessionEndOf({ createdAt, seenAt }: { createdAt: Instant; seenAt: Instant }): SessionEnd {
  const lastsUntil = createdAt + MAX_LIFETIME_MS
  return { expiresAt: Math.min(seenAt + IDLE_LIMIT_MS, lastsUntil), lastsUntil }
}
