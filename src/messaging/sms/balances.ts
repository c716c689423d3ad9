import { eq, like, max } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { balances, settings } from '../../db/schema.ts'
import { MINUTE } from '../../shared/day.ts'
import type { SmsPorts } from '../outbox/deliver-sms.ts'
import { PROVIDERS, type Provider } from './provider.ts'
import { isSetUp, openProvider } from './provider-accounts.ts'

/** `amount` as the provider writes it, `currency` by ISO 4217, `at` when it was asked. */
export type KnownBalance = typeof balances.$inferSelect

/** Less than this is low, in whatever currency: about seventy text messages, a few days' worth. */
const LOW = 5

/** ClickSend counts about 20 calls a minute and then refuses. */
const FRESH = MINUTE

/**
 * What the account holds. Asked anew when the known answer is older than a minute or was given for other settings; when
 * the provider does not tell, the last known one. Undefined when it never told, or is not set up.
 */
export async function readBalance(
  ctx: Ctx,
  provider: Provider,
  { ask, log }: SmsPorts,
): Promise<KnownBalance | undefined> {
  const client = openProvider(ctx, provider, ask)
  if (client === undefined) return undefined
  const known = findBalance(ctx, provider)
  if (known !== undefined && ctx.now - known.at < FRESH) return known
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
  for (const provider of PROVIDERS) await readBalance(ctx(), provider, ports)
}

/** The accounts in use that hold little, as far as is known. Asks nobody. */
export function lowBalances(ctx: Ctx): KnownBalance[] {
  return PROVIDERS.filter((provider) => isSetUp(ctx, provider))
    .flatMap((provider) => findBalance(ctx, provider) ?? [])
    .filter(({ amount }) => Number(amount) < LOW)
}

/** The last known one, of the account that is set now: what was read before the settings were saved may be another one's. */
export function findBalance(ctx: Ctx, provider: Provider): KnownBalance | undefined {
  const known = ctx.db.select().from(balances).where(eq(balances.provider, provider)).get()
  const saved = ctx.db
    .select({ at: max(settings.updatedAt) })
    .from(settings)
    .where(like(settings.name, `${provider}.%`))
    .get()
  return known !== undefined && known.at >= (saved?.at ?? 0) ? known : undefined
}
