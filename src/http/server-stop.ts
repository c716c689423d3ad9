import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

/** The open sockets, each with the answer to the request that runs on it. */
export type RunningAnswers = ReadonlyMap<Socket, ServerResponse | undefined>

/**
 * Stops the server once all running requests are answered. During the `farewell` it still answers new ones;
 * after `stopTimeout` it cuts off those that have not arrived whole (both in milliseconds). Meanwhile each
 * answer says that its connection ends. Otherwise a proxy would send the next request into a connection that
 * is about to close, and its visitor would see an error.
 */
export async function closeServer(
  server: Server,
  sockets: RunningAnswers,
  { farewell, stopTimeout }: Readonly<{ farewell: number; stopTimeout: number }>,
): Promise<void> {
  const { countArrived } = announceEnd(server, sockets)
  let isLate = false
  const cutHalfSent = setTimeout(() => {
    isLate = true
    for (const [socket, response] of sockets) if (!response?.req.complete) socket.destroy()
  }, stopTimeout)
  await wait(farewell)
  // A busy process may not have read everything that arrived, so this continues until nothing new is found.
  let hasArrived: boolean
  do {
    const countBefore = countArrived()
    await nextTurn()
    hasArrived = countArrived() > countBefore
  } while (hasArrived && !isLate)
  await stopListening(server)
  clearTimeout(cutHalfSent)
}

/**
 * Lets each answer, of running and of later requests, say that its connection ends. `countArrived` returns
 * the number of connections and requests since then.
 */
function announceEnd(server: Server, sockets: RunningAnswers) {
  let arrived = 0
  for (const response of sockets.values()) if (response !== undefined) response.shouldKeepAlive = false
  server.on('connection', () => arrived++)
  // This listener comes first, because the one that answers may have sent the headers when it returns.
  server.prependListener('request', (_request, response) => {
    arrived++
    response.shouldKeepAlive = false
  })
  return { countArrived: () => arrived }
}

/** Accepts no further connections, and waits until the open ones are closed. */
async function stopListening(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  // Browsers keep idle connections open, which would delay the exit.
  const closeIdle = setInterval(() => server.closeIdleConnections(), 100)
  server.close(() => resolve())
  await promise
  clearInterval(closeIdle)
}
