import { describe, expect, it } from 'vitest'
import { openTestApp } from '../testing/test-app.ts'

describe('GET /metrics', () => {
  const TOKEN = 'a long random token'

  /** Requests the metrics of a new portal from this IP address. */
  const requestFrom = (
    address: string,
    { headers, metricsToken }: { headers?: Record<string, string>; metricsToken?: string } = {},
  ) => openTestApp({ config: { metricsToken } }).browser(address).get('/metrics', headers)

  /** Expects the same answer as for a missing file. */
  const expectNotFound = async ({ status, json }: { status: number; json: unknown }) => {
    const missing = await openTestApp().browser().get('/missing.txt')
    expect([status, json]).toEqual([404, missing.json])
  }

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('answers this machine: %s', async (address) => {
    const { status, headers } = await requestFrom(address)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  })

  it.each([
    { place: 'the internet', address: '203.0.113.7' },
    { place: 'another machine of the practice', address: '10.0.0.7' },
    { place: 'an unknown address', address: '' },
  ])('is not found from $place', async ({ address }) => {
    await expectNotFound(await requestFrom(address))
  })

  it.each([
    { 'x-forwarded-for': '203.0.113.7' },
    { 'x-forwarded-for': '' },
    { forwarded: 'for=203.0.113.7' },
    { 'x-real-ip': '203.0.113.7' },
    { via: '1.1 proxy' },
  ])('is not found through a proxy on this machine: %j', async (headers: Record<string, string>) => {
    await expectNotFound(await requestFrom('127.0.0.1', { headers }))
  })

  it.each(['Bearer', 'bearer'])('answers everybody with the token as %s, from anywhere', async (scheme) => {
    const headers = { authorization: `${scheme} ${TOKEN}` }
    const { status } = await requestFrom('203.0.113.7', { headers, metricsToken: TOKEN })
    expect(status).toBe(200)
  })

  it('is not found from this machine without the token if one is set', async () => {
    await expectNotFound(await requestFrom('127.0.0.1', { metricsToken: TOKEN }))
  })

  it.each([
    { fault: 'a longer token', authorization: `Bearer ${TOKEN}x` },
    { fault: 'an empty token', authorization: 'Bearer ' },
    { fault: 'the token without "Bearer"', authorization: TOKEN },
    { fault: 'another scheme', authorization: `Basic ${TOKEN}` },
  ])('is not found with $fault', async ({ authorization }) => {
    const headers = { authorization }
    await expectNotFound(await requestFrom('203.0.113.7', { headers, metricsToken: TOKEN }))
  })
})
