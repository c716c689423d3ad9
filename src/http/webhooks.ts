import { type Context, Hono } from 'hono'
import { isWebhookSecret, takePushedReport } from '../messaging/sms/delivery-reports.ts'
import { Problem } from '../shared/problems.ts'
import { smsProviderOf } from '../shared/sms-providers.ts'
import { ctxOf, type Env } from './deps.ts'

/**
 * Receives delivery reports that SMS providers push. The secret in the path authorises the call; with it every call is
 * answered with 200, because a provider would repeat a refused one for days (docs/behaviour.md 10.31).
 */
export function webhookRoutes() {
  return new Hono<Env>().post('/webhooks/:provider/:secret', async (c) => {
    const ctx = ctxOf(c)
    const provider = smsProviderOf(c.req.param('provider'))
    if (provider === undefined || !isWebhookSecret(ctx, provider, c.req.param('secret')))
      throw new Problem('unknown_path')
    takePushedReport(ctx, provider, await readPushed(c))
    return c.json({ ok: true })
  })
}

/** Reads JSON or a form by its content, because the providers' content types are not always right. */
async function readPushed(c: Context): Promise<unknown> {
  const text = await c.req.text()
  try {
    return JSON.parse(text)
  } catch {
    // Nested fields of a form are named data[msg_id].
    return Object.fromEntries(
      Array.from(new URLSearchParams(text), ([name, value]) => [
        name.replace(/^data\[(\w+)\]$/, '$1'),
        value,
      ]),
    )
  }
}
