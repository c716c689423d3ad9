import { eq, like, max } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { balances, settings } from '../../db/schema.ts'
import { isWithin, MINUTE } from '../../shared/day.ts'
import { SMS_PROVIDERS, type SmsProvider } from '../../shared/sms-providers.ts'
import { openProvider } from './providers.ts'
import type { SmsPorts } from './transport.ts'

/**
 * A stored balance with its provider. The amount is written as the provider does, and `at` is when it was
 * read.
 */
export type KnownBalance = typeof balances.$inferSelect

/**
 * Milliseconds for which a balance is not read again. ClickSend refuses more than about 20 calls a minute.
 */
const FRESH_MS = MINUTE

/**
 * Returns the balance of the account, asking the provider unless the stored balance is younger than
 * `FRESH_MS`. If the provider does not answer, it is the stored balance. Undefined without one, or while the
 * provider is not set up.
 */
export async function readBalance(
  ctx: Ctx,
  provider: SmsProvider,
  { httpFetch, log }: SmsPorts,
): Promise<KnownBalance | undefined> {
  const client = openProvider(ctx, provider, httpFetch)
  if (client === undefined) return undefined
  const stored = findBalance(ctx, provider)
  if (stored !== undefined && isWithin(ctx.now, stored.at, FRESH_MS)) return stored
  const balance = await client.readBalance()
  if (balance === undefined) {
    log.warn({ provider }, 'balance could not be read')
    return stored
  }
  const row = { provider, ...balance, at: ctx.now }
  ctx.db.insert(balances).values(row).onConflictDoUpdate({ target: balances.provider, set: row }).run()
  return row
}

/** Reads the balance of every provider that is set up. */
export async function refreshBalances(ctx: () => Ctx, ports: SmsPorts): Promise<void> {
  for (const provider of SMS_PROVIDERS) await readBalance(ctx(), provider, ports)
}

/**
 * Returns the stored balance; undefined if the settings of the provider were saved later, because they may
 * name another account.
 */
export function findBalance(ctx: Ctx, provider: SmsProvider): KnownBalance | undefined {
  const stored = ctx.db.select().from(balances).where(eq(balances.provider, provider)).get()
  const lastSave = ctx.db
    .select({ at: max(settings.updatedAt) })
    .from(settings)
    .where(like(settings.name, `${provider}.%`))
    .get()
  return stored !== undefined && stored.at >= (lastSave?.at ?? 0) ? stored : undefined
}
