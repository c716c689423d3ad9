import { IncomingMessage } from 'node:http'
import { type BlockList, isIP } from 'node:net'
import type { Context } from 'hono'
import type { MismatchKind } from '../access/config-mismatches.ts'
import type { Config } from '../config.ts'
import { networkList } from '../networks.ts'
import { bindingsOf } from './deps.ts'
import { isInNetworks, networkOf, withoutMapping } from './network-address.ts'

/** This module reads from a request through which proxies it has come. */

/** The part of the configuration that says which IP addresses are proxies of the portal. */
type TrustConfig = Pick<Config, 'trustedProxies'>

const LOOPBACK = networkList(['127.0.0.0/8', '::1'])

/**
 * A proxy in front of the portal has a private, loopback or link-local address (RFC 1918, 4193, 3927, 4291).
 */
const NEARBY = networkList([
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
])

/** The headers that proxies add to a request that they forward. */
const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']

/** The parsed lists of TRUSTED_PROXIES, cached because building one is slow. */
const trustedLists = new WeakMap<TrustConfig, BlockList>()

/**
 * A contradiction between TRUSTED_PROXIES and the way that a request has taken.
 * - `untrusted-proxy`: A nearby proxy forwards a visitor's address but is missing in TRUSTED_PROXIES. It
 *   lifts the limits of patients if all of them come through it. Visitors on the internet cannot cause this,
 *   because none of their connections has such an address.
 * - `distant-proxy`: A peer on the internet sends the header of a proxy. Any visitor can do so, so no limit
 *   is lifted.
 * - `hidden-visitor`: The visitor's own address is in TRUSTED_PROXIES. Some container runtimes show all
 *   visitors as their gateway.
 */
export type ProxyMismatch = Readonly<{
  kind: Exclude<MismatchKind, 'turnstile-host'>
  address: string
}>

/** Returns the contradiction that the request shows, if there is one. */
export function proxyMismatchOf(c: Context, config: Config): ProxyMismatch | undefined {
  const { address, claimsToForward, isHidden } = visitorOf(c, config)
  if (isHidden) return { kind: 'hidden-visitor', address: networkOf(address) }
  if (!claimsToForward) return undefined
  if (isInNetworks(NEARBY, address)) return { kind: 'untrusted-proxy', address }
  // Behind a trusted proxy the header may come from a proxy in the visitor's own network, which is no
  // mismatch.
  return address === withoutMapping(socketAddress(c)) ? { kind: 'distant-proxy', address } : undefined
}

type Visitor = Readonly<{
  address: string
  /** Whether that IP address says that it forwards for another one, although it is not a trusted proxy. */
  claimsToForward: boolean
  /** Whether every IP address on the way is a trusted proxy, even the visitor's. */
  isHidden: boolean
}>

/** Returns the visitor's IP address, and what the way of the request says about it. */
export function visitorOf(c: Context, config: Config): Visitor {
  const socket = withoutMapping(socketAddress(c))
  const unforwarded = { address: socket, claimsToForward: false, isHidden: false }
  const forwarded = headerOf(c, 'x-forwarded-for')
  if (!forwarded) return unforwarded
  const hops = [...forwarded.split(',').map((hop) => withoutMapping(hop.trim())), socket]
  // The visitor is the rightmost hop that is not a trusted proxy. Everything left of it can be forged.
  const index = hops.findLastIndex((hop) => !isTrusted(hop, config))
  const address = hops[index]
  if (address === undefined) return { ...unforwarded, isHidden: true }
  if (isIP(address) === 0) return unforwarded
  return { address, claimsToForward: index > 0, isHidden: false }
}

/** Returns whether the visitor uses https, according to BASE_URL or a trusted proxy. */
export function isHttps(c: Context, config: Config): boolean {
  if (config.baseUrl.startsWith('https:')) return true
  return headerOf(c, 'x-forwarded-proto') === 'https' && isTrusted(socketAddress(c), config)
}

/** Returns whether a proxy says that it forwards the request. */
export function isForwarded(c: Context): boolean {
  return headerOf(c, 'x-forwarded-for') !== undefined
}

/** Returns whether the request comes from a process on this host that is not a forwarding proxy. */
export function isFromThisMachine(c: Context): boolean {
  return (
    isLoopback(withoutMapping(socketAddress(c))) &&
    FORWARDING_HEADERS.every((name) => headerOf(c, name) === undefined)
  )
}

function socketAddress(c: Context): string {
  return bindingsOf(c).incoming?.socket.remoteAddress ?? ''
}

/** Reads Node's parsed headers where there are any, which is faster than the web's `Headers`. */
function headerOf(c: Context, name: string): string | undefined {
  const { incoming } = bindingsOf(c)
  return incoming instanceof IncomingMessage ? incoming.headers[name]?.toString() : c.req.header(name)
}

/** Returns whether the IP address is one of TRUSTED_PROXIES. */
export function isTrusted(address: string, config: TrustConfig): boolean {
  if (config.trustedProxies.length === 0) return false
  let list = trustedLists.get(config)
  if (list === undefined) {
    list = networkList(config.trustedProxies)
    trustedLists.set(config, list)
  }
  return isInNetworks(list, withoutMapping(address))
}

/** Returns whether a proxy in front of the portal could have this IP address. */
export function isNearby(address: string): boolean {
  return isInNetworks(NEARBY, withoutMapping(address))
}

/** Returns whether this is a loopback address or another one of this host. */
export function isLoopback(address: string): boolean {
  return isInNetworks(LOOPBACK, address)
}
