import { beforeEach, describe, expect, it } from 'vitest'
import { type MailOutbox, openMailOutbox } from '../../testing/mail-outbox.ts'
import { SAMPLE_FACTS, SAMPLE_PRACTICE } from '../../testing/sample-emails.ts'
import { emailVerification } from '../kinds/email-verification.ts'

/** The link of the queued e-mail. */
const VERIFY_URL = 'https://termine.example/email/verify?token=abc-123456-def'

let outbox: MailOutbox
beforeEach(async () => {
  outbox = await openMailOutbox()
})

describe('without an SMTP server', () => {
  beforeEach(() => {
    outbox.environment.smtpUrl = undefined
    const email = emailVerification.email({
      ...SAMPLE_FACTS,
      purpose: 'booking',
      verifyUrl: VERIFY_URL,
      code: '049217',
    })
    outbox.queue({ kind: 'email-verification', ...email })
  })

  it('e-mails wait', async () => {
    const rowsBefore = outbox.listMessages()
    await outbox.deliver()
    expect(outbox.listMessages()).toEqual(rowsBefore)
    expect(rowsBefore).toMatchObject([{ status: 'queued' }])
  })

  it('the log shows subject, link and code of each e-mail once', async () => {
    await outbox.deliver()
    await outbox.deliver()
    expect(outbox.logged).toHaveLength(1)
    expect(outbox.logged[0]).toMatchObject({
      to: 'm***@example.at',
      subject: '049217 ist Ihr Code',
      code: 'Oder geben Sie in dem Browser, in dem Sie buchen, diesen Code ein: 049217',
      links: [VERIFY_URL, SAMPLE_PRACTICE.url, SAMPLE_PRACTICE.terms, SAMPLE_PRACTICE.impressum],
    })
    outbox.queue()
    await outbox.deliver()
    expect(outbox.logged).toHaveLength(2)
  })

  it('in production, nothing of the e-mails is logged', async () => {
    outbox.environment.production = true
    await outbox.deliver()
    expect(outbox.logged).toEqual([])
  })
})
