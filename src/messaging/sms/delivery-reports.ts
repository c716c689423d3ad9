import { and, eq, gt, inArray, isNull, min, notInArray, or } from 'drizzle-orm'
import { hmac, sameBytes } from '../../access/crypto.ts'
import type { Ctx } from '../../ctx.ts'
import { sms } from '../../db/schema.ts'
import { publicUrl } from '../../practice/addresses.ts'
import { HOUR } from '../../shared/day.ts'
import type { SmsPorts } from '../outbox/deliver-sms.ts'
import { readClicksendReport } from './clicksend.ts'
import { type DeliveryReport, type DeliveryStatus, PROVIDERS, type Provider } from './provider.ts'
import { openProvider } from './provider-accounts.ts'
import { readSevenioReport } from './sevenio.ts'

/** After that nobody reports any more. */
const TIMEOUT_MS = 72 * HOUR

/** Nothing that is told later changes them. */
const FINAL: readonly DeliveryStatus[] = ['delivered', 'not delivered']

const READ = { clicksend: readClicksendReport, sevenio: readSevenioReport }

/** Asks each provider what became of the messages of the last three days that are still on their way; nobody else. */
export async function pollDeliveryReports(ctx: () => Ctx, { ask, log }: SmsPorts): Promise<void> {
  for (const provider of PROVIDERS) {
    const since = oldestAwaited(ctx(), provider)
    const client = since === null ? undefined : openProvider(ctx(), provider, ask)
    if (since === null || client === undefined) continue
    const told = await client.collectReports(since, (reports) => {
      for (const report of reports) recordReport(ctx(), provider, report)
    })
    if (!told) log.warn({ provider }, 'delivery reports could not be read')
  }
}

/** Takes a report that a provider pushed, whatever its form; what it does not understand or know it passes over. */
export function takePushedReport(ctx: Ctx, provider: Provider, sent: unknown): void {
  const report = READ[provider](sent)
  if (report !== undefined) recordReport(ctx, provider, report)
}

/** The address that a provider is to push its reports to. It bears a secret. */
export function webhookUrl(ctx: Ctx, provider: Provider): string {
  return `${publicUrl(ctx)}/api/webhooks/${provider}/${webhookSecret(ctx, provider)}`
}

export function isWebhookSecret(ctx: Ctx, provider: Provider, given: string): boolean {
  return sameBytes(Buffer.from(given), Buffer.from(webhookSecret(ctx, provider)))
}

function webhookSecret(ctx: Ctx, provider: Provider): string {
  return hmac(ctx, 'webhook', ['v1', provider]).toString('base64url')
}

/**
 * Notes what became of a message, unless it is known for good. A message of unknown outcome that is reported on had gone
 * out after all.
 */
function recordReport(
  ctx: Ctx,
  provider: Provider,
  { messageId, logUuid, status, at }: DeliveryReport,
): void {
  const found = ctx.db
    .select()
    .from(sms)
    .where(and(eq(sms.provider, provider), isAbout(messageId, logUuid)))
    .get()
  if (found === undefined || isFinal(found.deliveryStatus)) return
  ctx.db
    .update(sms)
    .set({
      deliveryStatus: status,
      deliveredAt: at ?? ctx.now,
      messageId,
      ...(found.status === 'unknown' && { status: 'sent', error: null, sentAt: at ?? ctx.now }),
    })
    .where(eq(sms.id, found.id))
    .run()
}

/** By the provider's id; by our own reference only as long as the provider's is not known, for a repetition has another one. */
function isAbout(messageId: string, logUuid: string | undefined) {
  return or(
    eq(sms.messageId, messageId),
    logUuid === undefined ? undefined : and(eq(sms.logUuid, logUuid), isNull(sms.messageId)),
  )
}

function isFinal(status: string | null): boolean {
  return (FINAL as readonly (string | null)[]).includes(status)
}

/** When the oldest message was made of which this provider still owes word; null when it owes none. */
function oldestAwaited(ctx: Ctx, provider: Provider): number | null {
  const awaited = ctx.db
    .select({ since: min(sms.createdAt) })
    .from(sms)
    .where(
      and(
        eq(sms.provider, provider),
        inArray(sms.status, ['sent', 'unknown']),
        gt(sms.createdAt, ctx.now - TIMEOUT_MS),
        or(isNull(sms.deliveryStatus), notInArray(sms.deliveryStatus, [...FINAL])),
      ),
    )
    .get()
  return awaited?.since ?? null
}
