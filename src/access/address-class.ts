import { isIP } from 'node:net'
import { networkList } from '../networks.ts'

/** A private address is of the loopback interface or a local network. A forbidden one is never called. */
export type AddressClass = 'public' | 'private' | 'forbidden'

/** Loopback and local networks (RFC 1918, 4193, 6598). */
const PRIVATE = networkList([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '::1/128',
  'fc00::/7',
])

/** Link-local, multicast and reserved addresses, and the metadata services of cloud providers. */
const FORBIDDEN = networkList([
  '0.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Metadata services of Alibaba, Azure and AWS outside link-local.
  '100.100.100.200/32',
  '168.63.129.16/32',
  'fd00:ec2::254/128',
  // Teredo and 6to4 contain an arbitrary IPv4 address.
  '2001::/32',
  '2002::/16',
])

/**
 * The IPv6 addresses of the internet. All others are link-local, multicast or reserved, or contain an IPv4
 * address (RFC 4291).
 */
const GLOBAL_IPV6 = networkList(['2000::/3'])

/**
 * Returns the class of an IP address. An address in several lists has the strictest class.
 * @param ip IPv4 or IPv6; anything else is forbidden
 */
export function classifyAddress(ip: string): AddressClass {
  const version = isIP(ip)
  // Only link-local addresses have a zone, such as %eth0, which would hide them from the lists.
  if (version === 0 || ip.includes('%')) return 'forbidden'
  const family = version === 6 ? 'ipv6' : 'ipv4'
  if (FORBIDDEN.check(ip, family)) return 'forbidden'
  if (PRIVATE.check(ip, family)) return 'private'
  return family === 'ipv4' || GLOBAL_IPV6.check(ip, family) ? 'public' : 'forbidden'
}
