import { BlockList } from 'node:net'

/**
 * Returns a list to check IP addresses against.
 * @param cidrs CIDR ranges and single addresses
 * @throws Error for anything else
 */
export function networkList(cidrs: readonly string[]): BlockList {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [address = '', bits] = cidr.split('/')
    // `isIP` would compile a long expression, which takes 5 ms of each start.
    const family = address.includes(':') ? 'ipv6' : 'ipv4'
    const allBits = family === 'ipv6' ? 128 : 32
    list.addSubnet(address, bits === undefined ? allBits : Number(bits), family)
  }
  return list
}

/** Returns whether all are CIDR ranges or single IP addresses. */
export function areNetworks(cidrs: string[]): boolean {
  try {
    networkList(cidrs)
    // Node takes "10.0.0.0/" for the whole internet.
    return cidrs.every((cidr) => /^[\da-f.:]+(\/\d{1,3})?$/i.test(cidr))
  } catch {
    return false
  }
}
