import { beforeEach, describe, expect, it } from 'vitest'
import { changeAdmin, DEFAULT_EMAIL } from '../access/admins.ts'
import { writeSettings } from '../practice/settings.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { fullDayTime } from '../shared/format.ts'
import { ADMIN, insertAdmin, signIn } from '../testing/admins.ts'
import type { Browser } from '../testing/browser.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

const BEA = 'bea@ordination.example'
const CARL = 'carl@ordination.example'
const BACKUP_KEY = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'

let app: TestApp
let doctor: Browser
let almaId: number
let beaId: number
let gerdaId: number

/**
 * The practice has two doctors who can sign in, one who cannot yet, and other staff. Notifications are off,
 * in each of the three ways, because a notice ignores them all.
 */
beforeEach(async () => {
  app = openTestApp({ config: { smtpUrl: 'smtp://mail.example' } })
  almaId = insertAdmin(app, { name: 'Dr. Alma Muster' })
  beaId = insertAdmin(app, { email: BEA, name: '' })
  gerdaId = insertAdmin(app, { email: 'gerda@ordination.example', name: 'Gerda', role: 'assistant' })
  insertAdmin(app, { email: 'it@ordination.example', role: 'technik' })
  insertAdmin(app, { email: DEFAULT_EMAIL })
  const { now } = app.ctx()
  changeAdmin(app.ctx(), insertAdmin(app, { email: CARL }), { invitationExpiresAt: now + HOUR })
  doctor = await signIn(app)
  writeSettings(app.ctx(), 'general', {
    notify_off: true,
    notify_muteEmail: true,
    SEND_ADMIN_EMAIL: false,
  })
})

const listNotices = () =>
  app.rows<{ recipient: string; subject: string; text: string; html: string; status: string }>(
    `select recipient, subject, text, html, status from messages where kind = 'security-notice' order by recipient`,
  )

/** Asserts that exactly the two doctors get the notice. */
function expectNotified({ subject, sentence }: { subject: string; sentence: string }): void {
  const sent = listNotices()
  expect(sent.map(({ recipient, status }) => [recipient, status])).toEqual([
    [ADMIN, 'queued'],
    [BEA, 'queued'],
  ])
  for (const { text, ...notice } of sent) {
    expect(notice.subject).toBe(subject)
    expect(text).toContain(sentence)
    expect(text).toContain(`Von: Dr. Alma Muster (${ADMIN})`)
    expect(text).toContain(`Am: ${fullDayTime(app.ctx().now)}`)
    expect(text).toContain('Ändern Sie Ihr Passwort')
  }
}

/** Saves the role of the assistant Gerda. */
const changeRole = (role: string) => doctor.put(`/api/admin/people/${gerdaId}`, { role })

const saveBackupKey = async (backup_recipient: string) =>
  (await doctor.put('/api/admin/settings/general', { backup_recipient })).status

describe('each doctor who can sign in gets a notice, even while notifications are off, and nobody else does', () => {
  it('when somebody is invited, without the invitation link', async () => {
    const invited = { email: 'neu@ordination.example', name: 'Nina Neu', role: 'doctor' }
    expect((await doctor.post('/api/admin/people', invited)).status).toBe(201)
    expectNotified({
      subject: 'Ordi: Zugang geändert',
      sentence: 'Nina Neu (neu@ordination.example) wurde eingeladen (Ärztin oder Arzt).',
    })
    for (const { text, html } of listNotices()) expect(text + html).not.toContain('token=')
  })

  it('when a role changes', async () => {
    await changeRole('doctor')
    expectNotified({
      subject: 'Ordi: Zugang geändert',
      sentence:
        'Der Zugang von Gerda (gerda@ordination.example) wurde geändert. Die Rolle ist jetzt: Ärztin oder Arzt.',
    })
  })

  it('when a doctor is reset, including that doctor', async () => {
    expect((await doctor.post(`/api/admin/people/${beaId}/reset`)).status).toBe(200)
    expectNotified({
      subject: 'Ordi: Zugang geändert',
      sentence: `Der Zugang von ${BEA} wurde zurückgesetzt.`,
    })
  })

  it('when a doctor is removed, including that doctor', async () => {
    expect((await doctor.delete(`/api/admin/people/${beaId}`)).status).toBe(204)
    expectNotified({ subject: 'Ordi: Zugang geändert', sentence: `Der Zugang von ${BEA} wurde entfernt.` })
  })

  it('when the backup key changes, without the key', async () => {
    expect(await saveBackupKey(BACKUP_KEY)).toBe(200)
    expectNotified({
      subject: 'Ordi: Schlüssel der Sicherungen geändert',
      sentence: 'Neue Sicherungen werden mit einem anderen Schlüssel verschlüsselt.',
    })
    for (const { text, html } of listNotices()) expect(text + html).not.toContain('age1')
  })

  it('when the backup key is removed', async () => {
    writeSettings(app.ctx(), 'general', { backup_recipient: BACKUP_KEY })
    expect(await saveBackupKey('')).toBe(200)
    expectNotified({
      subject: 'Ordi: Schlüssel der Sicherungen geändert',
      sentence: 'Neue Sicherungen werden nicht mehr verschlüsselt.',
    })
  })
})

describe('nobody gets a notice', () => {
  it('when the same role is saved again', async () => {
    expect((await changeRole('assistant')).status).toBe(200)
    expect(listNotices()).toEqual([])
  })

  it('when the same backup key is saved again', async () => {
    writeSettings(app.ctx(), 'general', { backup_recipient: BACKUP_KEY })
    expect(await saveBackupKey(BACKUP_KEY)).toBe(200)
    expect(listNotices()).toEqual([])
  })

  it('when the call is refused', async () => {
    // Nobody can remove the own account.
    expect((await doctor.delete(`/api/admin/people/${almaId}`)).status).toBe(409)
    // A sign-in counts as a proof for ten minutes, and a reset needs one.
    app.pass(11 * MINUTE)
    expect((await doctor.post(`/api/admin/people/${beaId}/reset`)).json.error).toBe('proof_required')
    expect(listNotices()).toEqual([])
  })

  it('when another setting is saved', async () => {
    expect((await doctor.put('/api/admin/settings/general', { reminder_hours: 24 })).status).toBe(200)
    expect(listNotices()).toEqual([])
  })
})

describe('a notice', () => {
  it('of the mail server names the fields and no value', async () => {
    // The environment of `app` sets the mail server, so nobody could change it there.
    const withoutServer = openTestApp()
    const colleague = withoutServer.admin()
    const sent = { SMTP_HOST: 'mail.attacker.example', SMTP_USER: 'mallory', SMTP_PASS: 'geheim-123' }
    expect((await colleague.put('/api/admin/settings/smtp', sent)).status).toBe(200)
    const notice = withoutServer.rows<{ text: string; html: string; subject: string }>(
      `select text, html, subject from messages where kind = 'security-notice'`,
    )[0]
    expect(notice?.subject).toBe('Ordi: E-Mail-Server geändert')
    expect(notice?.text).toContain('Beim E-Mail-Server wurde geändert: Server, Benutzer, Passwort.')
    expect(JSON.stringify(notice)).not.toMatch(/attacker|mallory|geheim/)
  })

  it('shows neither e-mail address nor content to assistants', async () => {
    await doctor.delete(`/api/admin/people/${beaId}`)
    const assistant = await signIn(app, { email: 'gerda@ordination.example' })
    const { status, json, text } = await assistant.get('/api/admin/outbox/emails')
    expect([status, json.emails?.map(({ kind }: { kind: string }) => kind)]).toEqual([
      200,
      ['security-notice', 'security-notice'],
    ])
    expect(text).not.toMatch(/bea@|assistenz@/)
    const [{ id }] = json.emails
    expect((await assistant.get(`/api/admin/outbox/emails/${id}/preview`)).status).toBe(403)
    expect((await doctor.get(`/api/admin/outbox/emails/${id}/preview`)).json.html).toContain(BEA)
  })
})
