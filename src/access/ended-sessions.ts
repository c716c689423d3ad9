import type { Database } from 'better-sqlite3'
import { and, eq, ne } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { sessions } from '../db/schema.ts'
import { recordAudit } from './audit.ts'
import type { Session } from './sessions.ts'

/** This module ends sessions before their time is over. */

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
