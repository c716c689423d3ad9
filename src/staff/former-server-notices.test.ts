import { describe, expect, it } from 'vitest'
import type { MailResult } from '../messaging/email/mail-fault.ts'
import type { MailPort } from '../messaging/email/smtp.ts'
import type { MailServer } from '../practice/mail-server.ts'
import { writeSettings } from '../practice/settings.ts'
import { ADMIN } from '../testing/admins.ts'
import { openTestApp } from '../testing/test-app.ts'

describe('a notice of another mail server', () => {
  const FORMER = {
    SMTP_HOST: 'mail.ordination.example',
    SMTP_USER: 'ordination',
    SMTP_PASS: 'das alte Passwort',
    MAIL_FROM: 'termine@ordination.example',
  }
  const TAKEN_OVER = { SMTP_HOST: 'mail.attacker.example', MAIL_FROM: 'mallory@attacker.example' }

  /** Opens a practice whose mail servers answer with `result`. */
  function openWithMailServer(result: Promise<MailResult>, former: Partial<typeof FORMER> = FORMER) {
    const attempts: { to: string; from: string; server: MailServer; isLast: boolean | undefined }[] = []
    const send: MailPort['send'] = (message, server, options) => {
      attempts.push({ to: message.to, from: message.from.address, server, isLast: options?.isLast })
      return result
    }
    const app = openTestApp({ ports: { mail: { send } }, config: { smtpUrl: undefined } })
    writeSettings(app.ctx(), 'smtp', former)
    const changeServer = (sent: object) => app.admin(ADMIN).put('/api/admin/settings/smtp', sent)
    const listNotices = () =>
      app.rows<{ status: string; error: string | null; text: string }>(
        `select status, error, text from messages where kind = 'security-notice' order by id`,
      )
    return { app, attempts, changeServer, listNotices }
  }

  it('is also sent at once by the former server, with its login and sender, because the new server may be a thief’s', async () => {
    const { attempts, changeServer, listNotices } = openWithMailServer(Promise.resolve({ ok: true }))
    expect((await changeServer(TAKEN_OVER)).status).toBe(200)
    await expect.poll(() => listNotices().map(({ status }) => status)).toEqual(['queued', 'sent'])
    const { SMTP_HOST: host, SMTP_USER: user, SMTP_PASS: pass, MAIL_FROM: from } = FORMER
    const server = expect.objectContaining({ host, login: { user, pass } })
    expect(attempts).toEqual([{ to: ADMIN, from, server, isLast: true }])
    for (const { text } of listNotices()) expect(text).toContain('Darum kann sie zweimal ankommen.')
  })

  it.each([
    { change: 'the server is removed', sent: { SMTP_HOST: '' }, hasNewServer: false },
    { change: 'only the login changes', sent: { SMTP_USER: 'mallory' }, hasNewServer: true },
    { change: 'only the sender changes', sent: { MAIL_FROM: 'm@attacker.example' }, hasNewServer: true },
  ])('is also sent by the former one when $change', async ({ sent, hasNewServer }) => {
    const { attempts, changeServer, listNotices } = openWithMailServer(Promise.resolve({ ok: true }))
    expect((await changeServer(sent)).status).toBe(200)
    await expect.poll(() => attempts.length).toBe(1)
    expect(attempts[0]?.server).toMatchObject({ host: FORMER.SMTP_HOST, login: { user: FORMER.SMTP_USER } })
    for (const { text } of listNotices()) expect(text.includes('über den neuen Server')).toBe(hasNewServer)
  })

  it('neither delays the call nor counts as failed when the former server refuses it', async () => {
    const { promise, resolve } = Promise.withResolvers<MailResult>()
    const { app, changeServer, listNotices } = openWithMailServer(promise)
    expect((await changeServer(TAKEN_OVER)).status).toBe(200)
    expect(listNotices().map(({ status }) => status)).toEqual(['queued', 'sending'])
    resolve({ ok: false, kind: 'configuration', detail: 'Connection refused.' })
    await expect.poll(() => listNotices()[1]?.status).toBe('muted')
    expect(listNotices()[1]?.error).toMatch(
      /^Der bisherige E-Mail-Server .* noch einmal im Postausgang\..*Connection refused\.$/s,
    )
    expect((await app.admin(ADMIN).get('/api/admin/status')).json.level).not.toBe('danger')
  })

  it('is sent only once if no mail server was set before', async () => {
    const { changeServer, listNotices } = openWithMailServer(Promise.resolve({ ok: true }), {})
    await changeServer(TAKEN_OVER)
    expect(listNotices().map(({ status }) => status)).toEqual(['queued'])
    expect(listNotices()[0]?.text).not.toContain('zweimal')
  })

  it('is not sent when nothing changes', async () => {
    const { attempts, changeServer, listNotices } = openWithMailServer(Promise.resolve({ ok: true }))
    await changeServer(FORMER)
    expect(listNotices()).toEqual([])
    expect(attempts).toEqual([])
  })
})
