import { isIP } from 'node:net'
import { networks } from '../config.ts'

/** Where an address leads: to anybody, into the own network or machine, or where nothing is ever asked from here. */
export type Whereabouts = 'public' | 'private' | 'forbidden'

/** Loopback, and what a practice has in its own network (RFC 1918, 4193, 6598). */
const PRIVATE = networks([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '::1/128',
  'fc00::/7',
])

/** Link-local, groups, reserved ones, and where clouds tell their machines secrets. */
const FORBIDDEN = networks([
  '0.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Metadata outside link-local: Alibaba, Azure, AWS.
  '100.100.100.200/32',
  '168.63.129.16/32',
  'fd00:ec2::254/128',
  // Teredo and 6to4 carry an IPv4 address, which could be any.
  '2001::/32',
  '2002::/16',
])

/** All IPv6 beside it is link-local, a group, reserved, or a disguise of IPv4 (RFC 4291). */
const GLOBAL_IPV6 = networks(['2000::/3'])

/** @param address of IPv4 or IPv6, as a name server or `URL` writes it; anything else is forbidden */
export function whereIs(address: string): Whereabouts {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (isIP(address) === 0 || address.includes('%') || FORBIDDEN.check(address, family)) return 'forbidden'
  if (PRIVATE.check(address, family)) return 'private'
  return family === 'ipv4' || GLOBAL_IPV6.check(address, family) ? 'public' : 'forbidden'
}
