import { describe, expect, it } from 'vitest'
import type { MailResult } from '../messaging/email/mail-fault.ts'
import type { MailPort } from '../messaging/email/smtp.ts'
import type { MailServer } from '../practice/mail-server.ts'
import { writeSettings } from '../practice/settings.ts'
import { ADMIN } from '../testing/admins.ts'
import { openTestApp } from '../testing/test-app.ts'

/** The mail server from before the change, by the names of its settings. */
const FORMER_SERVER = {
  SMTP_HOST: 'mail.ordination.example',
  SMTP_USER: 'ordination',
  SMTP_PASS: 'das alte Passwort',
  MAIL_FROM: 'termine@ordination.example',
}

/** The mail server of a thief who has taken over a sign-in. */
const SERVER_OF_THIEF = { SMTP_HOST: 'mail.attacker.example', MAIL_FROM: 'mallory@attacker.example' }

const SENT: MailResult = { ok: true }

/** An attempt to send an e-mail by the former server. */
type Attempt = { to: string; from: string; server: MailServer; isLast: boolean | undefined }

type PracticeOptions = {
  /** The answer of each mail server. */
  result?: Promise<MailResult>
  /** The settings of the mail server before the change. */
  former?: Partial<typeof FORMER_SERVER>
}

/** Opens a practice with a mail server, which `changeServer` changes as a doctor does. */
function openPractice({ result = Promise.resolve(SENT), former = FORMER_SERVER }: PracticeOptions = {}) {
  const attempts: Attempt[] = []
  const send: MailPort['send'] = (message, server, options) => {
    attempts.push({ to: message.to, from: message.from.address, server, isLast: options?.isLast })
    return result
  }
  const app = openTestApp({ ports: { mail: { send } }, config: { smtpUrl: undefined } })
  writeSettings(app.ctx(), 'smtp', former)
  const changeServer = (changes: object) => app.admin(ADMIN).put('/api/admin/settings/smtp', changes)
  const listNotices = () =>
    app.rows<{ status: string; error: string | null; text: string }>(
      `select status, error, text from messages where kind = 'security-notice' order by id`,
    )
  return { app, attempts, changeServer, listNotices }
}

describe('a notice of another mail server', () => {
  it('is also sent at once by the former server, with its login and sender, because the new server may be a thief’s', async () => {
    const { attempts, changeServer, listNotices } = openPractice()
    expect((await changeServer(SERVER_OF_THIEF)).status).toBe(200)
    await expect.poll(() => listNotices().map(({ status }) => status)).toEqual(['queued', 'sent'])
    const { SMTP_HOST: host, SMTP_USER: user, SMTP_PASS: pass, MAIL_FROM: from } = FORMER_SERVER
    const server = expect.objectContaining({ host, login: { user, pass } })
    expect(attempts).toEqual([{ to: ADMIN, from, server, isLast: true }])
    for (const { text } of listNotices()) expect(text).toContain('Darum kann sie zweimal ankommen.')
  })

  it.each([
    { when: 'the server is removed', changes: { SMTP_HOST: '' }, hasNewServer: false },
    { when: 'only the login changes', changes: { SMTP_USER: 'mallory' }, hasNewServer: true },
    { when: 'only the sender changes', changes: { MAIL_FROM: 'm@attacker.example' }, hasNewServer: true },
  ])('is also sent by the former one when $when', async ({ changes, hasNewServer }) => {
    const { attempts, changeServer, listNotices } = openPractice()
    expect((await changeServer(changes)).status).toBe(200)
    await expect.poll(() => attempts.length).toBe(1)
    expect(attempts[0]?.server).toMatchObject({
      host: FORMER_SERVER.SMTP_HOST,
      login: { user: FORMER_SERVER.SMTP_USER },
    })
    for (const { text } of listNotices()) expect(text.includes('über den neuen Server')).toBe(hasNewServer)
  })

  it('neither delays the call nor counts as failed when the former server refuses it', async () => {
    const { promise, resolve } = Promise.withResolvers<MailResult>()
    const { app, changeServer, listNotices } = openPractice({ result: promise })
    expect((await changeServer(SERVER_OF_THIEF)).status).toBe(200)
    expect(listNotices().map(({ status }) => status)).toEqual(['queued', 'sending'])
    resolve({ ok: false, kind: 'configuration', detail: 'Connection refused.' })
    await expect.poll(() => listNotices()[1]?.status).toBe('muted')
    expect(listNotices()[1]?.error).toMatch(
      /^Der bisherige E-Mail-Server .* noch einmal im Postausgang\..*Connection refused\.$/s,
    )
    expect((await app.admin(ADMIN).get('/api/admin/status')).json.level).not.toBe('danger')
  })

  it('is sent only once if no mail server was set before', async () => {
    const { changeServer, listNotices } = openPractice({ former: {} })
    await changeServer(SERVER_OF_THIEF)
    expect(listNotices().map(({ status }) => status)).toEqual(['queued'])
    expect(listNotices()[0]?.text).not.toContain('zweimal')
  })

  it('is not sent when nothing changes', async () => {
    const { attempts, changeServer, listNotices } = openPractice()
    await changeServer(FORMER_SERVER)
    expect(listNotices()).toEqual([])
    expect(attempts).toEqual([])
  })
})
