import { describe, expect, it } from 'vitest'
import { listenWithTlsFault } from '../../testing/loopback.ts'
import { openMailServer, openRawServer, sendTo } from '../../testing/mail-attempts.ts'

describe('beyond loopback', () => {
  /** Returns the same server by the IP address 0.0.0.0, which reaches this host but is not loopback. */
  const notLoopback = (url: string, login = '') => url.replace('//127.0.0.1', `//${login}0.0.0.0`)

  it.each([
    { what: 'without TLS', startTls: false, advice: 'nicht verschlüsselt' },
    { what: 'with an untrusted certificate', startTls: true, advice: 'NODE_EXTRA_CA_CERTS' },
  ])('a login is never sent to a server $what', async ({ startTls, advice }) => {
    const server = await openMailServer({ startTls, login: { user: 'ordi', pass: 'secret' } })
    expect(await sendTo(notLoopback(server.url, 'ordi:secret@'))).toMatchObject({
      ok: false,
      kind: 'configuration',
      advice: expect.stringContaining(advice),
    })
    expect(server.logins).toEqual([])
  })

  it('an offered STARTTLS is used, and its certificate is checked', async () => {
    const server = await openMailServer({ startTls: true })
    expect(await sendTo(notLoopback(server.url))).toMatchObject({
      ok: false,
      kind: 'configuration',
      advice: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    })
    expect(server.mails).toEqual([])
  })

  it('a relay without TLS and without login is used as it is', async () => {
    const server = await openMailServer()
    expect(await sendTo(notLoopback(server.url))).toEqual({ ok: true })
  })
})

describe('encryption', () => {
  it.each([
    {
      kind: 'certificate',
      advice: 'Dem Zertifikat des E-Mail-Servers wird nicht vertraut',
      detail: 'certificate',
    },
    {
      kind: 'plain',
      advice: 'Der E-Mail-Server ist auf diesem Port anders verschlüsselt',
      detail: 'The server does not begin with TLS',
    },
    {
      kind: 'version',
      advice: 'Der E-Mail-Server bietet nur veraltete Verschlüsselung an',
      detail: 'The server offers no version of TLS',
    },
  ] as const)('each kind of fault has its own advice: $kind', async ({ kind, advice, detail }) => {
    const fault = await sendTo(`smtps://127.0.0.1:${await listenWithTlsFault(kind)}`)
    expect(fault).toEqual({
      ok: false,
      kind: 'configuration',
      advice: expect.stringContaining(advice),
      detail: expect.stringContaining(detail),
    })
    expect(JSON.stringify(fault)).not.toMatch(/OpenSSL|SSL routines/i)
  })

  it('a connection that ends before it is encrypted is reported with the port to check', async () => {
    const port = await openRawServer((socket) => socket.once('data', () => socket.destroy()))
    expect(await sendTo(`smtps://127.0.0.1:${port}`)).toMatchObject({
      kind: 'temporary',
      cause: expect.stringContaining('bevor sie verschlüsselt ist: Bitte Verschlüsselung und Port'),
    })
  })

  it('the query of the URL cannot turn the check of the certificate off', async () => {
    const server = await openMailServer({ tls: true })
    const url = `${server.url}?tls.rejectUnauthorized=false&secure=false`
    expect(await sendTo(url)).toMatchObject({ ok: false, kind: 'configuration' })
    expect(server.mails).toEqual([])
  })
})
