import { beforeEach, describe, expect, it } from 'vitest'
import { changeAdmin, DEFAULT_EMAIL } from '../access/admins.ts'
import { writeSettings } from '../practice/settings.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { fullDayTime } from '../shared/format.ts'
import { ADMIN, insertAdmin, signIn } from '../testing/admins.ts'
import type { Browser } from '../testing/browser.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

const BEA = 'bea@ordination.example'
/** A doctor who is invited and has not set a password. */
const CARL = 'carl@ordination.example'
const GERDA = 'gerda@ordination.example'
const BACKUP_KEY = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'

let app: TestApp
/** The browser of Dr. Alma Muster, whose address is `ADMIN`. */
let doctor: Browser

/**
 * The practice has two doctors who can sign in (Alma and Bea), two who cannot (Carl, and the admin of the
 * first start), and other staff. Notifications are off in each of the three ways, because a notice ignores
 * them all.
 */
beforeEach(async () => {
  app = openTestApp({ config: { smtpUrl: 'smtp://mail.example' } })
  insertAdmin(app, { name: 'Dr. Alma Muster' })
  insertAdmin(app, { email: BEA, name: '' })
  insertAdmin(app, { email: GERDA, name: 'Gerda', role: 'assistant' })
  insertAdmin(app, { email: 'it@ordination.example', role: 'technik' })
  insertAdmin(app, { email: DEFAULT_EMAIL })
  const carlId = insertAdmin(app, { email: CARL })
  changeAdmin(app.ctx(), carlId, { invitationExpiresAt: app.ctx().now + HOUR })
  doctor = await signIn(app)
  writeSettings(app.ctx(), 'general', {
    notify_off: true,
    notify_muteEmail: true,
    SEND_ADMIN_EMAIL: false,
  })
})

type Notice = { recipient: string; subject: string; text: string; html: string; status: string }

/** Returns the notices in the order of their recipients. */
const listNotices = (practice = app) =>
  practice.rows<Notice>(
    `select recipient, subject, text, html, status from messages where kind = 'security-notice' order by recipient`,
  )

/** Asserts that exactly Alma and Bea get a notice with this subject and sentence, about a change by Alma. */
function expectNotified({ subject, sentence }: { subject: string; sentence: string }): void {
  const notices = listNotices()
  expect(notices.map(({ recipient, status }) => [recipient, status])).toEqual([
    [ADMIN, 'queued'],
    [BEA, 'queued'],
  ])
  for (const { text, ...notice } of notices) {
    expect(notice.subject).toBe(subject)
    expect(text).toContain(sentence)
    expect(text).toContain(`Von: Dr. Alma Muster (${ADMIN})`)
    expect(text).toContain(`Am: ${fullDayTime(app.ctx().now)}`)
    expect(text).toContain('Ändern Sie Ihr Passwort')
  }
}

/** Returns the path of the calls about a staff member. */
const personPath = (email: string) =>
  `/api/admin/people/${app.rows('select id from admins where email = ?', email)[0]?.id}`

/** Saves the role of Gerda, who is an assistant. */
const saveGerdasRole = (role: string) => doctor.put(personPath(GERDA), { role })

/** Saves the public key of the backups; '' for none. Resolves to the status of the answer. */
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
    expect((await saveGerdasRole('doctor')).status).toBe(200)
    expectNotified({
      subject: 'Ordi: Zugang geändert',
      sentence:
        'Der Zugang von Gerda (gerda@ordination.example) wurde geändert. Die Rolle ist jetzt: Ärztin oder Arzt.',
    })
  })

  it('when a doctor is reset, including that doctor', async () => {
    expect((await doctor.post(`${personPath(BEA)}/reset`)).status).toBe(200)
    expectNotified({
      subject: 'Ordi: Zugang geändert',
      sentence: `Der Zugang von ${BEA} wurde zurückgesetzt.`,
    })
  })

  it('when a doctor is removed, including that doctor', async () => {
    expect((await doctor.delete(personPath(BEA))).status).toBe(204)
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
    expect((await saveGerdasRole('assistant')).status).toBe(200)
    expect(listNotices()).toEqual([])
  })

  it('when the same backup key is saved again', async () => {
    writeSettings(app.ctx(), 'general', { backup_recipient: BACKUP_KEY })
    expect(await saveBackupKey(BACKUP_KEY)).toBe(200)
    expect(listNotices()).toEqual([])
  })

  it('when the call is refused', async () => {
    // Users cannot remove their own accounts.
    expect((await doctor.delete(personPath(ADMIN))).status).toBe(409)
    // A sign-in counts as a proof for ten minutes, and a reset needs one.
    app.pass(11 * MINUTE)
    expect((await doctor.post(`${personPath(BEA)}/reset`)).json.error).toBe('proof_required')
    expect(listNotices()).toEqual([])
  })

  it('when another setting is saved', async () => {
    expect((await doctor.put('/api/admin/settings/general', { reminder_hours: 24 })).status).toBe(200)
    expect(listNotices()).toEqual([])
  })
})

it('a notice about the mail server names the fields and no value', async () => {
  // The environment of `app` sets the mail server, so nobody could change it there.
  const withoutServer = openTestApp()
  const changes = { SMTP_HOST: 'mail.attacker.example', SMTP_USER: 'mallory', SMTP_PASS: 'geheim-123' }
  const answer = await withoutServer.admin().put('/api/admin/settings/smtp', changes)
  expect(answer.status).toBe(200)
  const [notice] = listNotices(withoutServer)
  expect(notice?.subject).toBe('Ordi: E-Mail-Server geändert')
  expect(notice?.text).toContain('Beim E-Mail-Server wurde geändert: Server, Benutzer, Passwort.')
  expect(JSON.stringify(notice)).not.toMatch(/attacker|mallory|geheim/)
})

it('the outbox shows assistants neither recipient nor content of a notice', async () => {
  expect((await doctor.delete(personPath(BEA))).status).toBe(204)
  const assistant = await signIn(app, { email: GERDA })
  const { status, json, text } = await assistant.get('/api/admin/outbox/emails')
  expect(status).toBe(200)
  const kinds = json.emails.map(({ kind }: { kind: string }) => kind)
  expect(kinds).toEqual(['security-notice', 'security-notice'])
  expect(text).not.toMatch(/assistenz@|bea@/)
  const [{ id }] = json.emails
  expect((await assistant.get(`/api/admin/outbox/emails/${id}/preview`)).status).toBe(403)
  expect((await doctor.get(`/api/admin/outbox/emails/${id}/preview`)).json.html).toContain(BEA)
})
