import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import type { Db } from '../db/open.ts'
import { emails } from '../db/schema.ts'
import { type Log, maskEmail } from '../log.ts'
import { readSettings } from '../practice/settings.ts'
import { type Instant, MINUTE } from '../rules/day.ts'
import { MAIL_PATIENCE, type MailFault, type MailPort, type Posted, readMailbox } from './mail.ts'
import { PENDING } from './outbox.ts'

type Row = typeof emails.$inferSelect

export type DeliveryPorts = Readonly<{
  /** Undefined while no SMTP server is set: mails then wait. */
  mail: MailPort | undefined
  log: Log
}>

/** After the first, second … fifth failed try (decisions, section 6). After the sixth the mail has failed. */
const RETRY_AFTER = [1, 5, 30, 120, 720].map((minutes) => minutes * MINUTE)

/** A worker that did not report by then is taken for dead. Well above the longest try. */
const LEASE = 2 * MAIL_PATIENCE.total

/** After a fault of the settings: soon enough after they are mended, too seldom for a provider to lock the login. */
const PAUSE = 5 * MINUTE

/** A run starts no mail after this time, so that a process that stops waits for little more than one mail. */
const RUN = 10_000

/** Life of the link and the code in an e-mail check. */
export const EMAIL_CHECK_MINUTES = 30

const OUTDATED: MailFault = {
  ok: false,
  kind: 'permanent',
  detail: 'Nicht mehr gesendet: Link und Code sind abgelaufen.',
}

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
    const row = claimDue(ctx())
    if (row === undefined) return
    const posted = isOutdated(row, ctx().now) ? OUTDATED : await post(ctx(), mail, row)
    report(log, row, posted, recordOutcome(ctx(), row, posted))
    if (!posted.ok && posted.kind === 'configuration') memory.pausedUntil = ctx().now + PAUSE
  }
}

/** Leases the longest due mail to the caller. A lease that ended is due again: its worker has died. */
function claimDue(ctx: Ctx): Row | undefined {
  const next = ctx.db
    .select({ id: emails.id })
    .from(emails)
    .where(sql`${PENDING} and ${emails.dueAt} <= ${ctx.now}`)
    .orderBy(asc(emails.dueAt), asc(emails.id))
    .limit(1)
  return ctx.db
    .update(emails)
    .set({ status: 'sending', attempts: sql`${emails.attempts} + 1`, dueAt: ctx.now + LEASE })
    .where(eq(emails.id, next))
    .returning()
    .all()[0]
}

async function post(ctx: Ctx, mail: MailPort, row: Row): Promise<Posted> {
  const practice = readSettings(ctx, 'practice')
  const from = readMailbox(ctx.config.mailFrom ?? practice.mail)
  if (from === undefined) {
    return {
      ok: false,
      kind: 'configuration',
      detail: 'Kein Absender: Bitte MAIL_FROM oder die E-Mail der Praxis setzen.',
    }
  }
  return mail.send({
    from: { name: from.name || practice.name, address: from.address },
    to: row.recipient,
    replyTo: practice.mail || undefined,
    subject: row.subject,
    text: row.text,
    html: row.html,
    messageId: row.messageId,
  })
}

/** False when the lease had ended and another worker holds the mail: then its word counts. */
function recordOutcome(ctx: Ctx, row: Row, posted: Posted): boolean {
  const { changes } = ctx.db
    .update(emails)
    .set(outcome(row, posted, ctx.now))
    .where(and(eq(emails.id, row.id), eq(emails.status, 'sending'), eq(emails.attempts, row.attempts)))
    .run()
  return changes === 1
}

function outcome(row: Row, posted: Posted, now: Instant): Partial<Row> {
  if (posted.ok) return { status: 'sent', sentAt: now, error: null }
  const error = posted.detail
  // Not the mail's fault and no try of its own; due since it was made, so that the standstill is seen.
  if (posted.kind === 'configuration') {
    return { status: 'queued', error, attempts: row.attempts - 1, dueAt: row.createdAt }
  }
  const wait = posted.kind === 'temporary' ? RETRY_AFTER[row.attempts - 1] : undefined
  return wait === undefined ? { status: 'failed', error } : { status: 'queued', error, dueAt: now + wait }
}

/** The server's words may name the recipient: they stay in the row, except where the settings are at fault. */
function report(log: Log, row: Row, posted: Posted, mine: boolean): void {
  const about = { mail: row.logUuid, kind: row.kind, attempt: row.attempts }
  if (!mine) log.warn(about, 'mail took longer than its lease')
  else if (posted.ok) log.info(about, 'mail sent')
  else if (posted.kind === 'configuration')
    log.error({ ...about, fault: posted.detail }, 'mail settings are wrong, the outbox pauses')
  else log.warn({ ...about, fault: posted.kind }, 'mail not sent')
}

function isOutdated(row: Row, now: Instant): boolean {
  return row.kind === 'email-check' && now >= row.createdAt + EMAIL_CHECK_MINUTES * MINUTE
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
    if (isOutdated(row, ctx.now)) continue
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
