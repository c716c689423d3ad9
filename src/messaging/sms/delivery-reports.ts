import { and, eq, gt, inArray, isNull, min, notInArray, or } from 'drizzle-orm'
import { hmac, sameBytes, withEarlierSecret } from '../../access/crypto.ts'
import { type Ctx, inTx } from '../../ctx.ts'
import { messages } from '../../db/schema.ts'
import { publicUrl } from '../../practice/addresses.ts'
import { HOUR } from '../../shared/day.ts'
import { SMS_PROVIDERS, type SmsProvider } from '../../shared/sms-providers.ts'
import { sendFallback } from '../outbox/recipient.ts'
import type { DeliveryReport, DeliveryStatus } from './provider.ts'
import { openProvider, readReport } from './providers.ts'
import type { SmsPorts } from './transport.ts'

/** How long after a message was made its report is asked for. */
const ASK_FOR_MS = 72 * HOUR

/** No later report changes these. */
const FINAL: string[] = ['delivered', 'not delivered'] satisfies DeliveryStatus[]

/** Asks each provider that still owes a final report for a message of the last three days. */
export async function pollDeliveryReports(ctx: () => Ctx, { httpFetch, log }: SmsPorts): Promise<void> {
  for (const provider of SMS_PROVIDERS) {
    const since = oldestAwaited(ctx(), provider)
    const client = since === null ? undefined : openProvider(ctx(), provider, httpFetch)
    if (since === null || client === undefined) continue
    const complete = await client.collectReports(since, (reports) => {
      for (const report of reports) recordReport(ctx(), provider, report)
    })
    if (!complete) log.warn({ provider }, 'delivery reports could not be read')
  }
}

/** Stores a report that a provider pushed. Ignores what is no report, and reports on unknown messages. */
export function takePushedReport(ctx: Ctx, provider: SmsProvider, body: unknown): void {
  const report = readReport(provider, body)
  if (report !== undefined) recordReport(ctx, provider, report)
}

/** The address to which a provider pushes its reports. It contains a secret. */
export function webhookUrl(ctx: Ctx, provider: SmsProvider): string {
  return `${publicUrl(ctx)}/api/webhooks/${provider}/${webhookSecret(ctx, provider)}`
}

export function isWebhookSecret(ctx: Ctx, provider: SmsProvider, given: string): boolean {
  return withEarlierSecret(ctx).some((each) =>
    sameBytes(Buffer.from(given), Buffer.from(webhookSecret(each, provider))),
  )
}

function webhookSecret(ctx: Ctx, provider: SmsProvider): string {
  return hmac(ctx, 'webhook', ['v1', provider]).toString('base64url')
}

/**
 * Stores a report unless the message has a final one. A report on a message of unknown outcome proves that it
 * was sent; one of a message that was not delivered queues the e-mail that replaces it.
 */
function recordReport(
  ctx: Ctx,
  provider: SmsProvider,
  { messageId, logUuid, status, at }: DeliveryReport,
): void {
  inTx(ctx, () => {
    const found = ctx.db
      .select()
      .from(messages)
      .where(and(eq(messages.provider, provider), isAbout(messageId, logUuid)))
      .get()
    if (found === undefined || found.emptied !== null || FINAL.includes(found.deliveryStatus ?? '')) return
    ctx.db
      .update(messages)
      .set({
        deliveryStatus: status,
        deliveredAt: at ?? ctx.now,
        providerMessageId: messageId,
        ...(found.status === 'unknown' && { status: 'sent', error: null, sentAt: at ?? ctx.now }),
      })
      .where(eq(messages.id, found.id))
      .run()
    if (status === 'not delivered') sendFallback(ctx, found)
  })
}

/**
 * Matches by the provider's id. Our own reference counts only while that id is unknown, because each attempt
 * gets another id.
 */
function isAbout(messageId: string, logUuid: string | undefined) {
  return or(
    eq(messages.providerMessageId, messageId),
    logUuid === undefined
      ? undefined
      : and(eq(messages.logUuid, logUuid), isNull(messages.providerMessageId)),
  )
}

/**
 * When the oldest message was made for which this provider still owes a final report; null when it owes none.
 */
function oldestAwaited(ctx: Ctx, provider: SmsProvider): number | null {
  const awaited = ctx.db
    .select({ since: min(messages.createdAt) })
    .from(messages)
    .where(
      and(
        eq(messages.provider, provider),
        inArray(messages.status, ['sent', 'unknown']),
        gt(messages.createdAt, ctx.now - ASK_FOR_MS),
        or(isNull(messages.deliveryStatus), notInArray(messages.deliveryStatus, FINAL)),
      ),
    )
    .get()
  return awaited?.since ?? null
}
