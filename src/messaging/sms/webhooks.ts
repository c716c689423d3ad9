import { contextsOfValidSecrets, hmac, sameBytes } from '../../access/crypto.ts'
import type { Ctx } from '../../ctx.ts'
import { publicUrl } from '../../practice/addresses.ts'
import type { SmsProvider } from '../../shared/sms-providers.ts'

/** Returns the URL to which a provider pushes its reports. It contains a secret. */
export function webhookUrl(ctx: Ctx, provider: SmsProvider): string {
  return `${publicUrl(ctx)}/api/webhooks/${provider}/${webhookSecret(ctx, provider)}`
}

/**
 * Returns whether a call to a webhook has its secret. For a while after a change of APP_SECRET, the former
 * webhook secret is accepted too.
 */
export function isWebhookSecret(ctx: Ctx, provider: SmsProvider, candidate: string): boolean {
  return contextsOfValidSecrets(ctx).some((secretCtx) =>
    sameBytes(Buffer.from(candidate), Buffer.from(webhookSecret(secretCtx, provider))),
  )
}

/** Returns the secret part of a provider's URL, which is derived from APP_SECRET. */
function webhookSecret(ctx: Ctx, provider: SmsProvider): string {
  return hmac(ctx, 'webhook', ['v1', provider]).toString('base64url')
}
