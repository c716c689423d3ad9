import { and, eq, isNotNull } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { retryOnceUnlocked } from '../../db/lock.ts'
import { type Message, messages } from '../../db/schema.ts'
import type { Log } from '../../log.ts'
import { PROVIDER_NAMES, SMS_PROVIDERS, type SmsProvider } from '../../shared/sms-providers.ts'
import { replaceUnsendableSms } from '../outbox/fallback.ts'
import { tryRecordOutcome } from '../outbox/leases.ts'
import { MAYBE_SENT } from '../outbox/retry.ts'
import type { DeliveryOutcome, Transport } from '../outbox/transport.ts'
import type { FaultKind, SmsResult } from './provider.ts'
import { TIMEOUTS_MS } from './provider-call.ts'
import { canSendSms, openProvider } from './providers.ts'

/** Twice the time in which all providers are asked, so that only a dead worker loses its lease. */
const LEASE_MS = 2 * SMS_PROVIDERS.length * TIMEOUTS_MS.send

/** Access to the network and the log. */
export type SmsPorts = Readonly<{ httpFetch: typeof fetch; log: Log }>

/**
 * Returns the transport for SMS, which sends each at most once.
 * @param providers the providers, in the order in which they are asked
 */
export function smsTransport(
  { httpFetch, log }: SmsPorts,
  providers: readonly SmsProvider[] = SMS_PROVIDERS,
): Transport {
  return {
    channel: 'sms',
    leaseMs: LEASE_MS,
    atMostOnce: true,
    isReady: canSendSms,
    whileNotReady: replaceUnsendableSms,
    async send(ctx, row) {
      const attempts = await askProviders(ctx, row, { providers, httpFetch })
      for (const attempt of attempts) logAttempt(log, row, attempt)
      return outcomeOf(ctx(), row, attempts)
    },
  }
}

/** The result of asking one provider. */
type Attempt = Readonly<{ provider: SmsProvider; result: SmsResult }>

/** Asks one provider after another, until one accepts the message or no other one may be asked. */
async function askProviders(
  ctx: () => Ctx,
  row: Message,
  { providers, httpFetch }: Readonly<{ providers: readonly SmsProvider[]; httpFetch: typeof fetch }>,
): Promise<readonly Attempt[]> {
  const attempts: Attempt[] = []
  for (const provider of providers) {
    const client = openProvider(ctx(), provider, httpFetch)
    if (client === undefined) continue
    // The provider is stored first, so that a report finds its message even before the answer, or after a
    // crash.
    const columns = { provider, providerMessageId: null, deliveryStatus: null, deliveredAt: null }
    const isOurs = await retryOnceUnlocked(ctx().db, () => tryRecordOutcome(ctx(), row, columns), LEASE_MS)
    // Another worker has taken over the message, so this one must no longer send it.
    if (!isOurs) return attempts
    const smsResult = await client.send({ to: row.recipient, text: row.text, logUuid: row.logUuid })
    attempts.push({ provider, result: smsResult })
    if (smsResult.ok || !mayAskOther(smsResult.kind)) return attempts
  }
  return attempts
}

/** Returns whether another provider may accept a message after this fault, and none has sent it yet. */
function mayAskOther(kind: FaultKind): boolean {
  return kind === 'message' || kind === 'temporary' || kind === 'configuration'
}

/** Returns the outcome of the message. The last attempt decides, because the others were refused. */
function outcomeOf(ctx: Ctx, row: Message, attempts: readonly Attempt[]): DeliveryOutcome {
  const last = attempts.at(-1)
  // Without an attempt, the settings were removed after the message was found due.
  if (last === undefined) return { result: 'untried', error: null }
  const { provider, result } = last
  if (result.ok) return acceptedOutcome(provider, result)
  const error = attempts.flatMap(faultSentences).join(' ')
  const { kind, sendStatus } = result
  const wasUnknown = row.sendStatus === MAYBE_SENT
  // An unknown outcome must not be forgotten when the provider refuses the retry.
  const columns = { provider, sendStatus: wasUnknown ? MAYBE_SENT : sendStatus }
  switch (kind) {
    case 'repeated':
      // After an unknown outcome, a repetition proves that the first attempt had sent the message.
      return { result: wasUnknown ? 'sent' : 'muted', error, columns: { provider, sendStatus } }
    case 'unknown':
      if (hasReport(ctx, row)) return { result: 'sent', error: null, columns: { provider, sendStatus: null } }
      return { result: 'unknown', error, columns: { provider, sendStatus: MAYBE_SENT } }
    case 'recipient':
      return { result: 'failed', error, columns, wrongRecipient: true }
    case 'limit':
      return { result: 'failed', error, columns }
    default:
      return { result: attempts.some(mayWorkAgain) ? 'temporary' : 'failed', error, columns }
  }
}

/** Returns whether a report on this attempt has arrived, which proves that the message was sent. */
function hasReport({ db }: Ctx, { id }: Message): boolean {
  const isReported = and(eq(messages.id, id), isNotNull(messages.deliveryStatus))
  return db.select({ id: messages.id }).from(messages).where(isReported).get() !== undefined
}

/** Returns the outcome of a message that the provider has accepted. */
function acceptedOutcome(
  provider: SmsProvider,
  accepted: Extract<SmsResult, Readonly<{ ok: true }>>,
): DeliveryOutcome {
  const { sender, sendStatus, messageId = null, priceMillicents = null } = accepted
  const columns = { provider, sender, sendStatus, providerMessageId: messageId, priceMillicents }
  return { result: 'sent', error: null, columns }
}

/** Returns whether the provider may accept the same message later. */
function mayWorkAgain({ result }: Attempt): boolean {
  return !result.ok && (result.kind === 'temporary' || result.kind === 'configuration')
}

/** Returns the provider's sentence about its fault; none for an accepted message. */
function faultSentences({ provider, result }: Attempt): string[] {
  return result.ok ? [] : [`${PROVIDER_NAMES[provider]}: ${result.detail}`]
}

/** Logs an attempt, with the provider's sentence only if a person has to correct the settings. */
function logAttempt(log: Log, row: Message, { provider, result }: Attempt): void {
  const logFields = { sms: row.logUuid, kind: row.kind, attempt: row.attempts, provider }
  if (result.ok) log.info(logFields, 'sms sent')
  else if (result.kind === 'configuration')
    log.error({ ...logFields, fault: result.detail }, 'sms settings are wrong')
  else log.warn({ ...logFields, fault: result.kind, status: result.sendStatus }, 'sms not sent')
}
