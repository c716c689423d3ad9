import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { METRICS_TOKEN, startInstallation } from './proxied-installation.ts'
import { caddy, nginx } from './sample-proxies.ts'

/**
 * These tests run the proxies with the samples of docs/ops in front of the whole program. Only addresses,
 * ports and certificates are replaced. They are skipped where the proxy is not installed.
 */

/** How often one address may try to sign in before it is refused. */
const LOGIN_ATTEMPTS = 5

const isInstalled = (command: string) => spawnSync('which', [command]).status === 0

describe.each([
  { command: 'nginx', sample: 'nginx.conf', proxy: nginx },
  { command: 'caddy', sample: 'Caddyfile', proxy: caddy },
])('behind $command with docs/ops/$sample', ({ command, proxy }) => {
  const isSkipped = !isInstalled(command)
  const whySkipped = isSkipped ? `skipped, because ${command} is not installed: ` : ''

  it.skipIf(isSkipped)(`${whySkipped}visitors use TLS`, async () => {
    const { visit, visitWithoutTls } = await startInstallation(proxy)
    const health = await visit('/api/health')
    expect(health.status).toBe(200)
    expect(health.json).toMatchObject({ ok: true })
    expect(health.hsts).toEqual(['max-age=31536000'])
    const redirect = await visitWithoutTls('/booking?a=1')
    expect(redirect.status).toBe(308)
    expect(redirect.location).toMatch(/^https:.*\/booking\?a=1$/)
  })

  it.skipIf(isSkipped)(
    `${whySkipped}visitors are told apart, whatever X-Forwarded-For they send`,
    async () => {
      const { visit } = await startInstallation(proxy)
      const body = { email: 'gerda@ordination.example', password: 'wrong' }
      const statuses: number[] = []
      for (let attempt = 0; attempt <= LOGIN_ATTEMPTS; attempt++) {
        const headers = { 'x-forwarded-for': `203.0.113.${attempt}` }
        statuses.push((await visit('/api/admin/login', { body, headers, from: '127.0.0.2' })).status)
      }
      expect(statuses).toEqual([...Array(LOGIN_ATTEMPTS).fill(401), 429])
      expect((await visit('/api/admin/login', { body, from: '127.0.0.3' })).status).toBe(401)
    },
  )

  it.skipIf(isSkipped)(`${whySkipped}too large bodies and /metrics are refused`, async () => {
    const { visit } = await startInstallation(proxy)
    const bytesTooLargeForOrdi = 70_000
    const bytesTooLargeForProxy = 2_000_000
    for (const bytes of [bytesTooLargeForOrdi, bytesTooLargeForProxy])
      expect((await visit('/api/email/send', { body: { email: 'x'.repeat(bytes) } })).status).toBe(413)
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    expect((await visit('/metrics', { headers })).status).toBe(404)
  })

  it.skipIf(isSkipped)(`${whySkipped}the log has no id of a booking, even if Ordi does not run`, async () => {
    const { visit, stopOrdi, stopProxy } = await startInstallation(proxy)
    await stopOrdi()
    // The proxy logs this as an error.
    expect((await visit('/patient/overview?id=the-id-of-a-booking')).status).toBe(502)
    expect(await stopProxy()).not.toContain('the-id-of-a-booking')
  })
})
