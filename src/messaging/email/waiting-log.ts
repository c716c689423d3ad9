import { and, asc, eq, gt } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Db } from '../../db/open.ts'
import { type Message, messages } from '../../db/schema.ts'
import { type Log, maskEmail } from '../../log.ts'
import { withBody } from '../outbox/packed-bodies.ts'
import { findStaleReason } from '../outbox/staleness.ts'

/** The id of the last e-mail that was logged, for each database. */
const loggedUpTo = new WeakMap<Db, number>()

/** Logs the links and code of each waiting e-mail once, for developers without an SMTP server. */
export function logWaiting(ctx: Ctx, log: Log): void {
  const waiting = ctx.db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.channel, 'email'),
        eq(messages.status, 'queued'),
        gt(messages.id, loggedUpTo.get(ctx.db) ?? 0),
      ),
    )
    .orderBy(asc(messages.id))
    .all()
    .map((row) => withBody(ctx, row))
  for (const row of waiting) {
    loggedUpTo.set(ctx.db, row.id)
    if (findStaleReason(ctx, row) !== undefined) continue
    const links = row.text.match(/https?:\/\/\S+/g) ?? []
    log.info(
      { to: maskEmail(row.recipient), subject: row.subject, code: lineWithCode(row), links },
      'mail waits: no SMTP server is set',
    )
  }
}

/** Returns the line of a verification that ends with its six digits; undefined for any other e-mail. */
function lineWithCode({ kind, text }: Message): string | undefined {
  if (kind !== 'email-verification') return undefined
  return /^.*\b\d{6}$/m.exec(text)?.[0]
}
