import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  mailServerAt,
  openMailServer,
  openRawServer,
  SHORT_TIMEOUTS_MS,
  sendTo,
} from '../../testing/mail-attempts.ts'
import { type Behaviour, openSmtpServer } from '../../testing/smtp-server.ts'
import { probeMailServer } from './smtp.ts'
import { MAIL_TIMEOUTS_MS } from './smtp-connection.ts'

describe('the fault of an attempt', () => {
  const temporary = { kind: 'temporary' }
  const permanent = { kind: 'permanent' }
  const configuration = { kind: 'configuration', advice: expect.stringContaining('SMTP_URL') }

  it.each<{ after: string; server: Behaviour; fault: { kind: string; [detail: string]: unknown } }>([
    {
      after: 'an unknown recipient',
      server: { do: 'refuse', at: 'recipient', code: 550, says: '5.1.1 unknown' },
      fault: { ...permanent, refuses: 'recipient' },
    },
    {
      after: 'a greylisted recipient',
      server: { do: 'refuse', at: 'recipient', code: 451 },
      fault: temporary,
    },
    {
      after: 'a relay that does not send for us',
      server: { do: 'refuse', at: 'recipient', code: 554, says: 'Relay access denied' },
      fault: { ...permanent, refuses: 'policy' },
    },
    { after: 'a refused message', server: { do: 'refuse', at: 'message', code: 554 }, fault: permanent },
    {
      after: 'a message against the policy',
      server: { do: 'refuse', at: 'message', code: 550, says: '5.7.1 refused' },
      fault: { ...permanent, refuses: 'policy' },
    },
    { after: 'a full mailbox', server: { do: 'refuse', at: 'message', code: 452 }, fault: temporary },
    {
      after: 'a refused sender',
      server: { do: 'refuse', at: 'sender', code: 553 },
      fault: { kind: 'configuration', advice: expect.stringContaining('MAIL_FROM') },
    },
    { after: 'a busy server', server: { do: 'refuse', at: 'greeting', code: 421 }, fault: temporary },
    {
      after: 'a server that refuses the connection',
      server: { do: 'refuse', at: 'greeting', code: 554 },
      fault: configuration,
    },
    { after: 'silence after the message', server: { do: 'hang' }, fault: temporary },
    { after: 'a connection that drops', server: { do: 'drop' }, fault: temporary },
  ])('is $fault.kind after $after', async ({ server: behaviour, fault }) => {
    const server = await openMailServer()
    server.behave(behaviour)
    const timeoutsMs = behaviour.do === 'hang' ? SHORT_TIMEOUTS_MS : MAIL_TIMEOUTS_MS
    const mailResult = await sendTo(server.url, { timeoutsMs })
    expect(mailResult).toEqual({ ok: false, detail: expect.stringMatching(/\S/), ...fault })
    expect(server.mails).toEqual([])
  })
})

describe('a server that does not answer as it should', () => {
  it('is a temporary fault if nobody listens on the port', async () => {
    const server = await openSmtpServer()
    await server.close()
    expect(await sendTo(server.url)).toMatchObject({ ok: false, kind: 'temporary' })
  })

  it.each([
    {
      url: 'smtp://127.0.0.1:1',
      cause: 'nimmt auf Port 1 keine Verbindung an: Bitte Server und Port',
    },
    { url: 'smtp://smtp.gibt-es-nicht.invalid:587', cause: '„smtp.gibt-es-nicht.invalid“ ' },
  ])('has a cause in German: $url', async ({ url, cause }) => {
    const mailResult = await sendTo(url)
    expect(mailResult).toMatchObject({ ok: false, kind: 'temporary', cause: expect.stringContaining(cause) })
  })

  it('is reported as soon as it is silent for too long', async () => {
    const server = await openMailServer()
    server.behave({ do: 'hang' })
    // Only the limit of the silence is short, not that of the whole attempt.
    const total = 20_000
    const startedAt = performance.now()
    const mailResult = await sendTo(server.url, { timeoutsMs: { ...SHORT_TIMEOUTS_MS, total } })
    expect(mailResult).toMatchObject({ detail: expect.stringContaining('Timeout') })
    expect(performance.now() - startedAt).toBeLessThan(total)
  })

  it('is reported in time even if it sends a few bytes now and then', async () => {
    // Every 50 ms a further line of the greeting arrives, so it is never silent for long.
    const port = await openRawServer((socket) => {
      socket.write('220 drip ESMTP\r\n')
      const timer = setInterval(() => socket.write('250-drip\r\n'), 50)
      socket.on('close', () => clearInterval(timer))
    })
    const startedAt = performance.now()
    // Only the limit of the whole attempt is short, not that of the silence.
    const timeoutsMs = { ...MAIL_TIMEOUTS_MS, total: SHORT_TIMEOUTS_MS.total }
    const mailResult = await sendTo(`smtp://127.0.0.1:${port}`, { timeoutsMs })
    expect(mailResult).toMatchObject({ ok: false, kind: 'temporary' })
    expect(performance.now() - startedAt).toBeLessThan(MAIL_TIMEOUTS_MS.silence)
  })

  it.each(['HTTP/1.1 400 Bad Request\r\n', 'SSH-2.0-OpenSSH_9.6 secret banner\r\n', '+OK secret banner\r\n'])(
    'of another kind reveals nothing of its greeting: %j',
    async (greeting) => {
      const port = await openRawServer((socket) => socket.write(greeting))
      const mailResult = await probeMailServer(mailServerAt(`smtp://127.0.0.1:${port}`), MAIL_TIMEOUTS_MS)
      expect(mailResult).toEqual({
        ok: false,
        kind: 'configuration',
        detail: 'The server does not speak SMTP.',
        advice: expect.stringContaining('antwortet kein E-Mail-Server'),
      })
    },
  )
})

it('a library that cannot be loaded is a fault too, so that `ordi doctor` goes on', async () => {
  vi.doMock('nodemailer', () => {
    throw new Error('the package is damaged')
  })
  onTestFinished(() => vi.doUnmock('nodemailer'))
  const server = mailServerAt('smtp://127.0.0.1:1')
  expect(await probeMailServer(server)).toMatchObject({ ok: false, kind: 'temporary' })
})
