import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { serve } from '@hono/node-server'
import type { Config } from '../config.ts'
import { networkOf } from './network-address.ts'
import { isNearby, isTrusted } from './proxies.ts'
import { closeServer, type RunningAnswers } from './server-stop.ts'

/** Times in milliseconds, and numbers of connections. Source: docs/behaviour.md 14.10. */
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
  /** A browser opens six, and some visitors share an IP address. Trusted proxies have no such limit. */
  connectionsOfOrigin: 200,
  /**
   * A nearby IP address that forwards visitors is a proxy missing in TRUSTED_PROXIES, so it may have half of
   * all connections.
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
  handleRequest: Parameters<typeof serve>[0]['fetch'],
  config: Pick<Config, 'port' | 'host' | 'trustedProxies'>,
  overrides: Partial<typeof LIMITS> = {},
): Promise<RunningServer> {
  const limits = { ...LIMITS, ...overrides }
  const { headersTimeout, requestTimeout } = limits
  return new Promise((resolve, reject) => {
    const server = serve({
      fetch: handleRequest,
      port: config.port,
      hostname: config.host,
      serverOptions: {
        headersTimeout,
        requestTimeout,
        // Node looks for connections over the limits at this interval. Its default, 30 s, is too long for
        // them; a shorter one would only wake an idle process.
        connectionsCheckingInterval: headersTimeout / 4,
      },
    }) as Server
    server.maxConnections = limits.connections
    const sockets = trackSockets(server, config, limits)
    server.once('error', reject)
    server.once('listening', () => {
      const { port } = server.address() as AddressInfo
      resolve({ port, close: () => closeServer(server, sockets, limits) })
    })
  })
}

/**
 * Returns the open sockets, each with the answer to the request that runs on it. An origin that has reached
 * its limit gets no further connection.
 */
function trackSockets(
  server: Server,
  config: Pick<Config, 'trustedProxies'>,
  limits: typeof LIMITS,
): RunningAnswers {
  const sockets = new Map<Socket, ServerResponse | undefined>()
  const connections = countConnections(limits)
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const origin = networkOf(address)
    if (connections.areUsedUp(origin) && !isTrusted(address, config)) {
      socket.destroy()
      return
    }
    connections.open(origin)
    sockets.set(socket, undefined)
    socket.once('close', () => {
      sockets.delete(socket)
      connections.close(origin)
    })
  })
  server.on('request', (request, response) => {
    const { socket } = request
    sockets.set(socket, response)
    const address = socket.remoteAddress ?? ''
    if (request.headers['x-forwarded-for'] !== undefined && isNearby(address) && !socket.destroyed)
      connections.allowMore(networkOf(address))
    response.once('close', () => {
      if (sockets.get(socket) === response) sockets.set(socket, undefined)
    })
  })
  return sockets
}

/** Counts the open connections of each origin. */
function countConnections({ connectionsOfOrigin, connectionsOfForwarder }: typeof LIMITS) {
  const counts = new Map<string, number>()
  /** The origins with connections on which a nearby IP address has forwarded a visitor. */
  const forwarders = new Set<string>()
  const countOf = (origin: string) => counts.get(origin) ?? 0
  return {
    areUsedUp: (origin: string) =>
      countOf(origin) >= (forwarders.has(origin) ? connectionsOfForwarder : connectionsOfOrigin),
    open: (origin: string) => counts.set(origin, countOf(origin) + 1),
    close: (origin: string) => {
      const left = countOf(origin) - 1
      if (left > 0) {
        counts.set(origin, left)
        return
      }
      counts.delete(origin)
      forwarders.delete(origin)
    },
    allowMore: (forwarder: string) => forwarders.add(forwarder),
  }
}
