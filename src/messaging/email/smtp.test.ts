import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { listenWithTlsFault } from '../../testing/loopback.ts'
import { type Behaviour, mailServerAt, openSmtpServer, type SmtpServer } from '../../testing/smtp-server.ts'
import { type EmailMessage, openMailPort, tryMailServer } from './smtp.ts'
import { MAIL_TIMEOUT_MS } from './smtp-connection.ts'

/**
 * Timeouts for servers that do not answer. Other tests use the long ones, because the machine may be busy.
 */
const HASTY = { connect: 500, greeting: 300, silence: 200, total: 600 }

const message: EmailMessage = {
  from: { name: 'Ordination Dr. Alma Beispiel', address: 'termine@praxis.example' },
  to: 'maria@example.at',
  replyTo: 'praxis@praxis.example',
  subject: 'Reservierung erhalten: Dienstag, 12. Jänner 2027',
  text: 'Grüß Gott\n.\nzweite Zeile',
  html: '<p>Grüß Gott</p>',
  calendar: null,
  messageId: '<0b7e8f5c-1@praxis.example>',
}

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function mailbox(options?: Parameters<typeof openSmtpServer>[0]): Promise<SmtpServer> {
  const box = await openSmtpServer(options)
  closing.push(box.close)
  return box
}

/** Starts a server that answers as `converse` does. @returns its port */
async function rawServer(converse: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    converse(socket)
  }).listen(0, '127.0.0.1')
  closing.push(() => server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function sendTo(smtpUrl: string, changes: Partial<EmailMessage> = {}, timeoutMs = MAIL_TIMEOUT_MS) {
  return openMailPort(timeoutMs).send({ ...message, ...changes }, mailServerAt(smtpUrl))
}

describe('mail', () => {
  it('arrives as it was written, in both forms, without attachments, and asks for no automatic answer', async () => {
    const box = await mailbox()
    expect(await sendTo(box.url)).toEqual({ ok: true })
    const [mail] = box.mails
    expect(mail?.envelope).toEqual({ from: 'termine@praxis.example', to: ['maria@example.at'] })
    expect(mail).toMatchObject({
      subject: message.subject,
      text: `${message.text}\n`,
      html: expect.stringContaining('<p>Grüß Gott</p>'),
      messageId: message.messageId,
      from: message.from,
      to: [{ name: '', address: 'maria@example.at' }],
      replyTo: [{ name: '', address: 'praxis@praxis.example' }],
    })
    expect(types(mail?.raw)).toEqual([
      'multipart/alternative',
      'text/plain; charset=utf-8',
      'text/html; charset=utf-8',
    ])
    expect(Object.fromEntries(mail?.headers.map(({ key, value }) => [key, value]) ?? [])).toMatchObject({
      'auto-submitted': 'auto-generated',
      'x-auto-response-suppress': 'All',
    })
  })

  it.each(['REQUEST', 'CANCEL', 'PUBLISH'])(
    'carries a calendar entry that programs can act on: %s in its text and in its part',
    async (method) => {
      const box = await mailbox()
      const calendar = `BEGIN:VCALENDAR\r\nMETHOD:${method}\r\nSUMMARY:Termin bei Größl\r\nEND:VCALENDAR\r\n`
      expect(await sendTo(box.url, { calendar })).toEqual({ ok: true })
      const [mail] = box.mails
      expect(types(mail?.raw)).toEqual([
        'multipart/mixed',
        'multipart/alternative',
        'text/plain; charset=utf-8',
        'text/html; charset=utf-8',
        `text/calendar; charset=utf-8; method=${method}`,
        'application/ics; name=termin.ics',
      ])
      expect(mail).toMatchObject({ text: `${message.text}\n`, html: expect.stringContaining(message.html) })
      // The parser of the test returns text with its own line ends.
      const content = calendar.replaceAll('\r\n', '\n')
      expect(
        mail?.attachments.map((part) => ({
          ...part,
          content: new TextDecoder().decode(part.content as ArrayBuffer),
        })),
      ).toMatchObject([
        { mimeType: 'text/calendar', method, content },
        { mimeType: 'application/ics', filename: 'termin.ics', disposition: 'attachment', content },
      ])
      expect(mail?.raw.replaceAll('\r\n', '')).toContain(Buffer.from(calendar).toString('base64'))
    },
  )

  it('goes out over connections that are kept for the next ones, and closed when they are not used or the process stops', async () => {
    const box = await mailbox()
    const port = openMailPort()
    const send = () => port.send(message, mailServerAt(box.url))
    for (let i = 0; i < 3; i++) expect(await send()).toEqual({ ok: true })
    await Promise.all(Array.from({ length: 20 }, send))
    expect(box.mails).toHaveLength(23)
    expect(box.connections().all).toBeLessThanOrEqual(5)
    port.stop?.()
    await expect.poll(() => box.connections().open).toBe(0)
  })

  it('goes to another server as soon as it is given, and the connections to the one before are closed', async () => {
    const [before, after] = [await mailbox(), await mailbox()]
    const port = openMailPort()
    for (const box of [before, after]) await port.send(message, mailServerAt(box.url))
    expect([before.mails.length, after.mails.length]).toEqual([1, 1])
    await expect.poll(() => before.connections().open).toBe(0)
    expect(after.connections().open).toBe(1)
    port.stop?.()
  })

  it('to a server that gets no other keeps no connection, and those to the next server stay open', async () => {
    const [before, after] = [await mailbox(), await mailbox()]
    const port = openMailPort()
    const send = ({ url }: SmtpServer, isLast: boolean) => port.send(message, mailServerAt(url), { isLast })
    const both = [send(before, true), send(after, false), send(before, true)]
    expect(await Promise.all(both)).toEqual([{ ok: true }, { ok: true }, { ok: true }])
    expect([before.mails.length, after.mails.length]).toEqual([2, 1])
    await expect.poll(() => before.connections().open).toBe(0)
    expect(after.connections().open).toBe(1)
    port.stop?.()
  })

  it('logs in on loopback with the percent-decoded login of the URL', async () => {
    const box = await mailbox({ login: { user: 'ordi@praxis.example', pass: 'ge:h@im' } })
    const url = box.url.replace('//', '//ordi%40praxis.example:ge%3Ah%40im@')
    expect(await sendTo(url)).toEqual({ ok: true })
    expect(box.mails).toHaveLength(1)
  })
})

describe('a failed attempt', () => {
  const [temporary, permanent] = [{ kind: 'temporary' }, { kind: 'permanent' }]
  const configuration = { kind: 'configuration', advice: expect.stringContaining('SMTP_URL') }

  it.each<[string, Behaviour, object]>([
    [
      'an unknown recipient',
      { do: 'refuse', at: 'recipient', code: 550, says: '5.1.1 unknown' },
      { ...permanent, refuses: 'recipient' },
    ],
    ['a greylisted recipient', { do: 'refuse', at: 'recipient', code: 451 }, temporary],
    [
      'a relay that knows nobody',
      { do: 'refuse', at: 'recipient', code: 554, says: 'Relay access denied' },
      { ...permanent, refuses: 'policy' },
    ],
    ['a refused message', { do: 'refuse', at: 'message', code: 554 }, permanent],
    [
      'a message against the policy',
      { do: 'refuse', at: 'message', code: 550, says: '5.7.1 refused' },
      { ...permanent, refuses: 'policy' },
    ],
    ['a full mailbox', { do: 'refuse', at: 'message', code: 452 }, temporary],
    [
      'a refused sender',
      { do: 'refuse', at: 'sender', code: 553 },
      { ...configuration, advice: expect.stringContaining('MAIL_FROM') },
    ],
    ['a busy server', { do: 'refuse', at: 'greeting', code: 421 }, temporary],
    ['a server that will not have us', { do: 'refuse', at: 'greeting', code: 554 }, configuration],
    ['silence after the message', { do: 'hang' }, temporary],
    ['a connection that drops', { do: 'drop' }, temporary],
  ])('on %s: %j is %j', async (_title, current, fault) => {
    const box = await mailbox()
    box.behave(current)
    const posted = await sendTo(box.url, {}, current.do === 'hang' ? HASTY : MAIL_TIMEOUT_MS)
    expect(posted).toEqual({ ok: false, detail: expect.stringMatching(/\S/), ...fault })
    expect(box.mails).toEqual([])
  })

  it('on silence ends as soon as the silence is too long', async () => {
    const box = await mailbox()
    box.behave({ do: 'hang' })
    const started = performance.now()
    const posted = await sendTo(box.url, {}, { ...HASTY, total: 20_000 })
    expect(posted).toMatchObject({ detail: expect.stringContaining('Timeout') })
    expect(performance.now() - started).toBeLessThan(20_000)
  })

  it.each([
    ['smtp://127.0.0.1:1', 'nimmt auf Port 1 keine Verbindung an: Bitte Server und Port'],
    ['smtp://smtp.gibt-es-nicht.invalid:587', '„smtp.gibt-es-nicht.invalid“ '],
  ])('on a server that cannot be reached says why in German: %s', async (url, cause) => {
    const result = await sendTo(url)
    expect(result).toMatchObject({ ok: false, kind: 'temporary', cause: expect.stringContaining(cause) })
  })

  it('on nobody listening is temporary', async () => {
    const box = await openSmtpServer()
    await box.close()
    expect(await sendTo(box.url)).toMatchObject({ ok: false, kind: 'temporary' })
  })

  it('on a server that sends a byte now and then ends all the same', async () => {
    const port = await rawServer((socket) => {
      socket.write('220 drip ESMTP\r\n')
      const timer = setInterval(() => socket.write('250-drip\r\n'), 50)
      socket.on('close', () => clearInterval(timer))
    })
    const started = performance.now()
    const posted = await sendTo(`smtp://127.0.0.1:${port}`, {}, { ...MAIL_TIMEOUT_MS, total: HASTY.total })
    expect(posted).toMatchObject({ ok: false, kind: 'temporary' })
    expect(performance.now() - started).toBeLessThan(MAIL_TIMEOUT_MS.silence)
  })

  it('on a server that repeats the login contains no password', async () => {
    const port = await rawServer((socket) => {
      socket.write('220 parrot ESMTP\r\n')
      socket.on('data', (data) => {
        const said = String(data).trim()
        const [, login = ''] = /^AUTH PLAIN (\S+)/.exec(said) ?? []
        const plain = Buffer.from(login, 'base64').toString().replaceAll('\0', ' ')
        if (said.startsWith('EHLO')) socket.write('250-parrot\r\n250 AUTH PLAIN\r\n')
        else
          socket.write(`535 5.7.8 No: ${said},${plain}, ${Buffer.from('a+b geheim').toString('base64')}\r\n`)
      })
    })
    expect(await sendTo(`smtp://ordi:a%2Bb%20geheim@127.0.0.1:${port}`)).toMatchObject({
      ok: false,
      kind: 'configuration',
      detail: expect.stringContaining('No: AUTH PLAIN ***, ordi ***, ***'),
    })
  })

  it.each([
    ['a wrong password', 'ordi:wrong@', 'nimmt die Anmeldung nicht an'],
    ['a missing login', '', 'verlangt eine Anmeldung'],
  ])('on %s is a fault of the configuration, with the way out', async (_, login, advice) => {
    const box = await mailbox({ login: { user: 'ordi', pass: 'right' } })
    const posted = await sendTo(box.url.replace('//', `//${login}`))
    expect(posted).toMatchObject({
      ok: false,
      kind: 'configuration',
      advice: expect.stringContaining(advice),
    })
    expect(posted).toMatchObject({ advice: expect.stringContaining('SMTP_URL') })
  })

  it('on a server that offers no login, although SMTP_URL has one, sends neither mail nor password', async () => {
    const said: string[] = []
    const port = await rawServer((socket) => {
      socket.write('220 open ESMTP\r\n')
      socket.on('data', (data) => {
        said.push(String(data).slice(0, 4))
        socket.write('250 open\r\n')
      })
    })
    expect(await sendTo(`smtp://ordi:secret@127.0.0.1:${port}`)).toMatchObject({
      ok: false,
      kind: 'configuration',
      advice: expect.stringContaining('bietet keine Anmeldung an'),
    })
    expect(said.filter((command) => command !== 'EHLO' && command !== 'QUIT')).toEqual([])
  })
})

// 0.0.0.0 reaches this machine although it is not a name of loopback.
describe('beyond loopback', () => {
  const far = (url: string, login = '') => url.replace('//127.0.0.1', `//${login}0.0.0.0`)

  it.each([
    ['without TLS', { startTls: false }],
    ['with an untrusted certificate', { startTls: true }],
  ])('a login is never sent to a server %s', async (_, options) => {
    const box = await mailbox({ ...options, login: { user: 'ordi', pass: 'secret' } })
    expect(await sendTo(far(box.url, 'ordi:secret@'))).toMatchObject({
      ok: false,
      kind: 'configuration',
      advice: expect.stringContaining(options.startTls ? 'NODE_EXTRA_CA_CERTS' : 'nicht verschlüsselt'),
    })
    expect(box.logins).toEqual([])
  })

  it('an offered STARTTLS is used, and its certificate checked', async () => {
    const box = await mailbox({ startTls: true })
    expect(await sendTo(far(box.url))).toMatchObject({ ok: false, kind: 'configuration' })
    expect(box.mails).toEqual([])
  })

  it('a relay without TLS and without login is used as it is', async () => {
    const box = await mailbox()
    expect(await sendTo(far(box.url))).toEqual({ ok: true })
  })

  it.each([
    ['certificate', 'Dem Zertifikat des E-Mail-Servers wird nicht vertraut', 'certificate'],
    [
      'plain',
      'Der E-Mail-Server ist auf diesem Port anders verschlüsselt',
      'The server does not begin with TLS',
    ],
    [
      'version',
      'Der E-Mail-Server bietet nur veraltete Verschlüsselung an',
      'The server offers no version of TLS',
    ],
  ] as const)('a fault of the encryption is told by its kind: %s', async (kind, advice, detail) => {
    const fault = await sendTo(`smtps://127.0.0.1:${await listenWithTlsFault(kind)}`)
    expect(fault).toEqual({
      ok: false,
      kind: 'configuration',
      advice: expect.stringContaining(advice),
      detail: expect.stringContaining(detail),
    })
    expect(JSON.stringify(fault)).not.toMatch(/OpenSSL|SSL routines/i)
  })

  it('a server that ends the connection before it is encrypted is told by the port to check', async () => {
    const port = await rawServer((socket) => socket.once('data', () => socket.destroy()))
    expect(await sendTo(`smtps://127.0.0.1:${port}`)).toMatchObject({
      kind: 'temporary',
      cause: expect.stringContaining('bevor sie verschlüsselt ist: Bitte Verschlüsselung und Port'),
    })
  })

  it('the query of the URL cannot switch the check off', async () => {
    const box = await mailbox({ tls: true })
    const url = `${box.url}?tls.rejectUnauthorized=false&secure=false`
    expect(await sendTo(url)).toMatchObject({ ok: false, kind: 'configuration' })
    expect(box.mails).toEqual([])
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
  ])('a recipient %j goes to nobody', async (to) => {
    const box = await mailbox()
    expect(await sendTo(box.url, { to })).toMatchObject({ ok: false, kind: 'permanent' })
    expect(box.mails).toEqual([])
  })

  it.each<[string, Partial<EmailMessage>]>([
    ['subject', { subject: 'Reservierung\r\nBcc: x@evil.example\r\n\r\n<b>body</b>' }],
    ['sender name', { from: { name: 'Dr. X" <x@evil.example>\r\nBcc: x@evil.example', address: 'a@b.at' } }],
    ['reply address', { replyTo: 'a@b.at\r\nBcc: x@evil.example' }],
    ['message id', { messageId: '<1@b.at>\r\nBcc: x@evil.example' }],
  ])('a line break in the %s adds no header and no recipient', async (_name, changes) => {
    const box = await mailbox()
    expect(await sendTo(box.url, changes)).toEqual({ ok: true })
    const [mail] = box.mails
    expect(mail?.envelope.to).toEqual(['maria@example.at'])
    expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(mail?.text?.trimEnd()).toBe(message.text)
    expect(mail?.from?.address).toBe(changes.from?.address ?? message.from.address)
  })
})

/** Returns the content types of a mail and its parts in their order, without boundaries. */
function types(raw = ''): string[] {
  return Array.from(raw.matchAll(/^content-type: (.*(?:\r\n[ \t].*)*)/gim), ([, type = '']) =>
    type.replace(/\r\n[ \t]+/g, ' ').replace(/;\s*boundary="[^"]*"/, ''),
  )
}

describe('a server that is none', () => {
  it.each(['169.254.169.254', '[fe80::1]', '[fd00:ec2::254]', '[::ffff:169.254.169.254]', '0xa9fea9fe'])(
    'is not called at %s, where machines get their secrets',
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

  it('is not reached by a name that stands for another address once it was checked', async () => {
    const box = await mailbox()
    const addresses = [{ address: '127.0.0.1', family: 4 }]
    const asked: string[] = []
    const resolve = async (name: string) => {
      asked.push(name)
      return addresses
    }
    const { send } = openMailPort(MAIL_TIMEOUT_MS, resolve)
    const server = mailServerAt(`smtp://mail.rebinding.invalid:${box.port}`)
    // No other resolver knows the name, so the connection goes to the address that was checked.
    expect(await send(message, server)).toEqual({ ok: true })
    expect([box.mails.length, asked]).toEqual([1, ['mail.rebinding.invalid']])
    addresses.push({ address: '169.254.169.254', family: 4 })
    const anew = openMailPort(MAIL_TIMEOUT_MS, resolve)
    expect(await anew.send(message, server)).toMatchObject({
      detail: 'The address is link-local or a metadata service.',
    })
    expect(box.mails).toHaveLength(1)
  })

  it.each(['HTTP/1.1 400 Bad Request\r\n', 'SSH-2.0-OpenSSH_9.6 secret banner\r\n', '+OK secret banner\r\n'])(
    'is not quoted: %j',
    async (greeting) => {
      const port = await rawServer((socket) => socket.write(greeting))
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
