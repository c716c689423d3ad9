import { describe, expect, it, onTestFinished } from 'vitest'
import { writeSettings } from '../../practice/settings.ts'
import { findingsOf, openInstallation } from '../../testing/installation.ts'
import { listenWithTlsFault } from '../../testing/loopback.ts'
import { openSmtpServer } from '../../testing/smtp-server.ts'

describe('the mail server', () => {
  it('is tested by signing in, without sending an e-mail', async () => {
    const mailbox = await openSmtpServer({ login: { user: 'ordi', pass: 'richtig' } })
    onTestFinished(mailbox.close)
    const { config, inPortal } = openInstallation()
    const { hostname, port } = new URL(mailbox.url)
    const writeMailServer = (SMTP_PASS: string) =>
      inPortal((ctx) =>
        writeSettings(ctx, 'smtp', {
          SMTP_HOST: hostname,
          SMTP_PORT: Number(port),
          SMTP_USER: 'ordi',
          SMTP_PASS,
        }),
      )
    writeMailServer('richtig')
    expect((await findingsOf(config))['mail server']).toBe(`good: ${hostname}:${port} takes the login`)

    writeMailServer('falsches-wort')
    const findings = await findingsOf(config)
    expect(findings['mail server']).toMatch(/^wrong: .*535.* Check the web admin, E-Mail-Server\.$/)
    expect(JSON.stringify(findings)).not.toContain('falsches-wort')
    expect(mailbox.logins).toEqual(['ordi', 'ordi'])
    expect(mailbox.mails).toEqual([])
  })

  it.each([
    { fault: 'certificate', text: 'unable to verify the first certificate' },
    { fault: 'plain', text: 'The server does not begin with TLS on this port. Check the web admin' },
    {
      fault: 'version',
      text: 'The server offers no version of TLS or no cipher that is still in use. Check the web admin',
    },
  ] as const)('is reported with its TLS fault: $fault', async ({ fault, text }) => {
    const { config, inPortal } = openInstallation()
    const SMTP_PORT = await listenWithTlsFault(fault)
    inPortal((ctx) => writeSettings(ctx, 'smtp', { SMTP_HOST: '127.0.0.1', SMTP_PORT, SMTP_SECURITY: 'tls' }))
    expect((await findingsOf(config))['mail server']).toContain(text)
  })

  it('is reported wrong when its name is not found', async () => {
    const { config, inPortal } = openInstallation()
    inPortal((ctx) => writeSettings(ctx, 'smtp', { SMTP_HOST: 'mail.invalid', SMTP_PORT: 587 }))
    expect((await findingsOf(config))['mail server']).toContain('wrong: mail.invalid:587: getaddrinfo')
  })
})

describe('the sender', () => {
  it.each<{ records: Record<string, string>; text: string }>([
    {
      records: { 'mail.example': 'v=spf1 -all', '_dmarc.mail.example': 'v=DMARC1; p=none' },
      text: 'good: a@mail.example; mail.example has SPF and DMARC',
    },
    { records: { 'mail.example': 'v=spf1 -all' }, text: 'hint: mail.example has no DMARC record' },
    { records: {}, text: 'hint: mail.example has no SPF and DMARC record' },
  ])('with the TXT records $records is reported: $text', async ({ records, text }) => {
    const { config } = openInstallation({ MAIL_FROM: 'Ordi <a@mail.example>' })
    const resolveTxt = async (name: string) => {
      const record = records[name]
      if (record === undefined) throw Object.assign(new Error('queryTxt ENOTFOUND'), { code: 'ENOTFOUND' })
      // A name may have several records, and long ones are split into parts.
      return [['other'], [record.slice(0, 4), record.slice(4)]]
    }
    expect((await findingsOf(config, { resolveTxt })).sender).toContain(text)
  })
})
