import { ServerResponse } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import type { OpenedConfig } from '../ctx.ts'
import { MAP_ORIGIN } from '../practice/map.ts'
import { bindingsOf, type Env } from './deps.ts'
import { isHttps } from './proxies.ts'

const TURNSTILE_ORIGIN = 'https://challenges.cloudflare.com'

const SECONDS_OF_A_YEAR = 365 * 24 * 60 * 60

/** The header that keeps pages with a secret URL out of search engines. */
export const NOT_INDEXED = { 'X-Robots-Tag': 'noindex, nofollow' }

/** The hashes of a page's inline elements, each after a space: ` 'sha256-…'`. */
export type InlineHashes = Readonly<Record<'script' | 'style', string>>

/**
 * Sets the security headers of every answer (OWASP ASVS 5, 3.4). Pages may load nothing from elsewhere except
 * the frame of the map and, if its key is set, Cloudflare's check. A route can replace the content policy and
 * `Cache-Control`.
 */
export function securityHeaders(config: OpenedConfig): MiddlewareHandler<Env> {
  const commonHeaders = {
    'Content-Security-Policy': contentPolicy(config),
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'Cache-Control': 'no-store',
  }
  const headersOfHttp = new Map(Object.entries(commonHeaders))
  // Over plain http, browsers ignore this header (RFC 6797).
  const headersOfHttps = new Map(headersOfHttp).set(
    'Strict-Transport-Security',
    `max-age=${SECONDS_OF_A_YEAR}${config.hstsIncludeSubdomains ? '; includeSubDomains' : ''}`,
  )
  return (c, next) => {
    const headers = isHttps(c, config) ? headersOfHttps : headersOfHttp
    const { outgoing } = bindingsOf(c)
    // Node's `setHeaders` is faster than the web's `Headers`, which validates each header again.
    if (outgoing instanceof ServerResponse) outgoing.setHeaders(headers)
    else for (const [name, value] of headers) c.header(name, value)
    return next()
  }
}

/**
 * Returns the Content-Security-Policy of a page. It allows only inline scripts and styles with a hash in
 * `inline`.
 */
export function contentPolicy(
  { turnstileSiteKey }: OpenedConfig,
  inline: InlineHashes = { script: '', style: '' },
): string {
  const hasTurnstile = turnstileSiteKey !== undefined
  const turnstileSource = hasTurnstile ? ` ${TURNSTILE_ORIGIN}` : ''
  return [
    `default-src 'none'`,
    `script-src 'self'${inline.script}${turnstileSource}`,
    `style-src 'self'${inline.style}`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `frame-src 'self' ${MAP_ORIGIN}${turnstileSource}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    // Cloudflare's script does not use Trusted Types.
    ...(hasTurnstile ? [] : [`require-trusted-types-for 'script'`, 'trusted-types ordi']),
  ].join('; ')
}
