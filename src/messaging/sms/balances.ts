import { eq, like, max } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { balances, settings } from '../../db/schema.ts'
import { isWithin, MINUTE } from '../../shared/day.ts'
import { SMS_PROVIDERS, type SmsProvider } from '../../shared/sms-providers.ts'
import { openProvider } from './providers.ts'
import type { SmsPorts } from './transport.ts'

/** `amount` is as the provider writes it, `currency` by ISO 4217, and `at` the instant of the reading. */
export type KnownBalance = typeof balances.$inferSelect

/**
 * Milliseconds for which a balance is not read again, because ClickSend refuses more than about 20 calls a
 * minute.
 */
const FRESH_MS = MINUTE

/**
 * Returns the balance of the account. Asks the provider unless the known one is younger than `FRESH_MS`.
 * Returns the known one when the provider does not answer, and undefined when none is known or the provider
 * is not set up.
 */
export async function readBalance(
  ctx: Ctx,
  provider: SmsProvider,
  { httpFetch, log }: SmsPorts,
): Promise<KnownBalance | undefined> {
  const client = openProvider(ctx, provider, httpFetch)
  if (client === undefined) return undefined
  const known = findBalance(ctx, provider)
  if (known !== undefined && isWithin(ctx.now, known.at, FRESH_MS)) return known
  const balance = await client.readBalance()
  if (balance === undefined) {
    log.warn({ provider }, 'balance could not be read')
    return known
  }
  const read = { provider, ...balance, at: ctx.now }
  ctx.db.insert(balances).values(read).onConflictDoUpdate({ target: balances.provider, set: read }).run()
  return read
}

/** Reads the balance of every provider that is set up. */
export async function refreshBalances(ctx: () => Ctx, ports: SmsPorts): Promise<void> {
  for (const provider of SMS_PROVIDERS) await readBalance(ctx(), provider, ports)
}

/**
 * Returns the last known balance, unless the settings were saved after it was read: they may name another
 * account.
 */
export function findBalance(ctx: Ctx, provider: SmsProvider): KnownBalance | undefined {
  const known = ctx.db.select().from(balances).where(eq(balances.provider, provider)).get()
  const saved = ctx.db
    .select({ at: max(settings.updatedAt) })
    .from(settings)
    .where(like(settings.name, `${provider}.%`))
    .get()
  return known !== undefined && known.at >= (saved?.at ?? 0) ? known : undefined
}
