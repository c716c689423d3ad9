import type { Ctx } from '../../ctx.ts'
import { openClicksend } from './clicksend.ts'
import { PROVIDERS, type Provider, type ProviderClient } from './provider.ts'
import { openSevenio } from './sevenio.ts'

const OPEN = { clicksend: openClicksend, sevenio: openSevenio }

/** Is any provider set up? */
export function canSendSms(ctx: Ctx): boolean {
  return PROVIDERS.some((provider) => isSetUp(ctx, provider))
}

export function isSetUp(ctx: Ctx, provider: Provider): boolean {
  return OPEN[provider](ctx, fetch) !== undefined
}

/** The client of a provider; undefined while it is not set up. */
export function openProvider(ctx: Ctx, provider: Provider, ask: typeof fetch): ProviderClient | undefined {
  return OPEN[provider](ctx, ask)
}
