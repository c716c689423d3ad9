import { type BlockList, isIP } from 'node:net'

/** Returns whether one of the networks contains the IP address; false for a text that is no address. */
export function isInNetworks(networks: BlockList, address: string): boolean {
  // A link-local IPv6 address may end with the name of an interface, as in fe80::1%eth0.
  const [plain = ''] = address.split('%')
  const family = isIP(plain)
  return family !== 0 && networks.check(plain, family === 6 ? 'ipv6' : 'ipv4')
}

/** Turns an IPv4 address that is mapped into IPv6 (`::ffff:192.0.2.1`) into the plain IPv4 address. */
export function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

/**
 * Returns the part of an IP address that identifies a visitor: the whole IPv4 address, or the /48 of an IPv6
 * address. The result is the same text for all addresses of a network.
 */
export function networkOf(address: string): string {
  const plain = withoutMapping(address)
  if (isIP(plain) !== 6) return plain
  // Three groups of 16 bits are a /48.
  const groups = groupsOf(plain).slice(0, 3)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}

/** Returns the groups of an IPv6 address, with the groups of zeros that a double colon stands for. */
function groupsOf(address: string): string[] {
  const groupCount = 8
  const sides = address.split('::').map((side) => (side === '' ? [] : side.split(':')))
  const [groupsBefore = [], groupsAfter] = sides
  if (groupsAfter === undefined) return groupsBefore
  const zeros = Array<string>(Math.max(0, groupCount - groupsBefore.length - groupsAfter.length)).fill('0')
  return [...groupsBefore, ...zeros, ...groupsAfter]
}
