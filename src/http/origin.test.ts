import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { HOUR } from '../shared/day.ts'
import type { Env } from './deps.ts'
import { originOf, patientOrigin } from './origin.ts'

/** Returns the headers of a request that proxies have forwarded for these IP addresses. */
function forwardedFor(forwarded: string | undefined): Record<string, string> {
  return forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
}

describe('the origin of a request', () => {
  const PROXY = '10.0.0.1'
  const VISITOR = '198.51.100.1'
  const EARLIER_HOP = '192.0.2.66'

  /** IPv6 addresses, each with its /48. */
  const NETWORKS = [
    { address: '2001:0db8:0001:0002:ffff:ffff:ffff:ffff', network: '2001:db8:1' },
    { address: '2001:DB8:1:9::', network: '2001:db8:1' },
    { address: '2001:db8::1', network: '2001:db8:0' },
    { address: '::1', network: '0:0:0' },
  ]

  type Route = Readonly<{ socket: string | undefined; trusted?: string; forwarded?: string | undefined }>

  /** Returns the origin of a request with these TRUSTED_PROXIES and `X-Forwarded-For`. */
  async function readOrigin({ socket, trusted = '', forwarded }: Route): Promise<string> {
    const config = readConfig({ TRUSTED_PROXIES: trusted })
    const app = new Hono().get('*', (c) => c.text(originOf(c, config)))
    const init = { headers: forwardedFor(forwarded) }
    return (await app.request('/', init, { incoming: { socket: { remoteAddress: socket } } })).text()
  }

  it.each(['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:203.0.113.7'])(
    'is the IPv4 address of the socket, even if that is written as IPv6: %s',
    async (socket) => {
      expect(await readOrigin({ socket })).toBe('203.0.113.7')
    },
  )

  it.each(['', '10.0.0.0/8'])(
    'is the address of a socket that is not trusted, whatever the header says: TRUSTED_PROXIES %j',
    async (trusted) => {
      expect(await readOrigin({ socket: '203.0.113.7', trusted, forwarded: VISITOR })).toBe('203.0.113.7')
    },
  )

  it.each([
    { hops: 'the visitor', forwarded: VISITOR },
    { hops: 'an earlier hop and the visitor', forwarded: `${EARLIER_HOP}, ${VISITOR}` },
    {
      hops: 'an earlier hop, the visitor and a trusted proxy',
      forwarded: `${EARLIER_HOP}, ${VISITOR}, 10.9.9.9`,
    },
    { hops: 'the same with different spaces', forwarded: ` ${EARLIER_HOP} ,${VISITOR} , 10.9.9.9 ` },
    { hops: 'the visitor as IPv6', forwarded: `::ffff:${VISITOR}` },
  ])('is the last hop that is not trusted, behind a trusted proxy: $hops', async ({ forwarded }) => {
    const trusted = '10.0.0.0/8'
    for (const socket of [PROXY, `::ffff:${PROXY}`])
      expect(await readOrigin({ socket, trusted, forwarded })).toBe(VISITOR)
  })

  it.each([
    { lastHop: 'missing', forwarded: undefined },
    { lastHop: 'empty', forwarded: '' },
    { lastHop: 'a word', forwarded: 'unknown' },
    { lastHop: 'a word behind an address', forwarded: '198.51.100.1, unknown' },
    { lastHop: 'an address with a port', forwarded: '198.51.100.1, 192.0.2.1:5678' },
    { lastHop: 'empty behind a comma', forwarded: '198.51.100.1,' },
    { lastHop: 'trusted, as all others are', forwarded: '10.2.3.4, 10.9.9.9' },
  ])('is the trusted proxy where the last hop is $lastHop', async ({ forwarded }) => {
    expect(await readOrigin({ socket: PROXY, trusted: '10.0.0.0/8', forwarded })).toBe(PROXY)
  })

  it.each([...NETWORKS, { address: 'fe80::1%eth0', network: 'fe80:0:0' }])(
    'is the /48 network of the IPv6 address $address of a socket',
    async ({ address, network }) => {
      expect(await readOrigin({ socket: address })).toBe(network)
    },
  )

  it.each(NETWORKS)(
    'is the /48 network of the IPv6 address $address behind a trusted proxy',
    async ({ address, network }) => {
      expect(await readOrigin({ socket: PROXY, trusted: PROXY, forwarded: address })).toBe(network)
    },
  )

  it('is the visitor behind a trusted proxy on IPv6, and the network of any other proxy', async () => {
    const route = { trusted: '2001:db8::/32', forwarded: VISITOR }
    expect(await readOrigin({ socket: '2001:db8::5', ...route })).toBe(VISITOR)
    expect(await readOrigin({ socket: '2001:db9::5', ...route })).toBe('2001:db9:0')
  })

  it('is empty without a socket', async () => {
    expect(await readOrigin({ socket: undefined })).toBe('')
    const app = new Hono().get('*', (c) => c.text(originOf(c, readConfig({}))))
    expect((await app.request('/')).status).toBe(200)
  })
})

describe('the origin for the limits of patients', () => {
  type Call = Readonly<{ hour: number; socket: string; forwarded?: string }>

  /** Returns a function that makes a call some hours after the start, and says whether it is limited. */
  function openLimited(trusted = '') {
    const config = { ...readConfig({ TRUSTED_PROXIES: trusted }), appSecret: 'x'.repeat(32) }
    return async ({ hour, socket, forwarded }: Call) => {
      const app = new Hono<Env>().get('*', (c) => {
        c.set('ctx', { config, now: hour * HOUR } as Ctx)
        return c.json({ isLimited: patientOrigin(c, config) !== undefined })
      })
      const init = { headers: forwardedFor(forwarded) }
      const answer = await app.request('/', init, { incoming: { socket: { remoteAddress: socket } } })
      return ((await answer.json()) as { isLimited: boolean }).isLimited
    }
  }

  it('is undefined behind a proxy that forwards everybody but is missing in TRUSTED_PROXIES', async () => {
    const isLimited = openLimited()
    for (let hour = 0; hour < 30; hour++)
      expect(await isLimited({ hour, socket: '172.18.0.1', forwarded: `198.51.100.${hour}` })).toBe(false)
  })

  it('is known for a visitor in the local network who sends the header, while others call without it', async () => {
    const isLimited = openLimited()
    expect(await isLimited({ hour: 0, socket: '203.0.113.9' })).toBe(true)
    for (let hour = 0; hour < 24; hour++)
      expect(await isLimited({ hour, socket: '192.168.1.50', forwarded: `198.51.100.${hour}` })).toBe(true)

    // Nobody else has come for a day, so it may be a proxy.
    expect(await isLimited({ hour: 24, socket: '192.168.1.50', forwarded: '198.51.100.1' })).toBe(false)
    // The visitor's own calls without the header prove nothing about others.
    expect(await isLimited({ hour: 24, socket: '192.168.1.50' })).toBe(true)
    expect(await isLimited({ hour: 24, socket: '192.168.1.50', forwarded: '198.51.100.1' })).toBe(false)
  })

  it('is known for that visitor behind a trusted proxy too', async () => {
    const isLimited = openLimited('10.0.0.1')
    expect(await isLimited({ hour: 0, socket: '10.0.0.1', forwarded: '203.0.113.9' })).toBe(true)
    expect(await isLimited({ hour: 1, socket: '10.0.0.1', forwarded: '198.51.100.1, 192.168.1.50' })).toBe(
      true,
    )
    expect(await isLimited({ hour: 1, socket: '10.0.0.1', forwarded: '203.0.113.9' })).toBe(true)
  })
})
