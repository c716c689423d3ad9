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
 * The balance of an account as far as it is known, and whether the provider has just refused the credentials.
 */
type RefreshedBalance = Readonly<{ balance: KnownBalance | undefined; isRefused: boolean }>

/**
 * Asks the provider for the balance of the account and stores it, unless the stored balance is younger than
 * `FRESH_MS`. Returns the balance: the stored one if the provider does not answer, undefined without one or
 * while the provider is not set up.
 */
export async function refreshBalance(
  ctx: Ctx,
  provider: SmsProvider,
  { httpFetch, log }: SmsPorts,
): Promise<RefreshedBalance> {
  const client = openProvider(ctx, provider, httpFetch)
  if (client === undefined) return { balance: undefined, isRefused: false }
  const stored = findBalance(ctx, provider)
  if (stored !== undefined && isWithin(ctx.now, { since: stored.at, lengthMs: FRESH_MS }))
    return { balance: stored, isRefused: false }
  const answer = await client.readBalance()
  const isRefused = answer === 'refused'
  if (isRefused || answer === undefined) {
    log.warn({ provider, refused: isRefused }, 'balance could not be read')
    return { balance: stored, isRefused }
  }
  const balance = { provider, ...answer, at: ctx.now }
  ctx.db
    .insert(balances)
    .values(balance)
    .onConflictDoUpdate({ target: balances.provider, set: balance })
    .run()
  return { balance, isRefused }
}

/** Refreshes the stored balance of every provider that is set up. */
export async function refreshBalances(ctx: () => Ctx, ports: SmsPorts): Promise<void> {
  for (const provider of SMS_PROVIDERS) await refreshBalance(ctx(), provider, ports)
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
