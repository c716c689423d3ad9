import { describe, expect, it, onTestFinished } from 'vitest'
import { writeSettings } from '../../practice/settings.ts'
import { findingsOf, openInstallation } from '../../testing/installation.ts'
import { listenWithTlsFault } from '../../testing/loopback.ts'
import { openSmtpServer } from '../../testing/smtp-server.ts'

describe('the mail server', () => {
  it('is tested by signing in, without sending an e-mail', async () => {
    const box = await openSmtpServer({ login: { user: 'ordi', pass: 'richtig' } })
    onTestFinished(box.close)
    const { config, inPortal } = openInstallation()
    const { hostname, port } = new URL(box.url)
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
    const found = await findingsOf(config)
    expect(found['mail server']).toMatch(/^wrong: .*535.* Check the web admin, E-Mail-Server\.$/)
    expect(JSON.stringify(found)).not.toContain('falsches-wort')
    expect([box.logins, box.mails]).toEqual([['ordi', 'ordi'], []])
  })

  it.each([
    ['certificate', 'unable to verify the first certificate'],
    ['plain', 'The server does not begin with TLS on this port. Check the web admin'],
    ['version', 'The server offers no version of TLS or no cipher that is still in use. Check the web admin'],
  ] as const)('is reported with its TLS fault: %s', async (fault, text) => {
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
  it.each([
    [
      { 'mail.example': 'v=spf1 -all', '_dmarc.mail.example': 'v=DMARC1; p=none' },
      'good: a@mail.example; mail.example has SPF and DMARC',
    ],
    [{ 'mail.example': 'v=spf1 -all' }, 'hint: mail.example has no DMARC record'],
    [{}, 'hint: mail.example has no SPF and DMARC record'],
  ])('with the TXT records %j is reported: %s', async (records: Record<string, string>, text) => {
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
