import { describe, expect, it } from 'vitest'
import { listenWithTlsFault } from '../../testing/loopback.ts'
import {
  HASTY,
  MESSAGE,
  mailServerAt,
  openMailServer,
  openRawServer,
  sendTo,
} from '../../testing/mail-attempts.ts'
import { type EmailMessage, openMailPort, tryMailServer } from './smtp.ts'
import { MAIL_TIMEOUT_MS } from './smtp-connection.ts'

describe('beyond loopback', () => {
  /** Returns the same server by the address 0.0.0.0, which reaches this machine but is not loopback. */
  const notLoopback = (url: string, login = '') => url.replace('//127.0.0.1', `//${login}0.0.0.0`)

  it.each([
    ['without TLS', { startTls: false }],
    ['with an untrusted certificate', { startTls: true }],
  ])('a login is never sent to a server %s', async (_, options) => {
    const server = await openMailServer({ ...options, login: { user: 'ordi', pass: 'secret' } })
    expect(await sendTo(notLoopback(server.url, 'ordi:secret@'))).toMatchObject({
      ok: false,
      kind: 'configuration',
      advice: expect.stringContaining(options.startTls ? 'NODE_EXTRA_CA_CERTS' : 'nicht verschlüsselt'),
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

describe('header injection', () => {
  it.each([
    'a@b.at\r\nBcc: x@y.example',
    'a@b.at, c@d.at',
    'a@b.at,c@d.at',
    'a@b.at;c@d.at',
    '"x@evil.example"@b.at',
    'Maria <a@b.at>',
    'friends: a@b.at, c@d.at;',
    'a@b.at\u0000',
    'a@[x@evil.example]',
    '',
  ])('an e-mail to %j is not sent', async (to) => {
    const server = await openMailServer()
    expect(await sendTo(server.url, { to })).toMatchObject({ ok: false, kind: 'permanent' })
    expect(server.mails).toEqual([])
  })

  it.each<[string, Partial<EmailMessage>]>([
    ['subject', { subject: 'Reservierung\r\nBcc: x@evil.example\r\n\r\n<b>body</b>' }],
    ['sender name', { from: { name: 'Dr. X" <x@evil.example>\r\nBcc: x@evil.example', address: 'a@b.at' } }],
    ['reply address', { replyTo: 'a@b.at\r\nBcc: x@evil.example' }],
    ['message id', { messageId: '<1@b.at>\r\nBcc: x@evil.example' }],
  ])('a line break in the %s adds no header and no recipient', async (_name, changes) => {
    const server = await openMailServer()
    expect(await sendTo(server.url, changes)).toEqual({ ok: true })
    const [mail] = server.mails
    expect(mail?.envelope.to).toEqual(['maria@example.at'])
    expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(mail?.text?.trimEnd()).toBe(MESSAGE.text)
    expect(mail?.from?.address).toBe(changes.from?.address ?? MESSAGE.from.address)
  })
})

describe('an address without a mail server', () => {
  it.each(['169.254.169.254', '[fe80::1]', '[fd00:ec2::254]', '[::ffff:169.254.169.254]', '0xa9fea9fe'])(
    'is not called if it may be a metadata service: %s',
    async (host) => {
      expect(await sendTo(`smtp://${host}:25`, {}, HASTY)).toMatchObject({
        kind: 'configuration',
        advice: expect.stringContaining('kann kein E-Mail-Server sein'),
      })
      expect(await tryMailServer(mailServerAt(`smtp://${host}:25`), HASTY)).toMatchObject({
        kind: 'configuration',
        detail: 'The address is link-local or a metadata service.',
      })
    },
  )

  const NAME = 'mail.rebinding.invalid'
  const LOOPBACK_ADDRESS = { address: '127.0.0.1', family: 4 }
  const METADATA_ADDRESS = { address: '169.254.169.254', family: 4 }

  it('is not reached by a name that is resolved again, because only the checked address is called', async () => {
    const server = await openMailServer()
    const asked: string[] = []
    const { send } = openMailPort(MAIL_TIMEOUT_MS, async (name) => {
      asked.push(name)
      return [LOOPBACK_ADDRESS]
    })
    // No other resolver knows the name, so the connection was made to the address that was checked.
    expect(await send(MESSAGE, mailServerAt(`smtp://${NAME}:${server.port}`))).toEqual({ ok: true })
    expect(server.mails).toHaveLength(1)
    expect(asked).toEqual([NAME])
  })

  it('is not called by a name if any of its addresses may be a metadata service', async () => {
    const server = await openMailServer()
    const { send } = openMailPort(MAIL_TIMEOUT_MS, async () => [LOOPBACK_ADDRESS, METADATA_ADDRESS])
    expect(await send(MESSAGE, mailServerAt(`smtp://${NAME}:${server.port}`))).toMatchObject({
      detail: 'The address is link-local or a metadata service.',
    })
    expect(server.mails).toEqual([])
  })

  it.each(['HTTP/1.1 400 Bad Request\r\n', 'SSH-2.0-OpenSSH_9.6 secret banner\r\n', '+OK secret banner\r\n'])(
    'is reported without its greeting: %j',
    async (greeting) => {
      const port = await openRawServer((socket) => socket.write(greeting))
      const found = await tryMailServer(mailServerAt(`smtp://127.0.0.1:${port}`), MAIL_TIMEOUT_MS)
      expect(found).toEqual({
        ok: false,
        kind: 'configuration',
        detail: 'The server does not speak SMTP.',
        advice: expect.stringContaining('antwortet kein E-Mail-Server'),
      })
    },
  )
})
