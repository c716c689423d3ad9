import { describe, expect, it } from 'vitest'
import { onWake } from '../../db/wake.ts'
import type { MailFault } from '../../messaging/email/mail-fault.ts'
import { findFault, recordFault } from '../../messaging/outbox/faults.ts'
import { outboxState } from '../../messaging/outbox/state.ts'
import { writeSettings } from '../../practice/settings.ts'
import { openProvidersApp } from '../../testing/providers-app.ts'

/** Returns the answer to a test that fails. */
const failedTest = (message: string) => ({ status: 502, json: { error: 'test_failed', message } })

/** Opens the app without a mail server. `saveHost` saves one in the settings. */
function openWithoutServer() {
  const app = openProvidersApp({ hasMailServer: false })
  const saveHost = (SMTP_HOST: string) => app.admin.put('/api/admin/settings/smtp', { SMTP_HOST })
  return { ...app, saveHost }
}

describe('a test mail', () => {
  it('is sent to ADMIN_EMAIL at once, even while notifications are off, and is a row of the outbox', async () => {
    const { testConnection, ctx, rows, mails } = openProvidersApp()
    writeSettings(ctx(), 'general', { notify_off: true })
    writeSettings(ctx(), 'urls', {
      ADMIN_EMAIL: 'technik@ordination.example',
      PUBLIC_BASE_URL: 'https://termine.example',
    })
    const { status, json } = await testConnection('urls')
    expect([status, json]).toEqual([200, { message: 'Test-E-Mail an technik@ordination.example gesendet.' }])
    expect(mails).toMatchObject([
      {
        to: 'technik@ordination.example',
        from: { name: 'Ordination Dr. Demo Muster', address: 'termine@ordination.example' },
        subject: 'Test-E-Mail der Online-Terminbuchung',
        text: expect.stringMatching(/7\.\sJänner 2027, 13:40\sUhr[\s\S]*https:\/\/termine\.example\/admin/),
      },
    ])
    expect(rows('select channel, kind, recipient, status from messages')).toEqual([
      { channel: 'email', kind: 'test', recipient: 'technik@ordination.example', status: 'sent' },
    ])
  })

  it('is sent to the practice if there is no ADMIN_EMAIL', async () => {
    const { testConnection, mails } = openProvidersApp()
    expect((await testConnection('urls')).json.message).toBe(
      'Test-E-Mail an termine@ordination.example gesendet.',
    )
    expect(mails).toHaveLength(1)
  })

  it('is sent through the server in the settings as soon as they are saved', async () => {
    const { testConnection, mails, answerMails, servers, saveHost } = openWithoutServer()
    await saveHost('wrong.example')
    answerMails({ ok: false, kind: 'configuration', detail: 'no such host' })
    expect((await testConnection('smtp')).status).toBe(502)
    answerMails({ ok: true })
    await saveHost('10.0.0.25')
    expect((await testConnection('smtp')).json.message).toBe(
      'Test-E-Mail an termine@ordination.example gesendet.',
    )
    // The notice to the doctor about the change is sent through the former server.
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Ordi: E-Mail-Server geändert',
      'Test-E-Mail der Online-Terminbuchung',
    ])
    expect(servers.map(({ host }) => host)).toEqual(['wrong.example', 'wrong.example', '10.0.0.25'])
  })
})

describe('a test mail that fails', () => {
  it('causes a warning in the status until another server is saved', async () => {
    const { admin, testConnection, answerMails, rows, saveHost } = openWithoutServer()
    const readLevel = async () => (await admin.get('/api/admin/status')).json.level
    await saveHost('wrong.example')
    answerMails({ ok: false, kind: 'configuration', detail: 'no such host' })
    await testConnection('smtp')
    expect(await readLevel()).toBe('danger')
    answerMails({ ok: true })
    await saveHost('10.0.0.25')
    expect(await readLevel()).not.toBe('danger')
    await testConnection('smtp')
    expect(rows(`select status from messages where kind = 'test'`)).toEqual([
      { status: 'failed' },
      { status: 'sent' },
    ])
  })

  it('says that there is no mail server', async () => {
    const { testConnection, rows, admin } = openWithoutServer()
    const sentence = 'Es ist kein E-Mail-Server eingerichtet. Bitte unter „E-Mail-Server“ eintragen.'
    expect(await testConnection('urls')).toMatchObject(failedTest(sentence))
    expect(rows('select kind, status, error from messages')).toEqual([
      { kind: 'test', status: 'failed', error: sentence },
    ])
    // The status already reports the missing server, so the test adds no danger.
    expect((await admin.get('/api/admin/status')).json.level).toBe('warning')
  })

  it('says that there is no recipient, and then cannot be sent again', async () => {
    const { testConnection, ctx, mails, rows, retry } = openProvidersApp()
    writeSettings(ctx(), 'practice', { mail: '' })
    expect(await testConnection('urls')).toMatchObject(
      failedTest(
        'Kein Empfänger: Bitte die „Admin E-Mail“ (Seite „URLs & Admin E-Mail“) oder die E-Mail-Adresse in den Praxisdaten eintragen.',
      ),
    )
    expect(mails).toEqual([])
    expect(rows('select recipient, status, error from messages')).toEqual([
      { recipient: '', status: 'failed', error: expect.stringMatching(/^Kein Empfänger/) },
    ])
    expect((await retry('emails/1')).json.message).toBe('Für diese E-Mail ist keine Adresse bekannt.')
  })

  it('says that there is no sender', async () => {
    const { testConnection, ctx, mails, rows } = openProvidersApp()
    writeSettings(ctx(), 'practice', { mail: '' })
    writeSettings(ctx(), 'urls', { ADMIN_EMAIL: 'technik@ordination.example' })
    expect(await testConnection('urls')).toMatchObject(
      failedTest('Kein Absender: Bitte MAIL_FROM oder die E-Mail-Adresse in den Praxisdaten eintragen.'),
    )
    expect(mails).toEqual([])
    expect(rows('select recipient, status, error from messages')).toEqual([
      {
        recipient: 'technik@ordination.example',
        status: 'failed',
        error: expect.stringMatching(/^Kein Absender:/),
      },
    ])
  })

  it.each<{ kind: MailFault['kind']; sentence: string }>([
    { kind: 'permanent', sentence: 'Der E-Mail-Server hat die Test-E-Mail abgelehnt: 550 unknown' },
    { kind: 'temporary', sentence: 'Der E-Mail-Server nimmt gerade nichts an: 550 unknown' },
    {
      kind: 'configuration',
      sentence: 'Die Einstellungen für den E-Mail-Versand stimmen nicht: 550 unknown',
    },
    { kind: 'interrupted', sentence: 'Der Versand wurde unterbrochen: 550 unknown' },
  ])('says why, and is not repeated after a $kind fault', async ({ kind, sentence }) => {
    const { testConnection, rows, ctx, answerMails } = openProvidersApp()
    answerMails({ ok: false, kind, detail: '550 unknown' })
    expect(await testConnection('urls')).toMatchObject(failedTest(sentence))
    expect(rows('select status, error from messages')).toEqual([
      { status: 'failed', error: expect.stringMatching(/(^|: )550 unknown$/) },
    ])
    expect(outboxState(ctx()).email).toMatchObject({ queued: 0, failed: 0 })
  })

  it('can be sent again from the outbox', async () => {
    const { testConnection, deliverMails, rows, answerMails, mails, retry } = openProvidersApp()
    answerMails({ ok: false, kind: 'temporary', detail: '450 busy' })
    await testConnection('urls')
    answerMails({ ok: true })
    expect((await retry('emails/1')).status).toBe(200)
    await deliverMails()
    expect(mails).toHaveLength(1)
    expect(rows('select kind, status, error from messages')).toEqual([
      { kind: 'test', status: 'sent', error: null },
    ])
  })
})

describe('the pause of all e-mails', () => {
  it.each([
    { page: 'the mail server', path: 'settings/smtp', change: { SMTP_HOST: 'mail.example' } },
    { page: 'the practice', path: 'practice', change: { mail: 'neu@ordination.example' } },
  ])('ends when the page of $page is saved', async ({ path, change }) => {
    const { admin, ctx } = openWithoutServer()
    recordFault(ctx(), 'email', 'Kein Absender', { pauses: true })
    expect((await admin.put(`/api/admin/${path}`, change)).status).toBe(200)
    expect(findFault(ctx(), 'email')).toBeUndefined()
  })

  it('ends when a test mail succeeds, and queued e-mails are sent at once', async () => {
    const { testConnection, ctx } = openProvidersApp()
    recordFault(ctx(), 'email', 'Falsches Passwort', { pauses: true })
    const wokenWork: unknown[] = []
    onWake(ctx().db, (work) => wokenWork.push(work))
    expect((await testConnection('urls')).status).toBe(200)
    expect([findFault(ctx(), 'email'), wokenWork]).toEqual([undefined, ['email', 'verifications']])
  })
})
