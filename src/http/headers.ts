import type { MiddlewareHandler } from 'hono'
import type { OpenedConfig } from '../ctx.ts'
import { MAP_ORIGIN } from '../practice/map.ts'
import type { Env } from './doorway.ts'
import { isHttps } from './origin.ts'

const TURNSTILE = 'https://challenges.cloudflare.com'

/**
 * The security headers of every answer (OWASP ASVS 5, 3.4). Scripts, styles and fonts come from here alone;
 * frames only from the map, and Cloudflare joins only when its key is set. A door that shows what is no page of ours brings
 * a policy of its own.
 */
export function securityHeaders(config: OpenedConfig): MiddlewareHandler<Env> {
  const page = Object.entries({
    'Content-Security-Policy': contentPolicy(config.turnstileSiteKey !== undefined),
    'X-Frame-Options': 'DENY',
  })
  const constant = Object.entries({
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  })
  return async (c, next) => {
    await next()
    const { headers } = c.res
    for (const [name, value] of constant) headers.set(name, value)
    for (const [name, value] of page) if (!headers.has(name)) headers.set(name, value)
    if (isHttps(c, config)) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
  }
}

function contentPolicy(turnstile: boolean): string {
  const also = turnstile ? ` ${TURNSTILE}` : ''
  return [
    `default-src 'none'`,
    `script-src 'self'${also}`,
    `style-src 'self'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `frame-src 'self' ${MAP_ORIGIN}${also}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    // Cloudflare's script knows no policy of ours; where it is let in, this lock stays open.
    ...(turnstile ? [] : [`require-trusted-types-for 'script'`, 'trusted-types ordi']),
  ].join('; ')
}
