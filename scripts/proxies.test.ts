import { spawnSync } from 'node:child_process'
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
const isInstalled = (command: string) => spawnSync('which', [command]).status === 0

describe.each([
  ['nginx', 'nginx.conf', nginx],
  ['caddy', 'Caddyfile', caddy],
] as const)('behind %s with docs/ops/%s', (command, _, proxy) => {
  const whySkipped = isInstalled(command) ? '' : `skipped, because ${command} is not installed: `
  it.skipIf(whySkipped !== '')(
    `${whySkipped}visitors use TLS, are told apart, and are refused too large bodies and /metrics; no id is logged`,
    async () => {
      const behind = await openBehind(proxy)
      await expectTls(behind)
      await expectSeparateVisitors(behind)
      await expectRefusals(behind)
      await behind.ordi.stop()
      expect((await behind.visit('/patient/overview?id=the-id-of-a-booking')).status).toBe(502)
      expect(await behind.end()).not.toContain('the-id-of-a-booking')
    },
  )
})

type Behind = Awaited<ReturnType<typeof openBehind>>

async function expectTls({ visit, visitWithoutTls }: Behind): Promise<void> {
  const health = await visit('/api/health')
  expect([health.status, health.json]).toMatchObject([200, { ok: true }])
  expect(health.hsts).toEqual(['max-age=31536000'])
  const redirect = await visitWithoutTls('/booking?a=1')
  expect([redirect.status, redirect.location]).toEqual([
    308,
    expect.stringMatching(/^https:.*\/booking\?a=1$/),
  ])
}

/**
 * One IP address uses up its attempts to sign in, whatever X-Forwarded-For it sends. Another still has its
 * own.
 */
async function expectSeparateVisitors({ visit }: Behind): Promise<void> {
  const login = { email: 'gerda@ordination.example', password: 'wrong' }
  const statuses: number[] = []
  for (let i = 0; i < 6; i++) {
    const headers = { 'x-forwarded-for': `203.0.113.${i}` }
    statuses.push((await visit('/api/admin/login', { body: login, headers, from: '127.0.0.2' })).status)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  expect((await visit('/api/admin/login', { body: login, from: '127.0.0.3' })).status).toBe(401)
}

async function expectRefusals({ visit }: Behind): Promise<void> {
  // The first is too large for Ordi only, the second for nginx too.
  for (const bytes of [70_000, 2_000_000])
    expect((await visit('/api/email/send', { body: { email: 'x'.repeat(bytes) } })).status).toBe(413)
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  expect((await visit('/metrics', { headers })).status).toBe(404)
}

type VisitOptions = { body?: object; headers?: Record<string, string>; from?: string }

/** Starts Ordi and the proxy. A visit goes through TLS, from an IP address of this machine. */
async function openBehind(proxy: ProxyUnderTest) {
  const [httpPort, httpsPort, dir] = [await freePort(), await freePort(), tempDir()]
  const ordi = await startOrdi({
    DATA_DIR: tempDir(),
    BASE_URL: `https://localhost:${httpsPort}`,
    TRUSTED_PROXIES: '127.0.0.1/32',
    METRICS_TOKEN,
    LOG_LEVEL: 'info',
  })
  const child = proxy.start({ httpPort, httpsPort, ordi: ordi.port, dir })
  let output = ''
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const closed = once(child, 'close')
  /** @returns what the proxy has logged */
  const end = async () => {
    child.kill('SIGTERM')
    await closed
    return output
  }
  onTestFinished(async () => void (await end()))
  const ca = () => readFileSync(proxy.authorityFile(dir))
  const visit = (path: string, options: VisitOptions = {}) =>
    send({ protocol: https, port: httpsPort, path, ca: ca() }, options)
  const isUp = async () =>
    existsSync(proxy.authorityFile(dir)) && (await visit('/api/health').catch(() => undefined)) !== undefined
  for (let tries = 0; !(await isUp()); tries++) {
    if (tries > 200 || child.exitCode !== null) throw new Error(output)
    await setTimeout(50)
  }
  const visitWithoutTls = (path: string) => send({ protocol: http, port: httpPort, path }, {})
  return { ordi, visit, visitWithoutTls, end }
}

/** The URL to visit on this machine, and for TLS the certificate of the authority to trust. */
type Place = { protocol: typeof http | typeof https; port: number; path: string; ca?: Buffer }

async function send(
  { protocol, port, path, ca }: Place,
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
  return {
    status: answer.statusCode ?? 0,
    location: answer.headers.location,
    // Only the raw headers show one that Ordi and the proxy have both set.
    hsts: answer.rawHeaders.filter((_, i, all) => all[i - 1]?.toLowerCase() === 'strict-transport-security'),
    json: content.startsWith('{') ? JSON.parse(content) : undefined,
  }
}
