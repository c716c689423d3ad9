import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { HALF_BODY, HALF_HEADERS, openTimedServer } from '../testing/timed-server.ts'

/** The most connections that one origin may have open (`connectionsOfOrigin` of server.ts). */
const MOST_OF_ORIGIN = 200

describe('a slow request', () => {
  /** Milliseconds, so that a slow request is cut off within a second. */
  const SHORT_TIMES = { headersTimeout: 600, requestTimeout: 800 }

  it.each([
    { part: 'headers that do not end', sent: HALF_HEADERS },
    { part: 'half a body', sent: HALF_BODY },
  ])('with $part is cut off', async ({ sent }) => {
    const { openSocket } = await openTimedServer({ limits: SHORT_TIMES })
    expect(await text(await openSocket(sent))).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('is cut off when nothing is sent', async () => {
    const { openSocket } = await openTimedServer({ limits: SHORT_TIMES })
    expect(await text(await openSocket())).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('does not delay others', async () => {
    const { openSocket, sendRequest } = await openTimedServer()
    // One connection is left for the request that follows.
    await Promise.all(Array.from({ length: MOST_OF_ORIGIN - 1 }, () => openSocket(HALF_HEADERS)))
    const start = performance.now()
    expect(await sendRequest()).toBe(200)
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})

describe('connections', () => {
  it('are refused when too many are open, and accepted again afterwards', async () => {
    const { openSocket, sendRequest } = await openTimedServer({ limits: { connections: 3 } })
    const [first] = await Promise.all([openSocket(), openSocket(), openSocket()])
    await expect.poll(sendRequest).toBe('refused')
    first.destroy()
    await expect.poll(sendRequest).toBe(200)
  })

  it('are refused when too many come from one origin, but not from a trusted proxy', async () => {
    const limits = { connectionsOfOrigin: 2 }
    const direct = await openTimedServer({ limits })
    const proxied = await openTimedServer({ limits, trustedProxies: ['127.0.0.0/8'] })
    const [first] = await Promise.all(
      [direct, direct, proxied, proxied].map(({ openSocket }) => openSocket()),
    )
    await expect.poll(direct.sendRequest).toBe('refused')
    expect(await proxied.sendRequest()).toBe(200)
    first?.destroy()
    await expect.poll(direct.sendRequest).toBe(200)
  })

  it('are refused to an IP address that has two hundred open', async () => {
    const { openSocket, sendRequest } = await openTimedServer()
    const [first] = await Promise.all(Array.from({ length: MOST_OF_ORIGIN }, () => openSocket()))
    await expect.poll(sendRequest).toBe('refused')
    first?.destroy()
    await expect.poll(sendRequest).toBe(200)
  })

  it('are not counted for a nearby proxy that forwards visitors', async () => {
    const behindProxy = await openTimedServer()
    await behindProxy.openSocket('GET / HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 198.51.100.1\r\n\r\n')
    await expect.poll(behindProxy.countBegun).toBe(1)
    await Promise.all(Array.from({ length: MOST_OF_ORIGIN + 20 }, () => behindProxy.openSocket()))
    expect(await behindProxy.sendRequest()).toBe(200)
  })
})
