import { type Context, Hono } from 'hono'
import { assertEmailPreviewSignature } from '../access/links.ts'
import { answerSelfCheck } from '../access/self-check.ts'
import { readFeed } from '../backoffice/feeds.ts'
import { previewEmail } from '../messaging/email/preview.ts'
import { takePushedReport } from '../messaging/sms/delivery-reports.ts'
import { isWebhookSecret } from '../messaging/sms/webhooks.ts'
import { previewText, unpackChange } from '../messaging/text-preview.ts'
import { Problem } from '../shared/problems.ts'
import { smsProviderOf } from '../shared/sms-providers.ts'
import { ctxOf, type Deps, type Env } from './deps.ts'
import { NOT_INDEXED } from './headers.ts'
import { originOf } from './origin.ts'
import { isForwarded, isHttps, proxyMismatchOf } from './proxies.ts'

/** The header in which `ordi doctor` sends its question. */
export const SELF_CHECK_HEADER = 'x-ordi-self-check'

/** How a request of `ordi doctor` arrived, which shows what the proxies in between do. */
export type SelfCheckAnswer = Readonly<{
  answer: string
  https: boolean
  /** Whether a proxy states that it has forwarded the request. */
  forwarded: boolean
  /** The network address that the portal takes for that of the visitor. */
  origin: string
  untrusted_proxy: string | null
}>

/**
 * The policy of an e-mail that is shown in a frame of the admin area. It is a separate document because it
 * needs inline styles, which the policy of the pages does not allow. It may do nothing else, and only this
 * portal may frame it.
 */
const EMAIL_POLICY = [
  `default-src 'none'`,
  `style-src 'unsafe-inline'`,
  `img-src data:`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'self'`,
  'sandbox',
].join('; ')

const EMAIL_HEADERS = {
  'Content-Security-Policy': EMAIL_POLICY,
  'X-Frame-Options': 'SAMEORIGIN',
  ...NOT_INDEXED,
}

/**
 * The calls of programs and frames, whose only credential is a secret in the URL or in a header. A wrong
 * secret is answered with 404, a preview with a wrong signature with 403.
 *
 * A report of an SMS provider is always answered with 200, because the provider would repeat a refused one
 * for days (docs/behaviour.md 10.31). The self-check is for `ordi doctor` of this installation.
 */
export function secretRoutes({ config }: Deps) {
  return new Hono<Env>()
    .get('/feed/:token/termine.ics', (c) => {
      const calendar = readFeed(ctxOf(c), c.req.param('token'))
      if (calendar === undefined) throw new Problem('unknown_path')
      return c.body(calendar, 200, {
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': 'inline; filename="termine.ics"',
        ...NOT_INDEXED,
      })
    })
    .get('/email-previews/:id/:sig', (c) => {
      const id = Number(c.req.param('id'))
      assertEmailPreviewSignature(ctxOf(c), id, c.req.param('sig'))
      return c.html(previewEmail(ctxOf(c), id).html, 200, EMAIL_HEADERS)
    })
    .get('/email-previews/texts/:words/:sig', (c) => {
      const packedChange = c.req.param('words')
      assertEmailPreviewSignature(ctxOf(c), packedChange, c.req.param('sig'))
      return c.html(previewText(ctxOf(c), ...unpackChange(packedChange)).email.html, 200, EMAIL_HEADERS)
    })
    .post('/webhooks/:provider/:secret', async (c) => {
      const provider = smsProviderOf(c.req.param('provider'))
      if (provider === undefined || !isWebhookSecret(ctxOf(c), provider, c.req.param('secret')))
        throw new Problem('unknown_path')
      takePushedReport(ctxOf(c), provider, await readReport(c))
      return c.json({ ok: true })
    })
    .get('/self-check', (c) => {
      const answer = answerSelfCheck(ctxOf(c), c.req.header(SELF_CHECK_HEADER) ?? '')
      if (answer === undefined) throw new Problem('unknown_path')
      return c.json(selfCheckAnswer(c, config, answer))
    })
}

function selfCheckAnswer(c: Context<Env>, config: Deps['config'], answer: string): SelfCheckAnswer {
  const mismatch = proxyMismatchOf(c, config)
  return {
    answer,
    https: isHttps(c, config),
    forwarded: isForwarded(c),
    origin: originOf(c, config),
    untrusted_proxy: mismatch?.kind === 'untrusted-proxy' ? mismatch.address : null,
  }
}

/** Reads JSON or a form by its content, because the content types of the providers are not reliable. */
async function readReport(c: Context): Promise<unknown> {
  const text = await c.req.text()
  try {
    return JSON.parse(text)
  } catch {
    // Nested fields of a form have names such as data[msg_id].
    const fields = Array.from(new URLSearchParams(text), ([name, value]) => [
      name.replace(/^data\[(\w+)\]$/, '$1'),
      value,
    ])
    return Object.fromEntries(fields)
  }
}
