import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { HOUR } from '../shared/day.ts'
import type { Env } from './deps.ts'
import { isHttps, originOf, patientOrigin, proxyMismatchOf } from './origin.ts'

/** Returns the origin and mismatch that a request with this socket and these headers shows. */
async function seen(
  remoteAddress: string | undefined,
  env: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const config = readConfig(env)
  const app = new Hono().get('*', (c) =>
    c.json({
      origin: originOf(c, config),
      https: isHttps(c, config),
      mismatch: Object.values(proxyMismatchOf(c, config) ?? {}),
    }),
  )
  const answer = await app.request('/', { headers }, { incoming: { socket: { remoteAddress } } })
  return (await answer.json()) as { origin: string; https: boolean; mismatch: string[] }
}

async function origin(socket: string | undefined, trusted = '', forwarded?: string): Promise<string> {
  const headers = forwarded === undefined ? undefined : { 'x-forwarded-for': forwarded }
  return (await seen(socket, { TRUSTED_PROXIES: trusted }, headers)).origin
}

describe('the origin of a request', () => {
  it('is the socket’s address for an untrusted peer', async () => {
    for (const socket of ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:203.0.113.7'])
      expect(await origin(socket)).toBe('203.0.113.7')
    expect(await origin('203.0.113.7', '', '198.51.100.1')).toBe('203.0.113.7')
    expect(await origin('203.0.113.7', '10.0.0.0/8', '198.51.100.1')).toBe('203.0.113.7')
  })

  it.each([
    ['198.51.100.1', '198.51.100.1'],
    ['192.0.2.66, 198.51.100.1', '198.51.100.1'],
    ['192.0.2.66, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
    [' 192.0.2.66 ,198.51.100.1 , 10.9.9.9 ', '198.51.100.1'],
    ['::ffff:198.51.100.1', '198.51.100.1'],
  ])('is the last untrusted hop behind a trusted proxy: %s', async (forwarded, expected) => {
    expect(await origin('10.0.0.1', '10.0.0.0/8', forwarded)).toBe(expected)
    expect(await origin('::ffff:10.0.0.1', '10.0.0.0/8', forwarded)).toBe(expected)
  })

  it.each([
    undefined,
    '',
    'unknown',
    '198.51.100.1, unknown',
    '198.51.100.1, 192.0.2.1:5678',
    '198.51.100.1,',
    '10.2.3.4, 10.9.9.9',
  ])('is the proxy when the last hop is %o', async (forwarded) => {
    expect(await origin('10.0.0.1', '10.0.0.0/8', forwarded)).toBe('10.0.0.1')
  })

  it.each([
    ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1'],
    ['2001:DB8:1:9::', '2001:db8:1'],
    ['2001:db8::1', '2001:db8:0'],
    ['::1', '0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0'],
  ])('is the /48 of an IPv6 address: %s', async (address, expected) => {
    expect(await origin(address)).toBe(expected)
    if (!address.includes('%')) expect(await origin('10.0.0.1', '10.0.0.1', address)).toBe(expected)
  })

  it('supports proxies on IPv6', async () => {
    expect(await origin('2001:db8::5', '2001:db8::/32', '198.51.100.1')).toBe('198.51.100.1')
    expect(await origin('2001:db9::5', '2001:db8::/32', '198.51.100.1')).toBe('2001:db9:0')
  })

  it('is empty without a socket', async () => {
    expect(await origin(undefined)).toBe('')
    expect((await new Hono().get('*', (c) => c.text(originOf(c, readConfig({})))).request('/')).status).toBe(
      200,
    )
  })
})

describe('the way of a request', () => {
  const NEARBY = [
    '10.0.0.1',
    '172.18.0.1',
    '192.168.1.9',
    '127.0.0.1',
    '169.254.1.1',
    '::1',
    'fd00::5',
    'fe80::1%eth0',
  ]
  const GATEWAY = '172.30.84.0/24'

  it.for<readonly [socket: string, trusted: string, forwarded: string | undefined, ...mismatch: string[]]>([
    // Nearby, a proxy is known by the header that it sends.
    ...NEARBY.map((socket) => [socket, '203.0.113.0/24', '198.51.100.1', 'untrusted-proxy', socket] as const),
    ...NEARBY.map((socket) => [socket, '', ''] as const),
    ['10.0.0.1', '', undefined],
    ['10.0.0.1', '10.0.0.1', '198.51.100.1, 192.168.1.9', 'untrusted-proxy', '192.168.1.9'],
    ['10.0.0.1', '10.0.0.1', '192.168.1.9'],
    ['10.0.0.1', '10.0.0.1, 192.168.1.9', '198.51.100.1, 192.168.1.9'],
    ['10.0.0.1', '10.0.0.1', 'unknown'],
    // At a distance it may be a visitor who sends it.
    ['::ffff:203.0.113.7', '', '198.51.100.1', 'distant-proxy', '203.0.113.7'],
    ['172.32.0.1', '', '10.0.0.1', 'distant-proxy', '172.32.0.1'],
    ['2001:db8::1', '', '10.0.0.1', 'distant-proxy', '2001:db8::1'],
    ['203.0.113.7', '203.0.113.0/24', '198.51.100.1'],
    ['10.0.0.1', '10.0.0.1', '198.51.100.1, 203.0.113.7'],
    // Every address is a trusted one.
    ['172.30.84.2', GATEWAY, '172.30.84.1', 'hidden-visitor', '172.30.84.2'],
    ['172.30.84.2', GATEWAY, '172.30.84.9, 172.30.84.1', 'hidden-visitor', '172.30.84.2'],
    ['172.30.84.2', GATEWAY, '198.51.100.1'],
    ['172.30.84.2', GATEWAY, '172.30.84.1, 198.51.100.1'],
    ['172.30.84.2', GATEWAY, 'unknown'],
    ['172.30.84.2', GATEWAY, undefined],
  ])(
    'from %s with the trusted proxies "%s", forwarded for %s: %s %s',
    async ([socket, trusted, forwarded, ...mismatch]) => {
      const headers = forwarded === undefined ? undefined : { 'x-forwarded-for': forwarded }
      expect((await seen(socket, { TRUSTED_PROXIES: trusted }, headers)).mismatch).toEqual(mismatch)
    },
  )
})

describe('the origin for the limits of patients', () => {
  /** Answers whether the call is limited, at the hour of the day. */
  function open(trusted = '') {
    const config = { ...readConfig({ TRUSTED_PROXIES: trusted }), appSecret: 'x'.repeat(32) }
    let hour = 0
    const app = new Hono<Env>().get('*', (c) => {
      c.set('ctx', { config, now: hour * HOUR } as Ctx)
      return c.json({ isLimited: patientOrigin(c, config) !== undefined })
    })
    return async (at: number, remoteAddress: string, forwarded?: string) => {
      hour = at
      const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
      const answer = await app.request('/', { headers }, { incoming: { socket: { remoteAddress } } })
      return ((await answer.json()) as { isLimited: boolean }).isLimited
    }
  }

  it('is none behind a proxy that is missing in TRUSTED_PROXIES, by which all come', async () => {
    const isLimited = open()
    for (let hour = 0; hour < 30; hour++)
      expect(await isLimited(hour, '172.18.0.1', `198.51.100.${hour}`)).toBe(false)
  })

  it('stays for a visitor in the own network who sends the header, while others come without', async () => {
    const isLimited = open()
    expect(await isLimited(0, '203.0.113.9')).toBe(true)
    for (let hour = 0; hour < 24; hour++)
      expect(await isLimited(hour, '192.168.1.50', `198.51.100.${hour}`)).toBe(true)
    // Nobody else has come for a day, so it may be a proxy.
    expect(await isLimited(24, '192.168.1.50', '198.51.100.1')).toBe(false)
    // The own calls without the header prove nothing about others.
    expect(await isLimited(24, '192.168.1.50')).toBe(true)
    expect(await isLimited(24, '192.168.1.50', '198.51.100.1')).toBe(false)
  })

  it('stays for such a visitor behind a trusted proxy too', async () => {
    const isLimited = open('10.0.0.1')
    expect(await isLimited(0, '10.0.0.1', '203.0.113.9')).toBe(true)
    expect(await isLimited(1, '10.0.0.1', '198.51.100.1, 192.168.1.50')).toBe(true)
    expect(await isLimited(1, '10.0.0.1', '203.0.113.9')).toBe(true)
  })
})

describe('https', () => {
  it.each([
    ['', '10.0.0.1', {}, false],
    ['', '10.0.0.1', { 'x-forwarded-proto': 'https' }, true],
    ['', '::ffff:10.0.0.1', { 'x-forwarded-proto': 'https' }, true],
    ['', '10.0.0.1', { 'x-forwarded-proto': 'http' }, false],
    ['', '203.0.113.7', { 'x-forwarded-proto': 'https' }, false],
    ['https://termine.example', '203.0.113.7', {}, true],
  ])('is known from BASE_URL (%o) or a trusted proxy (%s, %j)', async (BASE_URL, peer, headers, expected) => {
    expect((await seen(peer, { BASE_URL, TRUSTED_PROXIES: '10.0.0.0/8' }, headers)).https).toBe(expected)
  })
})
