import { and, eq, gt, lte, or, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { deleteSome } from '../db/delete-some.ts'
import { tryToWrite } from '../db/health.ts'
import { prepared } from '../db/open.ts'
import { admins, sessions } from '../db/schema.ts'
import { HOUR, type Instant, MINUTE } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import type { Role } from '../shared/role.ts'
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

/** Characters of a `User-Agent` that are stored. */
const MAX_DEVICE_LENGTH = 200

/** When a session ends. */
export type SessionEnd = Readonly<{
  /** The end without another request. Each request moves it later, unless it is a page's own polling. */
  expiresAt: Instant
  /** The end beyond which no request extends the session. */
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
  /** Until then the calls are allowed that need a proof of the user's identity (`assertProved`). */
  provedUntil: Instant
}> &
  SessionEnd

/**
 * The condition that a session is live: it was last used after `seenAfter` and started after `createdAfter`,
 * which `liveSince` computes.
 */
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

/**
 * Starts a session. The token can be returned only here, because the database stores its hash.
 * @param device the browser, as its `User-Agent` names it; its beginning is stored
 */
export function openSession(ctx: Ctx, adminId: number, device: string): { token: string } & SessionEnd {
  const token = randomToken()
  ctx.db
    .insert(sessions)
    .values({
      token: hashToken(token),
      adminId,
      device: device.slice(0, MAX_DEVICE_LENGTH),
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
