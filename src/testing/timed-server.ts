import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { openServer } from '../http/server.ts'

/** The beginning of a request, which never gets to the end of its headers. */
export const HALF_HEADERS = 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow:'
/** A request with the first five of its ten bytes. */
export const HALF_BODY = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n12345'

/**
 * Opens a server on a free port, which stops almost at once unless the limits say otherwise. It echoes the
 * body of a request once `wait` has resolved.
 */
export async function openTimedServer({
  limits,
  trustedProxies = [],
  wait,
}: Readonly<{
  limits?: Parameters<typeof openServer>[2]
  trustedProxies?: string[]
  wait?: Promise<unknown>
}> = {}) {
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
    /** Returns how many requests have begun. */
    countBegun: () => begunRequests,
    /** Opens a connection, and sends a text over it. */
    openSocket: async (sent = '') => {
      const socket = connect(server.port, '127.0.0.1').on('error', () => {})
      sockets.push(socket)
      await once(socket, 'connect')
      socket.write(sent)
      return socket
    },
    /** Makes a whole request. @returns the status of the answer; `refused` without one */
    sendRequest: () =>
      fetch(`http://127.0.0.1:${server.port}/`, { headers: { connection: 'close' } }).then(
        ({ status }) => status,
        () => 'refused',
      ),
  }
}
