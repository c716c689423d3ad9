import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Simulator } from './simulators/faults.ts'
import { serveSimulator } from './simulators/serve.ts'

/** Starts a server on a free port, closes it after the test, and returns its address. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts a simulator as a server, closes it after the test, and returns its address. */
export async function listenAs(simulator: Simulator): Promise<string> {
  const { url, close } = await serveSimulator(simulator)
  onTestFinished(close)
  return url
}
