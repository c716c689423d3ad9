import { describe, expect, it } from 'vitest'
import { networks } from './networks.ts'

describe('a list of networks', () => {
  it('matches ranges and single addresses of IPv4 and IPv6', () => {
    const list = networks(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32', '::1'])
    const matches = (address: string) => list.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
    expect(['10.1.2.3', '192.0.2.1', '2001:db8::7', '::1'].map(matches)).toEqual([true, true, true, true])
    expect(['11.0.0.1', '192.0.2.2', '2001:db9::7', '::2'].map(matches)).toEqual([false, false, false, false])
  })
})
