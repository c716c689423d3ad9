import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import * as http from 'node:http'
import * as https from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { freePort } from '../src/testing/free-port.ts'
import { startOrdi } from '../src/testing/running-server.ts'
import { tempDir } from '../src/testing/temp-dir.ts'
import type { ProxyUnderTest } from './sample-proxies.ts'

export const METRICS_TOKEN = 'a token for monitoring only, 32 bytes'

/** How often to try to reach the proxy before its start has failed. */
const START_ATTEMPTS = 200
/** Milliseconds between two attempts. */
const START_PAUSE_MS = 50

type VisitOptions = {
  body?: object
  headers?: Record<string, string>
  /** The visitor: an IP address of this machine (127.0.0.0/8). */
  from?: string
}

/** Starts Ordi and the proxy in front of it. Visits go through the proxy. */
export async function startInstallation(proxy: ProxyUnderTest) {
  const [httpPort, httpsPort, dir] = [await freePort(), await freePort(), tempDir()]
  const ordi = await startOrdi({
    DATA_DIR: tempDir(),
    BASE_URL: `https://localhost:${httpsPort}`,
    TRUSTED_PROXIES: '127.0.0.1/32',
    METRICS_TOKEN,
    LOG_LEVEL: 'info',
  })
  const child = proxy.start({ httpPort, httpsPort, ordiPort: ordi.port, dir })
  const stopProxy = stopperOf(child)
  onTestFinished(async () => void (await stopProxy()))
  const visit = (path: string, options: VisitOptions = {}) => {
    const ca = readFileSync(proxy.authorityFile(dir))
    return send({ protocol: https, port: httpsPort, path, ca }, options)
  }
  const visitWithoutTls = (path: string) => send({ protocol: http, port: httpPort, path }, {})
  const isUp = async () =>
    existsSync(proxy.authorityFile(dir)) && (await visit('/api/health').catch(() => undefined)) !== undefined
  const hasEnded = () => child.exitCode !== null
  if (!(await waitForStart({ isUp, hasEnded }))) throw new Error(await stopProxy())
  return {
    visit,
    visitWithoutTls,
    /** Stops Ordi. The proxy goes on running. */
    stopOrdi: () => ordi.stop(),
    /** Stops the proxy, and returns all that it has logged. */
    stopProxy,
  }
}

/**
 * Waits until the proxy is up. Returns false when it has ended before, or is not reached by the last attempt.
 */
async function waitForStart({
  isUp,
  hasEnded,
}: Readonly<{ isUp: () => Promise<boolean>; hasEnded: () => boolean }>): Promise<boolean> {
  for (let attempt = 0; !(await isUp()); attempt++) {
    if (attempt > START_ATTEMPTS || hasEnded()) return false
    await setTimeout(START_PAUSE_MS)
  }
  return true
}

/** Returns a function that stops the proxy, and returns all that it has logged. */
function stopperOf(child: ChildProcess): () => Promise<string> {
  let output = ''
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const closed = once(child, 'close')
  return async () => {
    child.kill('SIGTERM')
    await closed
    return output
  }
}

/** A URL of this machine, and for TLS the certificate of the authority to trust. */
type Target = { protocol: typeof http | typeof https; port: number; path: string; ca?: Buffer }

/** Sends a request from the address. Returns the parts of the answer that the tests look at. */
async function send(
  { protocol, port, path, ca }: Target,
  { body, headers = {}, from = '127.0.0.1' }: VisitOptions,
) {
  const request = protocol.request({
    host: '127.0.0.1',
    port,
    path,
    localAddress: from,
    // A kept connection might come from the address of another visitor.
    agent: false,
    ...(ca === undefined ? {} : { ca, servername: 'localhost' }),
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      host: `localhost:${port}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
  })
  request.end(body === undefined ? undefined : JSON.stringify(body))
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  const content = await text(answer)
  return {
    status: answer.statusCode ?? 0,
    location: answer.headers.location,
    // A header that Ordi and the proxy have both set has two values.
    hsts: answer.headersDistinct['strict-transport-security'] ?? [],
    json: content.startsWith('{') ? JSON.parse(content) : undefined,
  }
}
