import { and, eq, gt, inArray, isNull, min, notInArray, or, type SQL } from 'drizzle-orm'
import { type Ctx, inTx } from '../../ctx.ts'
import { messages } from '../../db/schema.ts'
import { DAY_LENGTH, HOUR, type Instant } from '../../shared/day.ts'
import { SMS_PROVIDERS, type SmsProvider } from '../../shared/sms-providers.ts'
import { queueFallbackOf } from '../outbox/fallback.ts'
import type { DeliveryReport, DeliveryStatus } from './provider.ts'
import { openProvider, readReport } from './providers.ts'
import type { SmsPorts } from './transport.ts'

/** Milliseconds after the creation of a message during which its report is polled. */
const POLLED_FOR_MS = 72 * HOUR

/** The statuses that no later report changes. */
const FINAL_STATUSES: string[] = ['delivered', 'not delivered'] satisfies DeliveryStatus[]

/** Asks every provider for its reports that are awaited. */
export async function pollDeliveryReports(ctx: () => Ctx, ports: SmsPorts): Promise<void> {
  for (const provider of SMS_PROVIDERS) await pollProvider(ctx, provider, ports)
}

/**
 * Asks a provider for its reports if one of its messages younger than `POLLED_FOR_MS` has no final report.
 */
async function pollProvider(
  ctx: () => Ctx,
  provider: SmsProvider,
  { httpFetch, log }: SmsPorts,
): Promise<void> {
  const since = oldestAwaited(ctx(), provider)
  if (since === null) return
  const client = openProvider(ctx(), provider, httpFetch)
  if (client === undefined) return
  const isComplete = await client.collectReports(since, (reports) => {
    for (const report of reports) recordReport(ctx(), provider, report)
  })
  if (!isComplete) log.warn({ provider }, 'delivery reports could not be read')
}

/** Stores a report that a provider pushed. Ignores other bodies, and reports on unknown messages. */
export function takePushedReport(ctx: Ctx, provider: SmsProvider, body: unknown): void {
  const report = readReport(provider, body)
  if (report !== undefined) recordReport(ctx, provider, report)
}

/**
 * Stores a report unless the message has a final one. Any report on a message of unknown outcome proves that
 * it was sent. If a message was not delivered, the e-mail that it replaced is queued.
 */
function recordReport(
  ctx: Ctx,
  provider: SmsProvider,
  { messageId, logUuid, status, at }: DeliveryReport,
): void {
  const reportedAt = at !== undefined && isPossible(at, ctx.now) ? at : ctx.now
  inTx(ctx, () => {
    const message = findReported(ctx, provider, { messageId, logUuid })
    if (message === undefined || FINAL_STATUSES.includes(message.deliveryStatus ?? '')) return
    // An emptied message must not get the provider's id again, because it identifies the recipient.
    if (message.emptied !== null) return
    ctx.db
      .update(messages)
      .set({
        deliveryStatus: status,
        deliveredAt: reportedAt,
        providerMessageId: messageId,
        ...(message.status === 'unknown' && {
          status: 'sent',
          sendStatus: null,
          error: null,
          sentAt: reportedAt,
        }),
      })
      .where(eq(messages.id, message.id))
      .run()
    if (status === 'not delivered') queueFallbackOf(ctx, message)
  })
}

/** Returns whether a provider's time is possible. One far ahead could neither be stored nor shown. */
function isPossible(at: Instant, now: Instant): boolean {
  return Number.isInteger(at) && at > 0 && at < now + DAY_LENGTH
}

/**
 * Finds the message of a report by the provider's id. The portal's own reference counts only while no id is
 * stored, because all attempts share it, and the report may be on an earlier one. These are two queries,
 * because SQLite would answer a single one by reading all messages of the provider.
 */
function findReported(
  ctx: Ctx,
  provider: SmsProvider,
  { messageId, logUuid }: Pick<DeliveryReport, 'messageId' | 'logUuid'>,
) {
  const ofProvider = eq(messages.provider, provider)
  const find = (isAbout: SQL | undefined) =>
    ctx.db.select().from(messages).where(and(ofProvider, isAbout)).get()
  const foundById = find(eq(messages.providerMessageId, messageId))
  if (foundById !== undefined || logUuid === undefined) return foundById
  return find(and(eq(messages.logUuid, logUuid), isNull(messages.providerMessageId)))
}

/**
 * Returns when the oldest message without a final report of this provider was created; null if there is none.
 */
function oldestAwaited(ctx: Ctx, provider: SmsProvider): Instant | null {
  const awaited = ctx.db
    .select({ since: min(messages.createdAt) })
    .from(messages)
    .where(
      and(
        eq(messages.provider, provider),
        inArray(messages.status, ['sent', 'unknown']),
        gt(messages.createdAt, ctx.now - POLLED_FOR_MS),
        or(isNull(messages.deliveryStatus), notInArray(messages.deliveryStatus, FINAL_STATUSES)),
      ),
    )
    .get()
  return awaited?.since ?? null
}
