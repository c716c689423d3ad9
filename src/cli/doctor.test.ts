import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { failure, ordi, ordiProcess } from '../testing/command-line.ts'
import { freePort } from '../testing/free-port.ts'
import { openInstallation } from '../testing/installation.ts'
import { PRIVATE_CA, readPem } from '../testing/private-ca/pem.ts'
import { proxyTo } from '../testing/proxy.ts'
import { startOrdi } from '../testing/running-server.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { checkWithLimit } from './doctor/check-with-limit.ts'

const APP_SECRET = 'a secret for tests only, 32 bytes'

/** Listens with TLS in front of the portal on this port, as a proxy does. Returns the URL of the proxy. */
async function listenAsProxy(port: number): Promise<string> {
  const certificate = { cert: readPem('server.pem'), key: readPem('server.key') }
  const proxy = createServer(
    certificate,
    proxyTo(port, () => '203.0.113.5'),
  ).listen(0, '127.0.0.1')
  onTestFinished(() => void proxy.close())
  await once(proxy, 'listening')
  return `https://localhost:${(proxy.address() as AddressInfo).port}`
}

it('a check that never ends is reported', async () => {
  const findings = await checkWithLimit(20, 'mail server', () => new Promise<never>(() => {}))
  expect(findings).toMatchObject([{ level: 'wrong', about: 'mail server', text: 'no result within 0.02 s' }])
})

describe('ordi doctor', () => {
  it('prints JSON for programs, with German texts for the admin area', async () => {
    const { DATA_DIR } = openInstallation()
    const { status, out } = await ordi(['doctor', '--json'], { DATA_DIR, PORT: '1' })
    expect(status).toBe(0)
    const findings: { about: string; german: string }[] = JSON.parse(out)
    expect(findings.find(({ about }) => about === 'mail server')).toEqual({
      level: 'wrong',
      about: 'mail server',
      text: expect.stringContaining('none is set'),
      german: expect.stringContaining('Es ist keiner eingerichtet.'),
    })
  })

  it('examines a running portal behind an https proxy', async () => {
    const DATA_DIR = tempDir()
    const PORT = await freePort()
    const BASE_URL = await listenAsProxy(PORT)
    const env = { DATA_DIR, APP_SECRET, BASE_URL, TRUSTED_PROXIES: '127.0.0.0/8', PORT: String(PORT) }
    await startOrdi(env)
    const trusting = await ordiProcess(['doctor'], { ...env, NODE_EXTRA_CA_CERTS: PRIVATE_CA })
    expect(trusting.out).toMatch(/^✓ certificate +valid for \d+ days, by /m)
    expect(trusting.out).toContain(`leads to this installation`)
    expect(trusting.out).toMatch(/^✓ proxy +it is trusted, and names the visitor$/m)
    expect(trusting.out).toMatch(/^✓ HSTS +browsers use https only$/m)
    expect(trusting).toMatchObject({ status: 1, err: '' })
    const { out } = await ordi(['doctor'], env)
    expect(out).toMatch(/^✗ certificate +localhost: .*certificate.* Look into the log of the proxy/m)
    expect(out).toMatch(/^✗ from outside/m)
  })

  it.each([
    { args: ['--all'] },
    { args: ['--clock'] },
    { args: ['--clock', 'bald'] },
    { args: ['--clock', 'https://a.example', 'x'] },
  ])('refuses $args with its usage', async ({ args }) => {
    expect(await ordi(['doctor', ...args])).toEqual(failure('usage: ordi doctor [--clock URL | --json]\n'))
  })
})
