import { IncomingMessage } from 'node:http'
import { type BlockList, isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { fingerprint } from '../access/crypto.ts'
import { type Config, networks } from '../config.ts'
import type { OpenedConfig } from '../ctx.ts'

const proxies = new WeakMap<Config, BlockList>()

/**
 * The network address that a request came from: the socket's, or behind a trusted proxy the one in `X-Forwarded-For`.
 * IPv6 addresses are cut to their /48, of which one customer can have all addresses (RFC 6177).
 */
export function originOf(c: Context, config: Config): string {
  const socket = unmap(c.env?.incoming?.socket?.remoteAddress ?? '')
  if (!isTrusted(socket, config)) return network(socket)
  const hops = (headerOf(c, 'x-forwarded-for') ?? '').split(',').map((hop) => unmap(hop.trim()))
  // The rightmost hop that is no trusted proxy; everything left of it can be forged.
  const visitor = hops.findLast((hop) => !isTrusted(hop, config)) ?? ''
  return network(isIP(visitor) === 0 ? socket : visitor)
}

/** The origin for rate limits, without storing the address. */
export function originFingerprint(c: Context, config: OpenedConfig): string {
  return fingerprint({ config }, 'origin', originOf(c, config))
}

/** Whether the visitor uses https, according to BASE_URL or the proxy. */
export function isHttps(c: Context, config: Config): boolean {
  return config.baseUrl.startsWith('https:') || headerOf(c, 'x-forwarded-proto') === 'https'
}

/** Reads Node's parsed headers, which is faster than the web's `Headers`. */
function headerOf(c: Context, name: string): string | undefined {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  return incoming instanceof IncomingMessage ? incoming.headers[name]?.toString() : c.req.header(name)
}

function isTrusted(address: string, config: Config): boolean {
  if (config.trustedProxies.length === 0) return false
  let list = proxies.get(config)
  if (list === undefined) {
    list = networks(config.trustedProxies)
    proxies.set(config, list)
  }
  const family = isIP(address)
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** An IPv4 address mapped into IPv6 counts as the IPv4 address. */
function unmap(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

function network(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = !tail ? [] : tail.split(':')
  const zeros = new Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = tail === undefined ? left : [...left, ...zeros, ...right]
  return groups
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
