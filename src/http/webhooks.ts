import { type Context, Hono } from 'hono'
import { isWebhookSecret, takePushedReport } from '../messaging/sms/delivery-reports.ts'
import { Problem } from '../shared/problems.ts'
import { smsProviderOf } from '../shared/sms-providers.ts'
import { ctxOf, type Env } from './deps.ts'

/**
 * Where the text message providers push their delivery reports (decisions, section 6). The secret in the address is the
 * key. Whoever bears it is answered 200 whatever was sent, or the provider would repeat it for days.
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

/** JSON or a form, by the look of it: the providers' own types are not always right. */
async function readPushed(c: Context): Promise<unknown> {
  const text = await c.req.text()
  try {
    return JSON.parse(text)
  } catch {
    // PHP writes what is nested as data[msg_id].
    return Object.fromEntries(
      Array.from(new URLSearchParams(text), ([name, value]) => [
        name.replace(/^data\[(\w+)\]$/, '$1'),
        value,
      ]),
    )
  }
}
