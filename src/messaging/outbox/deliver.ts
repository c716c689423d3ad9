import { and, asc, eq, gt } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Db } from '../../db/open.ts'
import { bookings, emails } from '../../db/schema.ts'
import { type Log, maskEmail } from '../../log.ts'
import { type Instant, MINUTE } from '../../shared/day.ts'
import { heldUntil } from '../../time/quiet-hours.ts'
import { fromPractice, NO_SENDER } from '../email/sender.ts'
import { MAIL_TIMEOUT_MS, type MailPort, type MailResult } from '../email/smtp.ts'
import { afterFailure, claimDue, RUN, recordOutcome } from './retry.ts'
import { HELD_BACK, isObsolete, VALID_WHILE } from './staleness.ts'

type Row = typeof emails.$inferSelect

export type DeliveryPorts = Readonly<{
  /** Undefined while no SMTP server is set: mails then wait. */
  mail: MailPort | undefined
  log: Log
}>

/** A worker that did not report by then is taken for dead. Well above the longest try. */
const LEASE = 2 * MAIL_TIMEOUT_MS.total

/** After a fault of the settings: soon enough after they are mended, too seldom for a provider to lock the login. */
const PAUSE = 5 * MINUTE

/** Life of the link and the code in an e-mail check. */
export const EMAIL_CHECK_MINUTES = 30

/** These mails ask for something and are worth sending only while it is so; the others tell of what has happened. */
const ASKING: ReadonlySet<string> = new Set(['reminder', 'unanswered'])

/** What a process keeps in mind about an outbox; a restart, which may have brought new settings, forgets it. */
type Memory = { pausedUntil: Instant; shownUpTo: number }
const memories = new WeakMap<Db, Memory>()

/**
 * Sends what is due, one mail after the other; `ctx` gives a fresh now for each step. Any number of workers
 * may run at once, in any number of processes: each mail is leased to one. Delivery is at least once
 * (RFC 1047 says why not exactly once), and a repetition carries the same Message-ID.
 */
export async function deliverDue(ctx: () => Ctx, { mail, log }: DeliveryPorts): Promise<void> {
  const memory = recall(ctx().db)
  if (mail === undefined) {
    if (!ctx().config.production) showWaiting(ctx(), log, memory)
    return
  }
  const end = ctx().now + RUN
  while (ctx().now >= memory.pausedUntil && ctx().now <= end) {
    const row = claimDue(ctx(), emails, LEASE)
    if (row === undefined) return
    const outdated = whyOutdated(ctx(), row)
    if (outdated !== undefined) {
      recordOutcome(ctx(), emails, row, { status: 'muted', error: outdated })
      log.info({ mail: row.logUuid, kind: row.kind }, 'mail is no longer true and stays here')
      continue
    }
    const morning = heldUntil(row.kind, ctx().now)
    if (morning !== undefined) {
      recordOutcome(ctx(), emails, row, { status: 'queued', attempts: row.attempts - 1, dueAt: morning })
      continue
    }
    const posted = await post(ctx(), mail, row)
    report(log, row, posted, recordOutcome(ctx(), emails, row, outcome(row, posted, ctx().now)))
    if (!posted.ok && posted.kind === 'configuration') memory.pausedUntil = ctx().now + PAUSE
  }
}

async function post(ctx: Ctx, mail: MailPort, row: Row): Promise<MailResult> {
  const message = fromPractice(ctx, row)
  return message === undefined ? NO_SENDER : mail.send(message)
}

function outcome(row: Row, posted: MailResult, now: Instant): Partial<Row> {
  if (posted.ok) return { status: 'sent', sentAt: now, error: null }
  const error = posted.detail
  // Not the mail's fault and no try of its own; due since it was made, so that the standstill is seen.
  if (posted.kind === 'configuration') {
    return { status: 'queued', error, attempts: row.attempts - 1, dueAt: row.createdAt }
  }
  return posted.kind === 'temporary'
    ? { error, ...afterFailure(row.attempts, now) }
    : { status: 'failed', error }
}

/** The server's words may name the recipient: they stay in the row, except where the settings are at fault. */
function report(log: Log, row: Row, posted: MailResult, mine: boolean): void {
  const about = { mail: row.logUuid, kind: row.kind, attempt: row.attempts }
  if (!mine) log.warn(about, 'mail took longer than its lease')
  else if (posted.ok) log.info(about, 'mail sent')
  else if (posted.kind === 'configuration')
    log.error({ ...about, fault: posted.detail }, 'mail settings are wrong, the outbox pauses')
  else log.warn({ ...about, fault: posted.kind }, 'mail not sent')
}

/** Read again at sending time: a retry hours later must ask nobody for what is over, and promise nothing in vain. */
function whyOutdated(ctx: Ctx, { kind, createdAt, bookingId, attempts }: Row): string | undefined {
  if (attempts > 1 && isObsolete(ctx, { kind, bookingId })) return HELD_BACK
  if (kind === 'email-check' && ctx.now >= createdAt + EMAIL_CHECK_MINUTES * MINUTE)
    return 'Nicht mehr gesendet: Link und Code sind abgelaufen.'
  if (!ASKING.has(kind) || bookingId === null) return undefined
  const booking = ctx.db.select().from(bookings).where(eq(bookings.id, bookingId)).get()
  if (booking === undefined || booking.status !== VALID_WHILE[kind]) return HELD_BACK
  return booking.startsAt <= ctx.now ? 'Nicht mehr gesendet: Der Termin hat schon begonnen.' : undefined
}

/** Without SMTP a newcomer finds the links and the code of each waiting mail in the log, once. */
function showWaiting(ctx: Ctx, log: Log, memory: Memory): void {
  const waiting = ctx.db
    .select()
    .from(emails)
    .where(and(eq(emails.status, 'queued'), gt(emails.id, memory.shownUpTo)))
    .orderBy(asc(emails.id))
    .all()
  for (const row of waiting) {
    memory.shownUpTo = row.id
    if (whyOutdated(ctx, row) !== undefined) continue
    const [said] = /^.*\b\d{6}$/m.exec(row.kind === 'email-check' ? row.text : '') ?? []
    const links = row.text.match(/https?:\/\/\S+/g) ?? []
    log.info(
      { to: maskEmail(row.recipient), subject: row.subject, said, links },
      'mail waits: SMTP_URL is not set',
    )
  }
}

function recall(db: Db): Memory {
  const memory = memories.get(db) ?? { pausedUntil: 0, shownUpTo: 0 }
  memories.set(db, memory)
  return memory
}
