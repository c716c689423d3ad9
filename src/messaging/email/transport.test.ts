import { describe, expect, it } from 'vitest'
import { openLog } from '../../log.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { insertMessage } from '../outbox/queue.ts'
import type { MailFault, MailResult } from './mail-fault.ts'
import { emailTransport } from './transport.ts'

/** The words with which the mail server refuses an e-mail. */
const SERVER_WORDS = '550 Unbekannt'

/** Returns a fault of this kind, in those words unless `more` has others. */
const faultOfKind = (kind: MailFault['kind'], more: Partial<MailFault> = {}): MailFault => ({
  ok: false,
  kind,
  detail: SERVER_WORDS,
  ...more,
})

/** Opens the transport to a mail server that gives each e-mail the next of these results. */
function openAnsweringTransport(...results: MailResult[]) {
  const mail = { send: async () => results.shift() ?? { ok: true as const } }
  const lines: string[] = []
  const log = openLog({ logLevel: 'info' }, { write: (line) => lines.push(line) })
  const app = openTestApp({ ports: { mail } })
  const transport = emailTransport({ mail, log })
  const send = (recipient = 'rosa@musterfrau.example') => {
    const content = { channel: 'email', kind: 'confirmed', recipient, text: 'Bestätigt.' } as const
    return transport.send(app.ctx, insertMessage(app.ctx(), content))
  }
  return { send, lines }
}

describe('the outcome of an attempt', () => {
  it.each([
    {
      kind: 'temporary',
      result: 'temporary',
      error: `E-Mail-Server nicht erreichbar: Er nimmt gerade nichts an. Technisch: ${SERVER_WORDS}`,
    },
    {
      kind: 'permanent',
      result: 'failed',
      error: `Abgelehnt: Der E-Mail-Server nimmt diese E-Mail nicht an. Technisch: ${SERVER_WORDS}`,
    },
    { kind: 'configuration', result: 'configuration', error: SERVER_WORDS },
    { kind: 'interrupted', result: 'untried', error: SERVER_WORDS },
  ] as const)(
    'of a $kind fault is $result, with the cause in German and the words of the server',
    async ({ kind, result, error }) => {
      const { send } = openAnsweringTransport(faultOfKind(kind))
      expect(await send()).toMatchObject({ result, error })
    },
  )

  it('names the setting to correct before the words of the server', async () => {
    const advice = 'Bitte MAIL_FROM prüfen.'
    const { send } = openAnsweringTransport(faultOfKind('configuration', { advice }))
    expect(await send()).toMatchObject({ error: `${advice} Technisch: ${SERVER_WORDS}` })
  })

  it('of an accepted e-mail is sent, without an error', async () => {
    const { send } = openAnsweringTransport({ ok: true })
    expect(await send()).toEqual({ result: 'sent', error: null })
  })
})

describe('the log', () => {
  it('has the words of a server with wrong settings, with masked e-mail addresses', async () => {
    const loginRequired = '530 5.7.0 <rosa@musterfrau.example>: log in first, praxis@ordination.example'
    const { send, lines } = openAnsweringTransport(faultOfKind('configuration', { detail: loginRequired }))
    await send()
    expect(lines.map((line) => JSON.parse(line).fault)).toEqual([
      '530 5.7.0 <r***@musterfrau.example>: log in first, p***@ordination.example',
    ])
  })
})

describe('a refused recipient', () => {
  const refused = faultOfKind('permanent', { refuses: 'recipient' })

  it('is never tried again', async () => {
    const { send } = openAnsweringTransport(refused)
    expect(await send()).toEqual({
      result: 'failed',
      error: `Adresse prüfen: Sie nimmt keine E-Mails an. Technisch: ${SERVER_WORDS}`,
      wrongRecipient: true,
    })
  })

  it('is the fault of the server from the third domain on, unless it accepts an e-mail in between', async () => {
    const { send } = openAnsweringTransport(refused, refused, { ok: true }, refused, refused, refused)
    const resultAt = async (domain: string) => (await send(`rosa@${domain}.example`)).result
    expect(await resultAt('a')).toBe('failed')
    expect(await resultAt('b')).toBe('failed')
    expect(await resultAt('a')).toBe('sent')
    expect(await resultAt('c')).toBe('failed')
    expect(await resultAt('b')).toBe('failed')
    expect(await resultAt('d')).toBe('refused')
  })
})
