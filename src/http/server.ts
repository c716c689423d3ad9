import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import type { Config } from '../config.ts'
import { networkOf } from './network-address.ts'
import { isNearby, isTrusted } from './origin.ts'

/** Times in milliseconds. Source: docs/behaviour.md 14.10. */
const LIMITS = {
  /** Time for the headers of a request, from the connection or the first byte. */
  headersTimeout: 10_000,
  /** Time for a whole request with its body. */
  requestTimeout: 30_000,
  /** Time during which a stopping server still answers new requests, closing each connection. */
  farewell: 200,
  /** Time after which a stopping server cuts off requests that have not arrived whole. */
  stopTimeout: 5_000,
  connections: 2_000,
  /** A browser opens six, and some visitors share an address. Trusted proxies have no such limit. */
  connectionsOfOrigin: 200,
  /**
   * A nearby address that forwards visitors is a proxy missing in TRUSTED_PROXIES, so it may have half of all
   * connections.
   */
  connectionsOfForwarder: 1_000,
}

export type RunningServer = Readonly<{
  port: number
  /** Stops accepting connections after the farewell, and waits for running requests. */
  close: () => Promise<void>
}>

/**
 * Listens for requests.
 * @param overrides limits that tests shorten
 * @throws Error with `code` when the address cannot be opened
 */
export function openServer(
  fetch: Parameters<typeof serve>[0]['fetch'],
  config: Pick<Config, 'port' | 'host' | 'trustedProxies'>,
  overrides: Partial<typeof LIMITS> = {},
): Promise<RunningServer> {
  const limits = { ...LIMITS, ...overrides }
  const { headersTimeout, requestTimeout } = limits
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch,
        port: config.port,
        hostname: config.host,
        serverOptions: {
          headersTimeout,
          requestTimeout,
          // Node looks for connections over the limits at this interval. Its default, 30 s, is too long for
          // them; a shorter one would only wake an idle process.
          connectionsCheckingInterval: headersTimeout / 4,
        },
      },
      ({ port }: AddressInfo) => resolve({ port, close: () => closeServer(server, sockets, limits) }),
    ) as Server
    server.once('error', reject)
    server.maxConnections = limits.connections
    const sockets = trackSockets(server, config, limits)
  })
}

/**
 * Returns the open sockets, each with the answer to the request that runs on it. An origin that has reached
 * its limit gets no further connection.
 */
function trackSockets(
  server: Server,
  config: Pick<Config, 'trustedProxies'>,
  { connectionsOfOrigin, connectionsOfForwarder }: typeof LIMITS,
): ReadonlyMap<Socket, ServerResponse | undefined> {
  const sockets = new Map<Socket, ServerResponse | undefined>()
  const counts = new Map<string, number>()
  /** The origins with connections on which a nearby address has forwarded a visitor. */
  const forwarders = new Set<string>()
  const countClosed = (origin: string) => {
    const left = (counts.get(origin) ?? 1) - 1
    if (left > 0) counts.set(origin, left)
    else {
      counts.delete(origin)
      forwarders.delete(origin)
    }
  }
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const origin = networkOf(address)
    const count = (counts.get(origin) ?? 0) + 1
    const most = forwarders.has(origin) ? connectionsOfForwarder : connectionsOfOrigin
    if (count > most && !isTrusted(address, config)) {
      socket.destroy()
      return
    }
    counts.set(origin, count)
    sockets.set(socket, undefined)
    socket.once('close', () => {
      sockets.delete(socket)
      countClosed(origin)
    })
  })
  server.on('request', (request, response) => {
    const { socket } = request
    sockets.set(socket, response)
    const address = socket.remoteAddress ?? ''
    if (request.headers['x-forwarded-for'] !== undefined && isNearby(address) && !socket.destroyed)
      forwarders.add(networkOf(address))
    response.once('close', () => {
      if (sockets.get(socket) === response) sockets.set(socket, undefined)
    })
  })
  return sockets
}

/**
 * Stops the server once all running requests are answered, or after `stopTimeout` milliseconds. Until then
 * each answer says that its connection ends. Otherwise a proxy would send the next request into a connection
 * that is about to close, and its visitor would see an error.
 */
async function closeServer(
  server: Server,
  sockets: ReadonlyMap<Socket, ServerResponse | undefined>,
  { farewell, stopTimeout }: typeof LIMITS,
): Promise<void> {
  const announceEnd = (response: ServerResponse) => {
    response.shouldKeepAlive = false
  }
  for (const response of sockets.values()) if (response !== undefined) announceEnd(response)
  /** The number of connections and requests since the stop began. */
  let arrived = 0
  server.on('connection', () => arrived++)
  // This listener comes first, because the one that answers may have sent the headers when it returns.
  server.prependListener('request', (_request, response) => {
    arrived++
    announceEnd(response)
  })
  let isLate = false
  const cutHalfSent = setTimeout(() => {
    isLate = true
    for (const [socket, response] of sockets) if (!response?.req.complete) socket.destroy()
  }, stopTimeout)
  await wait(farewell)
  // A busy process may not have read everything that arrived, so this continues until nothing new is found.
  let counted: number
  do {
    counted = arrived
    await nextTurn()
  } while (arrived !== counted && !isLate)
  const { promise, resolve } = Promise.withResolvers<void>()
  // Browsers keep idle connections open, which would delay the exit.
  const closeIdle = setInterval(() => server.closeIdleConnections(), 100)
  server.close(() => resolve())
  await promise
  clearInterval(closeIdle)
  clearTimeout(cutHalfSent)
}
