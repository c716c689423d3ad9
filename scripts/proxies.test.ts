import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import * as http from 'node:http'
import * as https from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../src/testing/free-port.ts'
import { startOrdi } from '../src/testing/running-server.ts'
import { tempDir } from '../src/testing/temp-dir.ts'
import { caddy, nginx, type ProxyUnderTest } from './sample-proxies.ts'

/**
 * These tests run the proxies with the samples of docs/ops in front of the whole program. Only addresses,
 * ports and certificates are replaced. They are skipped where the proxy is not installed.
 */

const METRICS_TOKEN = 'a token for monitoring only, 32 bytes'
/** How often one address may try to sign in before it is refused. */
const LOGIN_ATTEMPTS = 5
/** Milliseconds between two attempts to reach the proxy, and how many of them fail before the test does. */
const START_PAUSE_MS = 50
const START_ATTEMPTS = 200
const isInstalled = (command: string) => spawnSync('which', [command]).status === 0

describe.each([
  { command: 'nginx', sample: 'nginx.conf', proxy: nginx },
  { command: 'caddy', sample: 'Caddyfile', proxy: caddy },
])('behind $command with docs/ops/$sample', ({ command, proxy }) => {
  const whySkipped = isInstalled(command) ? '' : `skipped, because ${command} is not installed: `
  it.skipIf(whySkipped !== '')(
    `${whySkipped}visitors use TLS, are told apart, and are refused too large bodies and /metrics; no id is logged`,
    async () => {
      const installation = await startInstallation(proxy)
      await expectTls(installation)
      await expectSeparateVisitors(installation)
      await expectRefusals(installation)
      await expectNoIdInLog(installation)
    },
  )
})

type Installation = Awaited<ReturnType<typeof startInstallation>>

async function expectTls({ visit, visitWithoutTls }: Installation): Promise<void> {
  const health = await visit('/api/health')
  expect(health.status).toBe(200)
  expect(health.json).toMatchObject({ ok: true })
  expect(health.hsts).toEqual(['max-age=31536000'])
  const redirect = await visitWithoutTls('/booking?a=1')
  expect(redirect.status).toBe(308)
  expect(redirect.location).toMatch(/^https:.*\/booking\?a=1$/)
}

/**
 * One IP address uses up its attempts to sign in, whatever X-Forwarded-For it sends. Another still has its
 * own.
 */
async function expectSeparateVisitors({ visit }: Installation): Promise<void> {
  const body = { email: 'gerda@ordination.example', password: 'wrong' }
  const statuses: number[] = []
  for (let attempt = 0; attempt <= LOGIN_ATTEMPTS; attempt++) {
    const headers = { 'x-forwarded-for': `203.0.113.${attempt}` }
    statuses.push((await visit('/api/admin/login', { body, headers, from: '127.0.0.2' })).status)
  }
  expect(statuses).toEqual([...Array(LOGIN_ATTEMPTS).fill(401), 429])
  expect((await visit('/api/admin/login', { body, from: '127.0.0.3' })).status).toBe(401)
}

async function expectRefusals({ visit }: Installation): Promise<void> {
  const bytesTooLargeForOrdi = 70_000
  const bytesTooLargeForNginx = 2_000_000
  for (const bytes of [bytesTooLargeForOrdi, bytesTooLargeForNginx])
    expect((await visit('/api/email/send', { body: { email: 'x'.repeat(bytes) } })).status).toBe(413)
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  expect((await visit('/metrics', { headers })).status).toBe(404)
}

/** The proxy logs an error when Ordi does not run. Stops both. */
async function expectNoIdInLog({ ordi, visit, stopProxy }: Installation): Promise<void> {
  await ordi.stop()
  expect((await visit('/patient/overview?id=the-id-of-a-booking')).status).toBe(502)
  expect(await stopProxy()).not.toContain('the-id-of-a-booking')
}

type VisitOptions = { body?: object; headers?: Record<string, string>; from?: string }

/** Starts Ordi and the proxy. A visit goes through TLS, from an IP address of this machine. */
async function startInstallation(proxy: ProxyUnderTest) {
  const [httpPort, httpsPort, dir] = [await freePort(), await freePort(), tempDir()]
  const ordi = await startOrdi({
    DATA_DIR: tempDir(),
    BASE_URL: `https://localhost:${httpsPort}`,
    TRUSTED_PROXIES: '127.0.0.1/32',
    METRICS_TOKEN,
    LOG_LEVEL: 'info',
  })
  const child = proxy.start({ httpPort, httpsPort, ordi: ordi.port, dir })
  const stopProxy = stopperOf(child)
  onTestFinished(async () => void (await stopProxy()))
  const visit = (path: string, options: VisitOptions = {}) => {
    const ca = readFileSync(proxy.authorityFile(dir))
    return send({ protocol: https, port: httpsPort, path, ca }, options)
  }
  const visitWithoutTls = (path: string) => send({ protocol: http, port: httpPort, path }, {})
  const isUp = async () =>
    existsSync(proxy.authorityFile(dir)) && (await visit('/api/health').catch(() => undefined)) !== undefined
  for (let attempt = 0; !(await isUp()); attempt++) {
    if (attempt > START_ATTEMPTS || child.exitCode !== null) throw new Error(await stopProxy())
    await setTimeout(START_PAUSE_MS)
  }
  return { ordi, visit, visitWithoutTls, stopProxy }
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

/** The URL to visit on this machine, and for TLS the certificate of the authority to trust. */
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
  /** Names and values in turn. */
  const { rawHeaders } = answer
  return {
    status: answer.statusCode ?? 0,
    location: answer.headers.location,
    // Only the raw headers show one that Ordi and the proxy have both set.
    hsts: rawHeaders.filter((_, i) => rawHeaders[i - 1]?.toLowerCase() === 'strict-transport-security'),
    json: content.startsWith('{') ? JSON.parse(content) : undefined,
  }
}
