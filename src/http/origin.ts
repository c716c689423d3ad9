import { IncomingMessage } from 'node:http'
import { type BlockList, isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { fingerprint } from '../access/crypto.ts'
import { type Config, networks } from '../config.ts'
import type { OpenedConfig } from '../ctx.ts'

const proxies = new WeakMap<Config, BlockList>()

/**
 * The address that a request came from: the socket's, unless that is a trusted proxy, which is believed about
 * the hop before it (decisions, TRUSTED_PROXIES). IPv6 counts by its /64, which is the least that a household has.
 */
export function originOf(c: Context, config: Config): string {
  const socket = plain(c.env?.incoming?.socket?.remoteAddress ?? '')
  if (!isTrusted(socket, config)) return network(socket)
  const hops = (headerOf(c, 'x-forwarded-for') ?? '').split(',').map((hop) => plain(hop.trim()))
  // Whatever stands left of the first hop that is not ours was written by the visitor.
  const visitor = hops.findLast((hop) => !isTrusted(hop, config)) ?? ''
  return network(isIP(visitor) === 0 ? socket : visitor)
}

/** The origin as limits keep it: told apart from others, and not readable. */
export function originFingerprint(c: Context, config: OpenedConfig): string {
  return fingerprint({ config }, 'origin', originOf(c, config))
}

/** Did the visitor come by https? Then cookies and headers can insist on it. */
export function isHttps(c: Context, config: Config): boolean {
  return config.baseUrl.startsWith('https:') || headerOf(c, 'x-forwarded-proto') === 'https'
}

/** As Node has parsed it already; the web's `Headers` would be made from all of them first. */
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

/** An IPv4 address that the system maps into IPv6 is the same address. */
function plain(address: string): string {
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
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
