import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openServer } from './server.ts'

const HALF_HEADERS = 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow:'
const HALF_BODY = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n12345'
const WHOLE_REQUEST = `${HALF_BODY}67890`

/** The most connections that one origin may have open (`connectionsOfOrigin` of server.ts). */
const MOST_OF_ORIGIN = 200

/**
 * Opens a server on a free port, with short time limits. It echoes the body of a request once `wait` has
 * resolved. `openSocket` opens a connection and sends `sent`, `sendRequest` makes a whole request, and
 * `countBegun` returns how many requests have begun.
 */
async function openTimedServer(
  limits: Parameters<typeof openServer>[2],
  { trustedProxies = [], wait }: { trustedProxies?: string[]; wait?: Promise<unknown> } = {},
) {
  let begunRequests = 0
  const server = await openServer(
    async (request) => {
      begunRequests++
      const body = await request.text()
      await wait
      return new Response(`got ${body}`)
    },
    { port: 0, host: '127.0.0.1', trustedProxies },
    { stopTimeout: 10, farewell: 0, ...limits },
  )
  onTestFinished(server.close)
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  return {
    ...server,
    countBegun: () => begunRequests,
    openSocket: async (sent = '') => {
      const socket = connect(server.port, '127.0.0.1').on('error', () => {})
      sockets.push(socket)
      await once(socket, 'connect')
      socket.write(sent)
      return socket
    },
    sendRequest: () =>
      fetch(`http://127.0.0.1:${server.port}/`, { headers: { connection: 'close' } }).then(
        ({ status }) => status,
        () => 'refused',
      ),
  }
}

describe('a slow request', () => {
  const SHORT_TIMES = { headersTimeout: 600, requestTimeout: 800 }

  it.each([
    { part: 'headers that do not end', sent: HALF_HEADERS },
    { part: 'half a body', sent: HALF_BODY },
  ])('with $part is cut off', async ({ sent }) => {
    const { openSocket } = await openTimedServer(SHORT_TIMES)
    expect(await text(await openSocket(sent))).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('is cut off when nothing is sent', async () => {
    const { openSocket } = await openTimedServer(SHORT_TIMES)
    expect(await text(await openSocket())).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('does not delay others', async () => {
    const { openSocket, sendRequest } = await openTimedServer({})
    await Promise.all(Array.from({ length: MOST_OF_ORIGIN - 1 }, () => openSocket(HALF_HEADERS)))
    const start = performance.now()
    expect(await sendRequest()).toBe(200)
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})

describe('connections', () => {
  it('are refused when too many are open, and accepted again afterwards', async () => {
    const { openSocket, sendRequest } = await openTimedServer({ connections: 3 })
    const [first] = await Promise.all([openSocket(), openSocket(), openSocket()])
    await expect.poll(sendRequest).toBe('refused')
    first.destroy()
    await expect.poll(sendRequest).toBe(200)
  })

  it('are refused when too many come from one origin, but not from a trusted proxy', async () => {
    const limits = { connectionsOfOrigin: 2 }
    const direct = await openTimedServer(limits)
    const proxied = await openTimedServer(limits, { trustedProxies: ['127.0.0.0/8'] })
    const [first] = await Promise.all(
      [direct, direct, proxied, proxied].map(({ openSocket }) => openSocket()),
    )
    await expect.poll(direct.sendRequest).toBe('refused')
    expect(await proxied.sendRequest()).toBe(200)
    first?.destroy()
    await expect.poll(direct.sendRequest).toBe(200)
  })

  it('are refused to an IP address that has two hundred open', async () => {
    const { openSocket, sendRequest } = await openTimedServer({})
    const [first] = await Promise.all(Array.from({ length: MOST_OF_ORIGIN }, () => openSocket()))
    await expect.poll(sendRequest).toBe('refused')
    first?.destroy()
    await expect.poll(sendRequest).toBe(200)
  })

  it('are not counted for a nearby proxy that forwards visitors', async () => {
    const behindProxy = await openTimedServer({})
    await behindProxy.openSocket('GET / HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 198.51.100.1\r\n\r\n')
    await expect.poll(behindProxy.countBegun).toBe(1)
    await Promise.all(Array.from({ length: MOST_OF_ORIGIN + 20 }, () => behindProxy.openSocket()))
    expect(await behindProxy.sendRequest()).toBe(200)
  })
})

describe('closing the server', () => {
  const ANSWER_THAT_ENDS_CONNECTION = /^HTTP\/1\.1 200 OK\r\n.*\r\nconnection: close\r\n.*got 1234567890/is

  it.each([
    { part: 'half of its headers', sent: HALF_HEADERS },
    { part: 'half of its body', sent: HALF_BODY },
    { part: 'nothing', sent: '' },
  ])('waits only briefly for a request that has sent $part', async ({ sent }) => {
    const { openSocket, sendRequest, close } = await openTimedServer({ stopTimeout: 300 })
    const slow = (await openSocket(sent)).resume()
    const socketClosed = new Promise((cut) => slow.once('close', cut))
    expect(await sendRequest()).toBe(200)
    const start = performance.now()
    await close()
    expect(performance.now() - start).toBeLessThan(2_000)
    await socketClosed
  })

  it('says with each answer that its connection ends, and still answers what arrives at once', async () => {
    const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>()
    const limits = { stopTimeout: 500, farewell: 300 }
    const { openSocket, close, countBegun } = await openTimedServer(limits, { wait: mayAnswer })
    const busy = await openSocket(WHOLE_REQUEST)
    const idle = await openSocket()
    await expect.poll(countBegun).toBe(1)
    const closing = close()
    idle.write(WHOLE_REQUEST)
    const late = await openSocket(WHOLE_REQUEST)
    await expect.poll(countBegun).toBe(3)
    letAnswer()
    for (const socket of [busy, idle, late]) expect(await text(socket)).toMatch(ANSWER_THAT_ENDS_CONNECTION)
    await closing
  })

  it('still answers what arrived while the process was busy', async () => {
    const { sendRequest, close } = await openTimedServer({ farewell: 50, stopTimeout: 2_000 })
    const answers = Array.from({ length: 5 }, sendRequest)
    const closing = close()
    // Longer than the farewell, so that nothing is read during it.
    blockEventLoop(200)
    expect(await Promise.all(answers)).toEqual(Array(5).fill(200))
    await closing
  })

  it('lets a request finish that has arrived whole', async () => {
    const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>()
    const { openSocket, close, countBegun } = await openTimedServer({ stopTimeout: 50 }, { wait: mayAnswer })
    const whole = await openSocket(WHOLE_REQUEST)
    const half = (await openSocket(HALF_BODY)).resume()
    await expect.poll(countBegun).toBe(2)
    const socketClosed = new Promise((cut) => half.once('close', cut))
    const closing = close()
    await socketClosed
    letAnswer()
    expect(await text(whole)).toMatch(/got 1234567890/)
    await closing
  })
})

/** Keeps the process from doing anything else for this many milliseconds. */
function blockEventLoop(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}
