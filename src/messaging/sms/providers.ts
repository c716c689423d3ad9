import type { Ctx } from '../../ctx.ts'
import { SMS_PROVIDERS, type SmsProvider } from '../../shared/sms-providers.ts'
import { openClicksend } from './clicksend.ts'
import { readClicksendReport } from './clicksend-receipts.ts'
import type { DeliveryReport, ProviderClient } from './provider.ts'
import { openSevenio } from './sevenio.ts'
import { readSevenioReport } from './sevenio-reports.ts'

/** The functions by which the portal uses a provider. */
type Adapter = Readonly<{
  /** Returns a client for the account in the settings; undefined while it is not set up. Makes no call. */
  open(ctx: Ctx, httpFetch: typeof fetch): ProviderClient | undefined
  /**
   * Reads a delivery report that the provider pushed, as JSON or from a form. Returns undefined for any other
   * body.
   */
  readReport(body: unknown): DeliveryReport | undefined
}>

/** The adapter of each provider. The settings group of the same name has its account. */
const ADAPTERS = {
  clicksend: { open: openClicksend, readReport: readClicksendReport },
  sevenio: { open: openSevenio, readReport: readSevenioReport },
} satisfies Readonly<Record<SmsProvider, Adapter>>

/** Returns a client for the provider's account; undefined while the settings have none. */
export function openProvider(
  ctx: Ctx,
  provider: SmsProvider,
  httpFetch: typeof fetch,
): ProviderClient | undefined {
  return ADAPTERS[provider].open(ctx, httpFetch)
}

/** Reads a delivery report that the provider pushed; undefined when the body is no report. */
export function readReport(provider: SmsProvider, body: unknown): DeliveryReport | undefined {
  return ADAPTERS[provider].readReport(body)
}

/** Returns whether the settings have an account of the provider. Makes no call. */
export function isProviderSetUp(ctx: Ctx, provider: SmsProvider): boolean {
  return openProvider(ctx, provider, fetch) !== undefined
}

/** Returns whether at least one provider is set up. */
export function canSendSms(ctx: Ctx): boolean {
  return SMS_PROVIDERS.some((provider) => isProviderSetUp(ctx, provider))
}
