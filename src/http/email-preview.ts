import { Hono } from 'hono'
import { assertEmailPreviewSignature } from '../access/links.ts'
import { previewEmail } from '../messaging/email/preview.ts'
import { ctxOf, type Env } from './deps.ts'

/**
 * The policy of a stored e-mail that is shown in a frame of the outbox. It is a document of its own, because it needs inline
 * styles, which the policy of the pages does not allow. It may do nothing else, and only this portal may frame it.
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

export function emailPreviewRoutes() {
  return new Hono<Env>().get('/email-previews/:id/:sig', (c) => {
    const ctx = ctxOf(c)
    const id = Number(c.req.param('id'))
    assertEmailPreviewSignature(ctx, id, c.req.param('sig'))
    return c.html(previewEmail(ctx, id).html, 200, {
      'Content-Security-Policy': EMAIL_POLICY,
      'X-Frame-Options': 'SAMEORIGIN',
      'X-Robots-Tag': 'noindex, nofollow',
    })
  })
}
