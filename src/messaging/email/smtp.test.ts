import { describe, expect, it } from 'vitest'
import { mailServerAt, openMailServer, SENT_MESSAGE, sendTo } from '../../testing/mail-attempts.ts'
import type { SmtpServer } from '../../testing/smtp-server.ts'
import { openMailPort } from './smtp.ts'

describe('an e-mail', () => {
  it('arrives unchanged, as text and HTML, without attachments', async () => {
    const server = await openMailServer()
    expect(await sendTo(server.url)).toEqual({ ok: true })
    const [mail] = server.mails
    expect(mail?.envelope).toEqual({ from: 'termine@praxis.example', to: ['maria@example.at'] })
    expect(mail).toMatchObject({
      subject: SENT_MESSAGE.subject,
      text: `${SENT_MESSAGE.text}\n`,
      html: expect.stringContaining('<p>Grüß Gott</p>'),
      messageId: SENT_MESSAGE.messageId,
      from: SENT_MESSAGE.from,
      to: [{ name: '', address: 'maria@example.at' }],
      replyTo: [{ name: '', address: 'praxis@praxis.example' }],
    })
    expect(contentTypesOf(mail?.raw)).toEqual([
      'multipart/alternative',
      'text/plain; charset=utf-8',
      'text/html; charset=utf-8',
    ])
  })

  it('asks for no automatic answer', async () => {
    const server = await openMailServer()
    await sendTo(server.url)
    const headers = server.mails[0]?.headers.map(({ key, value }) => [key, value]) ?? []
    expect(Object.fromEntries(headers)).toMatchObject({
      'auto-submitted': 'auto-generated',
      'x-auto-response-suppress': 'All',
    })
  })

  it.each(['REQUEST', 'CANCEL', 'PUBLISH'])(
    'carries a calendar entry that programs can act on: %s in its text and in its part',
    async (method) => {
      const server = await openMailServer()
      const calendar = `BEGIN:VCALENDAR\r\nMETHOD:${method}\r\nSUMMARY:Termin bei Größl\r\nEND:VCALENDAR\r\n`
      expect(await sendTo(server.url, { changes: { calendar } })).toEqual({ ok: true })
      const [mail] = server.mails
      expect(contentTypesOf(mail?.raw)).toEqual([
        'multipart/mixed',
        'multipart/alternative',
        'text/plain; charset=utf-8',
        'text/html; charset=utf-8',
        `text/calendar; charset=utf-8; method=${method}`,
        'application/ics; name=termin.ics',
      ])
      expect(mail).toMatchObject({
        text: `${SENT_MESSAGE.text}\n`,
        html: expect.stringContaining(SENT_MESSAGE.html),
      })
      // The parser of the test normalises line ends.
      const content = calendar.replaceAll('\r\n', '\n')
      const attachments = mail?.attachments.map((part) => ({
        ...part,
        content: new TextDecoder().decode(part.content as ArrayBuffer),
      }))
      expect(attachments).toMatchObject([
        { mimeType: 'text/calendar', method, content },
        { mimeType: 'application/ics', filename: 'termin.ics', disposition: 'attachment', content },
      ])
      expect(mail?.raw.replaceAll('\r\n', '')).toContain(Buffer.from(calendar).toString('base64'))
    },
  )

  it.each([
    { login: 'ordi%40praxis.example:ge%3Ah%40im', pass: 'ge:h@im' },
    // URLs encode the umlaut, but not the percent sign.
    { login: 'ordi@praxis.example:100%grün%', pass: '100%grün%' },
  ])('logs in on loopback with the percent-decoded login of the URL: $login', async ({ login, pass }) => {
    const server = await openMailServer({ login: { user: 'ordi@praxis.example', pass } })
    expect(await sendTo(server.url.replace('//', `//${login}@`))).toEqual({ ok: true })
    expect(server.mails).toHaveLength(1)
  })
})

describe('a mail port', () => {
  it('sends over at most five connections, which it keeps for later e-mails and closes when the process stops', async () => {
    const server = await openMailServer()
    const port = openMailPort()
    const send = () => port.send(SENT_MESSAGE, mailServerAt(server.url))
    for (let i = 0; i < 3; i++) expect(await send()).toEqual({ ok: true })
    await Promise.all(Array.from({ length: 20 }, send))
    expect(server.mails).toHaveLength(23)
    expect(server.connections().opened).toBeLessThanOrEqual(5)
    port.stop?.()
    await expect.poll(() => server.connections().stillOpen).toBe(0)
  })

  it('sends by a new server as soon as it is set, and closes the connections to the former one', async () => {
    const formerServer = await openMailServer()
    const newServer = await openMailServer()
    const port = openMailPort()
    for (const server of [formerServer, newServer]) await port.send(SENT_MESSAGE, mailServerAt(server.url))
    expect(formerServer.mails).toHaveLength(1)
    expect(newServer.mails).toHaveLength(1)
    await expect.poll(() => formerServer.connections().stillOpen).toBe(0)
    expect(newServer.connections().stillOpen).toBe(1)
    port.stop?.()
  })

  it('keeps no connection after the last e-mail to a server, but keeps those to the next server', async () => {
    const formerServer = await openMailServer()
    const newServer = await openMailServer()
    const port = openMailPort()
    const send = ({ url }: SmtpServer, isLast: boolean) =>
      port.send(SENT_MESSAGE, mailServerAt(url), { isLast })
    const results = [send(formerServer, true), send(newServer, false), send(formerServer, true)]
    expect(await Promise.all(results)).toEqual([{ ok: true }, { ok: true }, { ok: true }])
    expect(formerServer.mails).toHaveLength(2)
    expect(newServer.mails).toHaveLength(1)
    await expect.poll(() => formerServer.connections().stillOpen).toBe(0)
    expect(newServer.connections().stillOpen).toBe(1)
    port.stop?.()
  })
})

/** Returns the content types of a mail and its parts, in order, without boundaries. */
function contentTypesOf(raw = ''): string[] {
  return Array.from(raw.matchAll(/^content-type: (.*(?:\r\n[ \t].*)*)/gim), ([, type = '']) =>
    type.replace(/\r\n[ \t]+/g, ' ').replace(/;\s*boundary="[^"]*"/, ''),
  )
}
