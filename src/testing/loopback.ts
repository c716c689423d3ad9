import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { onTestFinished } from 'vitest'
import type { TlsFault } from '../shared/tls-fault.ts'
import { readPem } from './private-ca/pem.ts'
import type { Simulator } from './simulators/faults.ts'
import { serveSimulator } from './simulators/serve.ts'

/** Starts a server on a free port, closes it after the test, and returns its URL. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts a simulator as a server, closes it after the test, and returns its URL. */
export async function listenAs(simulator: Simulator): Promise<string> {
  const { url, close } = await serveSimulator(simulator)
  onTestFinished(close)
  return url
}

/** Servers with which the TLS handshake fails, by the fault. */
const SERVERS_WITH_FAULT = {
  certificate: () => makeTlsServer({}),
  plain: () => createTcpServer((socket) => socket.on('error', () => {}).end('220 mail.example\r\n')),
  // OpenSSL offers TLS 1.0 and 1.1 only at its lowest security level.
  version: () => makeTlsServer({ maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }),
} satisfies Readonly<Record<TlsFault, () => Server>>

/** Starts a server on which TLS fails in this way, closes it after the test, and returns its port. */
export async function listenWithTlsFault(fault: TlsFault): Promise<number> {
  const server = SERVERS_WITH_FAULT[fault]().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Makes a server with a certificate signed by the tests' own authority. */
function makeTlsServer(options: TlsOptions): Server {
  const server = createTlsServer({ cert: readPem('server.pem'), key: readPem('server.key'), ...options })
  // The test wants the handshake to fail. Without a listener the error would end the test.
  return server.on('tlsClientError', () => {})
}
