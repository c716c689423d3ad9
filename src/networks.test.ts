import { expect, it } from 'vitest'
import { areNetworks, networkList } from './networks.ts'

it('a list of networks matches ranges and single IP addresses of IPv4 and IPv6', () => {
  const list = networkList(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32', '::1'])
  const isIn = (address: string) => list.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
  const inside = ['10.1.2.3', '192.0.2.1', '2001:db8::7', '::1']
  const outside = ['11.0.0.1', '192.0.2.2', '2001:db9::7', '::2']
  expect([...inside, ...outside].filter(isIn)).toEqual(inside)
})

it.each(['', 'localhost', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0', '::1/129'])(
  'a list with %j is no list of networks',
  (entry) => {
    expect(areNetworks(['10.0.0.0/8'])).toBe(true)
    expect(areNetworks(['10.0.0.0/8', entry])).toBe(false)
  },
)
