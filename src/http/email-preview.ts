import { Hono } from 'hono'
import { assertEmailPreviewSignature } from '../access/links.ts'
import { previewEmail } from '../messaging/email/preview.ts'
import { ctxOf, type Env } from './deps.ts'

/**
 * A stored letter as a document of its own, for a frame of the outbox monitor. It is styled the way mail programs understand,
 * inline, which no page of ours may be; so it comes alone, may do nothing, and is framed by this portal only.
 */
const LETTER_POLICY = [
  `default-src 'none'`,
  `style-src 'unsafe-inline'`,
  `img-src data:`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'self'`,
  'sandbox',
].join('; ')

export function emailPreviewRoutes() {
  return new Hono<Env>().get('/letters/:id/:sig', (c) => {
    const ctx = ctxOf(c)
    const id = Number(c.req.param('id'))
    assertEmailPreviewSignature(ctx, id, c.req.param('sig'))
    return c.html(previewEmail(ctx, id).html, 200, {
      'Content-Security-Policy': LETTER_POLICY,
      'X-Frame-Options': 'SAMEORIGIN',
      'X-Robots-Tag': 'noindex, nofollow',
    })
  })
}
