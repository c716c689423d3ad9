import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { openServer } from '../../http/server.ts'
import { openLog } from '../../log.ts'
import { writeSettings } from '../../practice/settings.ts'
import { freePort } from '../../testing/free-port.ts'
import { findingsOf, openInstallation } from '../../testing/installation.ts'
import { listen } from '../../testing/loopback.ts'
import { proxyTo } from '../../testing/proxy.ts'
import { tempDir } from '../../testing/temp-dir.ts'

type GivenPortal = Readonly<{
  env?: Record<string, string>
  /** Returns the header that the proxy sends, given the header of the visitor. */
  forwardedFor?: (from: string | undefined) => string
}>

/**
 * Opens a listening portal, whose environment is also that of the command. With `forwardedFor` it is behind
 * a proxy that sets this X-Forwarded-For.
 */
async function openPortal({ env = {}, forwardedFor }: GivenPortal = {}) {
  const PORT = String(await freePort())
  const BASE_URL = forwardedFor
    ? await listen(proxyTo(Number(PORT), forwardedFor))
    : `http://127.0.0.1:${PORT}`
  const DATA_DIR = tempDir()
  const config = readConfig({ DATA_DIR, LOG_LEVEL: 'silent', HOST: '127.0.0.1', PORT, BASE_URL, ...env })
  const app = openApp(config, undefined, { log: openLog({ logLevel: 'silent' }) })
  const server = await openServer(app.http.fetch, config)
  onTestFinished(async () => {
    await server.close()
    app.close()
  })
  return config
}

/** The visitor's IP address, as the proxy sees it. */
const VISITOR = '203.0.113.5'

/** Resolves every name to itself, so that the look-up is no fault here. */
const resolveHost = async (host: string) => [host]

describe('the address', () => {
  it('is reported as leading to this installation', async () => {
    const config = await openPortal()
    expect(await findingsOf(config, { resolveHost })).toMatchObject({
      server: `good: answers on port ${config.port}`,
      address: expect.stringContaining('wrong: http://127.0.0.1'),
      'from outside': `good: ${config.baseUrl}/ leads to this installation`,
      proxy: 'good: none',
    })
  })

  it('is a fault if it leads to another installation', async () => {
    const otherPortal = await openPortal()
    const here = await openPortal()
    const findings = await findingsOf({ ...here, baseUrl: otherPortal.baseUrl }, { resolveHost })
    expect(findings['from outside']).toContain('another program or installation answers (status 404)')
  })

  it('is not requested while the data here cannot be read', async () => {
    const config = await openPortal()
    // The database is readable, but the secret is another one, as after copying the wrong file.
    // A secret has 43 characters.
    writeFileSync(join(config.dataDir, 'secret.key'), 'x'.repeat(43))
    expect(await findingsOf(config, { resolveHost })).toMatchObject({
      secret: expect.stringContaining('is not the one this database was encrypted with'),
      'from outside': 'hint: left out, because the data of this installation cannot be read',
    })
  })

  it('is a fault if it redirects to another URL', async () => {
    const config = await openPortal()
    const baseUrl = await listen((_request, response) =>
      response.writeHead(301, { location: 'https://neu.example/' }).end(),
    )
    const findings = await findingsOf({ ...config, baseUrl }, { resolveHost })
    expect(findings['from outside']).toContain('it leads on to https://neu.example/. Set BASE_URL')
  })

  it('cannot be reached', async () => {
    const config = await openPortal()
    const baseUrl = `http://127.0.0.1:${await freePort()}`
    const findings = await findingsOf({ ...config, baseUrl }, { resolveHost })
    expect(findings['from outside']).toMatch(/^wrong: .*no answer \(.*ECONNREFUSED.*\)\. Try it with a phone/)
  })

  it('is a fault if it has a path', async () => {
    const { config, inPortal } = openInstallation()
    inPortal((ctx) => writeSettings(ctx, 'urls', { PUBLIC_BASE_URL: 'https://a.example/termine' }))
    expect((await findingsOf(config)).address).toContain('wrong: https://a.example/termine has a path')
  })

  it('that is checked is the one in e-mails to patients', async () => {
    const { config, inPortal } = openInstallation({ BASE_URL: 'http://start.example' })
    inPortal((ctx) => writeSettings(ctx, 'urls', { PATIENT_BASE_URL: 'https://termine.example' }))
    expect((await findingsOf(config)).address).toBe('good: https://termine.example/')
  })
})

describe('the proxy of the address', () => {
  it.each([
    {
      proxy: 'replaces the header',
      forwardedFor: () => VISITOR,
      finding: 'good: it is trusted, and names the visitor',
    },
    {
      proxy: 'adds to the header',
      forwardedFor: (from: string | undefined) => (from === undefined ? VISITOR : `${from}, ${VISITOR}`),
      finding: 'good: it is trusted',
    },
    {
      proxy: 'passes on what visitors invent',
      forwardedFor: (from: string | undefined) => from ?? VISITOR,
      finding: 'wrong: it passes on an X-Forwarded-For that visitors invent',
    },
  ])('that is trusted and $proxy is reported: $finding', async ({ forwardedFor, finding }) => {
    const config = await openPortal({ env: { TRUSTED_PROXIES: '127.0.0.1' }, forwardedFor })
    expect((await findingsOf(config, { resolveHost })).proxy).toContain(finding)
  })

  it('that is not trusted is reported', async () => {
    const config = await openPortal({ forwardedFor: () => VISITOR })
    expect((await findingsOf(config, { resolveHost })).proxy).toContain(
      'wrong: 127.0.0.1 is not trusted: add it to TRUSTED_PROXIES',
    )
  })
})
