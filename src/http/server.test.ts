import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openServer } from './server.ts'

const HALF_HEADERS = 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow:'
const HALF_BODY = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n12345'

/**
 * Opens a server on a free port, with short times, that answers what was sent after `wait`. Its `socket`
 * opens a connection and sends something, `call` makes a whole request, and `begun` counts the requests.
 */
async function openTimedServer(
  limits: Parameters<typeof openServer>[2],
  { trustedProxies = [], wait }: { trustedProxies?: string[]; wait?: Promise<unknown> } = {},
) {
  let begun = 0
  const server = await openServer(
    async (request) => {
      begun++
      const sent = await request.text()
      await wait
      return new Response(`got ${sent}`)
    },
    { port: 0, host: '127.0.0.1', trustedProxies },
    { stopTimeout: 10, ...limits },
  )
  onTestFinished(server.close)
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  return {
    ...server,
    begun: () => begun,
    socket: async (sent = '') => {
      const socket = connect(server.port, '127.0.0.1').on('error', () => {})
      sockets.push(socket)
      await once(socket, 'connect')
      socket.write(sent)
      return socket
    },
    call: () =>
      fetch(`http://127.0.0.1:${server.port}/`, { headers: { connection: 'close' } }).then(
        ({ status }) => status,
        () => 'refused',
      ),
  }
}

describe('a slow request', () => {
  const TIMES = { headersTimeout: 600, requestTimeout: 800 }

  it.each([
    ['headers that end nowhere', HALF_HEADERS],
    ['half a body', HALF_BODY],
  ])('with %s is cut', async (_, sent) => {
    const { socket } = await openTimedServer(TIMES)
    expect(await text(await socket(sent))).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('without anything sent is cut', async () => {
    const { socket } = await openTimedServer(TIMES)
    expect(await text(await socket())).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('does not delay others', async () => {
    const { socket, call } = await openTimedServer({})
    await Promise.all(Array.from({ length: 199 }, () => socket(HALF_HEADERS)))
    const start = performance.now()
    expect(await call()).toBe(200)
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})

describe('connections', () => {
  it('are refused when too many are open, and accepted again afterwards', async () => {
    const { socket, call } = await openTimedServer({ connections: 3 })
    const [first] = await Promise.all([socket(), socket(), socket()])
    await expect.poll(call).toBe('refused')
    first.destroy()
    await expect.poll(call).toBe(200)
  })

  it('are refused when too many come from one origin, but not from a trusted proxy', async () => {
    const limits = { connectionsOfOrigin: 2 }
    const direct = await openTimedServer(limits)
    const proxied = await openTimedServer(limits, { trustedProxies: ['127.0.0.0/8'] })
    const [first] = await Promise.all([direct, direct, proxied, proxied].map(({ socket }) => socket()))
    await expect.poll(direct.call).toBe('refused')
    expect(await proxied.call()).toBe(200)
    first?.destroy()
    await expect.poll(direct.call).toBe(200)
  })

  it('are refused to an address that has two hundred', async () => {
    const { socket, call } = await openTimedServer({})
    const [first] = await Promise.all(Array.from({ length: 200 }, () => socket()))
    await expect.poll(call).toBe('refused')
    first?.destroy()
    await expect.poll(call).toBe(200)
  })

  it('are not counted for a nearby proxy that forwards visitors', async () => {
    const behindProxy = await openTimedServer({})
    await behindProxy.socket('GET / HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 198.51.100.1\r\n\r\n')
    await expect.poll(behindProxy.begun).toBe(1)
    await Promise.all(Array.from({ length: 220 }, () => behindProxy.socket()))
    expect(await behindProxy.call()).toBe(200)
  })
})

describe('closing', () => {
  it.each([HALF_HEADERS, HALF_BODY, ''])('waits only briefly for a half-sent request: %j', async (sent) => {
    const { socket, call, close } = await openTimedServer({ stopTimeout: 300 })
    const slow = (await socket(sent)).resume()
    const isCut = new Promise((cut) => slow.once('close', cut))
    expect(await call()).toBe(200)
    const start = performance.now()
    await close()
    expect(performance.now() - start).toBeLessThan(2_000)
    await isCut
  })

  it('lets a request finish that arrived whole', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { socket, close, begun } = await openTimedServer({ stopTimeout: 50 }, { wait: promise })
    const whole = await socket(`${HALF_BODY}67890`)
    const half = (await socket(HALF_BODY)).resume()
    await expect.poll(begun).toBe(2)
    const isCut = new Promise((cut) => half.once('close', cut))
    const closed = close()
    await isCut
    resolve()
    expect(await text(whole)).toMatch(/got 1234567890/)
    await closed
  })
})
