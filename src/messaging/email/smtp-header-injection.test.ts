import { describe, expect, it } from 'vitest'
import { openMailServer, SENT_MESSAGE, sendTo } from '../../testing/mail-attempts.ts'
import type { EmailMessage } from './smtp.ts'

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
    expect(await sendTo(server.url, { changes: { to } })).toMatchObject({ ok: false, kind: 'permanent' })
    expect(server.mails).toEqual([])
  })

  it.each<{ field: string; changes: Partial<EmailMessage> }>([
    { field: 'subject', changes: { subject: 'Reservierung\r\nBcc: x@evil.example\r\n\r\n<b>body</b>' } },
    {
      field: 'sender name',
      changes: { from: { name: 'Dr. X" <x@evil.example>\r\nBcc: x@evil.example', address: 'a@b.at' } },
    },
    { field: 'reply address', changes: { replyTo: 'a@b.at\r\nBcc: x@evil.example' } },
    { field: 'message id', changes: { messageId: '<1@b.at>\r\nBcc: x@evil.example' } },
  ])('a line break in the $field adds no header and no recipient', async ({ changes }) => {
    const server = await openMailServer()
    expect(await sendTo(server.url, { changes })).toEqual({ ok: true })
    const [mail] = server.mails
    expect(mail?.envelope.to).toEqual(['maria@example.at'])
    expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(mail?.text?.trimEnd()).toBe(SENT_MESSAGE.text)
    expect(mail?.from?.address).toBe(changes.from?.address ?? SENT_MESSAGE.from.address)
  })
})
