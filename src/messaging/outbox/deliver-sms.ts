import { and, eq, lte } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { bookings, sms } from '../../db/schema.ts'
import type { Log } from '../../log.ts'
import type { Instant } from '../../shared/day.ts'
import { heldUntil } from '../../time/quiet-hours.ts'
import { type FaultKind, PROVIDER_NAMES, PROVIDERS, type Provider, type SmsResult } from '../sms/provider.ts'
import { canSendSms, openProvider } from '../sms/provider-accounts.ts'
import { TIMEOUT_MS } from '../sms/provider-http.ts'
import { afterFailure, claimDue, RUN, recordOutcome } from './retry.ts'
import { HELD_BACK, VALID_WHILE } from './staleness.ts'

export type SmsPorts = Readonly<{ ask: typeof fetch; log: Log }>

type Row = typeof sms.$inferSelect

/** Says in `send_status` that an earlier try may have gone out. */
export const SMS_UNKNOWN = 'unknown'

/** A worker that did not report by then has died. Twice as long as asking both providers takes at most. */
const LEASE = 2 * PROVIDERS.length * TIMEOUT_MS.send

/**
 * Sends what is due, one text message after the other; `ctx` gives a fresh now for each step. Any number of workers may
 * run at once. Delivery is at most once: neither provider can tell a repetition, so that whatever may have gone out is
 * kept as `unknown` and only a person sends it again (decisions, section 6).
 */
export async function deliverDueSms(ctx: () => Ctx, { ask, log }: SmsPorts): Promise<void> {
  giveUpLost(ctx(), log)
  const end = ctx().now + RUN
  while (ctx().now <= end && canSendSms(ctx())) {
    const row = claimDue(ctx(), sms, LEASE)
    if (row === undefined) return
    const about = { sms: row.logUuid, kind: row.kind, attempt: row.attempts }
    const outdated = whyOutdated(ctx(), row)
    if (outdated !== undefined) {
      recordOutcome(ctx(), sms, row, { status: 'muted', error: outdated })
      log.info(about, 'sms is no longer true and stays here')
      continue
    }
    const morning = heldUntil(row.kind, ctx().now)
    if (morning !== undefined) {
      recordOutcome(ctx(), sms, row, { status: 'queued', attempts: row.attempts - 1, dueAt: morning })
      continue
    }
    const tries = await handOver(ctx, row, ask)
    // A worker that comes back late still knows better than the lease that was given up for it.
    const mine = recordOutcome(ctx(), sms, row, outcome(row, tries, ctx().now), ['sending', 'unknown'])
    report(log, about, tries, mine)
  }
}

type Try = Readonly<{ provider: Provider; handed: SmsResult }>

/** Provider A where it is set up, else B; the other one when the refusal has nothing to do with the recipient. */
async function handOver(ctx: () => Ctx, row: Row, ask: typeof fetch): Promise<readonly Try[]> {
  const tries: Try[] = []
  for (const provider of PROVIDERS) {
    const client = openProvider(ctx(), provider, ask)
    if (client === undefined) continue
    // Noted before, so that a report that overtakes the answer, or outlives this process, finds its message.
    const note = { provider, messageId: null, deliveryStatus: null, deliveredAt: null }
    if (!recordOutcome(ctx(), sms, row, note)) return tries
    const handed = await client.send({ to: row.recipient, text: row.text, logUuid: row.logUuid })
    tries.push({ provider, handed })
    if (handed.ok || !mayAskOther(handed.kind)) return tries
  }
  return tries
}

function mayAskOther(kind: FaultKind): boolean {
  return kind === 'message' || kind === 'temporary' || kind === 'configuration'
}

function outcome(row: Row, tries: readonly Try[], now: Instant): Partial<Row> {
  const last = tries.at(-1)
  // All settings were taken away since it was found due: nothing was tried.
  if (last === undefined) return { status: 'queued', attempts: row.attempts - 1, dueAt: now }
  const { provider, handed } = last
  if (handed.ok) {
    return {
      status: 'sent',
      error: null,
      provider,
      sender: handed.sender,
      messageId: handed.messageId ?? null,
      sendStatus: handed.sendStatus,
      priceMillicents: handed.priceMillicents ?? null,
      sentAt: now,
    }
  }
  const error = explain(tries)
  const refused = { error, provider, sendStatus: handed.sendStatus }
  if (handed.kind === 'unknown') return { ...refused, status: 'unknown', sendStatus: SMS_UNKNOWN }
  if (handed.kind === 'repeated') {
    // After an unknown outcome this is the proof that it had gone out after all.
    return row.sendStatus === SMS_UNKNOWN
      ? { ...refused, status: 'sent', error: null, sentAt: now }
      : { ...refused, status: 'muted' }
  }
  const again = tries.some(({ handed }) => !handed.ok && mayPass(handed.kind))
  return handed.kind !== 'recipient' && again
    ? { ...refused, ...afterFailure(row.attempts, now) }
    : { ...refused, status: 'failed' }
}

function mayPass(kind: FaultKind): boolean {
  return kind === 'temporary' || kind === 'configuration'
}

function explain(tries: readonly Try[]): string {
  return tries
    .flatMap(({ provider, handed }) => (handed.ok ? [] : `${PROVIDER_NAMES[provider]}: ${handed.detail}`))
    .join(' ')
}

/** What a dead worker was about to send may have gone out. */
function giveUpLost(ctx: Ctx, log: Log): void {
  const { changes } = ctx.db
    .update(sms)
    .set({
      status: 'unknown',
      sendStatus: SMS_UNKNOWN,
      error: 'Unterbrochen: Es ist nicht bekannt, ob die SMS gesendet wurde.',
    })
    .where(and(eq(sms.status, 'sending'), lte(sms.dueAt, ctx.now)))
    .run()
  if (changes > 0) log.warn({ count: changes }, 'sms were interrupted, their outcome is unknown')
}

/** Read again at sending time: a retry hours later must tell nobody what is no longer so. */
function whyOutdated(ctx: Ctx, { kind, bookingId }: Row): string | undefined {
  const booking =
    bookingId === null ? undefined : ctx.db.select().from(bookings).where(eq(bookings.id, bookingId)).get()
  if (booking === undefined) return 'Nicht mehr gesendet: Den Termin gibt es nicht mehr.'
  if (booking.status !== VALID_WHILE[kind]) return HELD_BACK
  return booking.startsAt <= ctx.now ? 'Nicht mehr gesendet: Der Termin hat schon begonnen.' : undefined
}

/** Neither number nor text; the provider's sentence only where somebody has to mend the settings. */
function report(log: Log, about: object, tries: readonly Try[], mine: boolean): void {
  if (!mine) log.warn(about, 'sms took longer than its lease')
  for (const { provider, handed } of tries) {
    if (handed.ok) log.info({ ...about, provider }, 'sms sent')
    else if (handed.kind === 'configuration')
      log.error({ ...about, provider, fault: handed.detail }, 'sms settings are wrong')
    else log.warn({ ...about, provider, fault: handed.kind, status: handed.sendStatus }, 'sms not sent')
  }
}
