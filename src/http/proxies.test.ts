import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { isHttps, type ProxyMismatch, proxyMismatchOf } from './proxies.ts'

/** A request from a socket with these headers, to a portal with these variables of the environment. */
type SentRequest = Readonly<{
  socket: string
  env: Record<string, string>
  headers: Record<string, string>
}>

/** Returns the scheme and the mismatch of a request. */
async function readRequest({ socket, env, headers }: SentRequest) {
  const config = readConfig(env)
  const app = new Hono().get('*', (c) =>
    c.json({ https: isHttps(c, config), mismatch: proxyMismatchOf(c, config) }),
  )
  const answer = await app.request('/', { headers }, { incoming: { socket: { remoteAddress: socket } } })
  return (await answer.json()) as { https: boolean; mismatch?: ProxyMismatch }
}

describe('the way of a request', () => {
  const NEARBY_ADDRESSES = [
    '10.0.0.1',
    '172.18.0.1',
    '192.168.1.9',
    '127.0.0.1',
    '169.254.1.1',
    '::1',
    'fd00::5',
    'fe80::1%eth0',
  ]
  const NETWORK_OF_GATEWAY = '172.30.84.0/24'

  /** A request from a socket to a portal with these TRUSTED_PROXIES, and its `X-Forwarded-For`. */
  type Route = Readonly<{ socket: string; trusted: string; forwarded?: string | undefined }>

  /** Returns how the route contradicts TRUSTED_PROXIES. */
  async function mismatchOf({ socket, trusted, forwarded }: Route): Promise<ProxyMismatch | undefined> {
    const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    return (await readRequest({ socket, env: { TRUSTED_PROXIES: trusted }, headers })).mismatch
  }

  it.each(NEARBY_ADDRESSES)('over an untrusted nearby proxy is a mismatch: %s', async (socket) => {
    const mismatch = await mismatchOf({ socket, trusted: '203.0.113.0/24', forwarded: '198.51.100.1' })
    expect(mismatch).toEqual({ kind: 'untrusted-proxy', address: socket })
  })

  it('over a second, untrusted nearby proxy is a mismatch', async () => {
    const route = { socket: '10.0.0.1', trusted: '10.0.0.1', forwarded: '198.51.100.1, 192.168.1.9' }
    expect(await mismatchOf(route)).toEqual({ kind: 'untrusted-proxy', address: '192.168.1.9' })
  })

  it.each([
    { socket: '::ffff:203.0.113.7', forwarded: '198.51.100.1', address: '203.0.113.7' },
    { socket: '172.32.0.1', forwarded: '10.0.0.1', address: '172.32.0.1' },
    { socket: '2001:db8::1', forwarded: '10.0.0.1', address: '2001:db8::1' },
  ])(
    'over an untrusted distant proxy is a mismatch, though a visitor may have sent the header: $socket',
    async ({ socket, forwarded, address }) => {
      const mismatch = await mismatchOf({ socket, forwarded, trusted: '' })
      expect(mismatch).toEqual({ kind: 'distant-proxy', address })
    },
  )

  it.each(['172.30.84.1', '172.30.84.9, 172.30.84.1'])(
    'over trusted proxies only is a mismatch, because no visitor is left: forwarded for %s',
    async (forwarded) => {
      const mismatch = await mismatchOf({ socket: '172.30.84.2', trusted: NETWORK_OF_GATEWAY, forwarded })
      expect(mismatch).toEqual({ kind: 'hidden-visitor', address: '172.30.84.2' })
    },
  )

  it.each(NEARBY_ADDRESSES)('from %s with an empty header is no mismatch', async (socket) => {
    expect(await mismatchOf({ socket, trusted: '', forwarded: '' })).toBeUndefined()
  })

  it.each<Route & { way: string }>([
    { way: 'without a proxy', socket: '10.0.0.1', trusted: '' },
    { way: 'of a visitor nearby', socket: '10.0.0.1', trusted: '10.0.0.1', forwarded: '192.168.1.9' },
    {
      way: 'over two trusted proxies',
      socket: '10.0.0.1',
      trusted: '10.0.0.1, 192.168.1.9',
      forwarded: '198.51.100.1, 192.168.1.9',
    },
    {
      way: 'over a trusted proxy that knows no address',
      socket: '10.0.0.1',
      trusted: '10.0.0.1',
      forwarded: 'unknown',
    },
    {
      way: 'over a trusted proxy far away',
      socket: '203.0.113.7',
      trusted: '203.0.113.0/24',
      forwarded: '198.51.100.1',
    },
    {
      way: 'of a visitor who adds a hop',
      socket: '10.0.0.1',
      trusted: '10.0.0.1',
      forwarded: '198.51.100.1, 203.0.113.7',
    },
    {
      way: 'over a proxy of a trusted network',
      socket: '172.30.84.2',
      trusted: NETWORK_OF_GATEWAY,
      forwarded: '198.51.100.1',
    },
    {
      way: 'of a visitor who adds a hop of a trusted network',
      socket: '172.30.84.2',
      trusted: NETWORK_OF_GATEWAY,
      forwarded: '172.30.84.1, 198.51.100.1',
    },
    {
      way: 'over a proxy of a trusted network that knows no address',
      socket: '172.30.84.2',
      trusted: NETWORK_OF_GATEWAY,
      forwarded: 'unknown',
    },
    { way: 'from a trusted network without a header', socket: '172.30.84.2', trusted: NETWORK_OF_GATEWAY },
  ])('$way is no mismatch', async ({ socket, trusted, forwarded }) => {
    expect(await mismatchOf({ socket, trusted, forwarded })).toBeUndefined()
  })
})

describe('https', () => {
  const TRUSTED_PROXIES = '10.0.0.0/8'
  const BY_HTTPS = { 'x-forwarded-proto': 'https' }

  const isHttpsFrom = async (socket: string, headers: Record<string, string>) =>
    (await readRequest({ socket, env: { TRUSTED_PROXIES }, headers })).https

  it('is known from BASE_URL', async () => {
    const env = { TRUSTED_PROXIES, BASE_URL: 'https://termine.example' }
    expect((await readRequest({ socket: '203.0.113.7', env, headers: {} })).https).toBe(true)
  })

  it.each(['10.0.0.1', '::ffff:10.0.0.1'])('is known from a trusted proxy: %s', async (proxy) => {
    expect(await isHttpsFrom(proxy, BY_HTTPS)).toBe(true)
  })

  it('is not assumed when a trusted proxy says http, or nothing', async () => {
    expect(await isHttpsFrom('10.0.0.1', { 'x-forwarded-proto': 'http' })).toBe(false)
    expect(await isHttpsFrom('10.0.0.1', {})).toBe(false)
  })

  it('is not believed when anybody but a trusted proxy says so', async () => {
    expect(await isHttpsFrom('203.0.113.7', BY_HTTPS)).toBe(false)
  })
})
