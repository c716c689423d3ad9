import { describe, expect, it } from 'vitest'
import { readSetting, readSettings, writeSettings } from '../../practice/settings.ts'
import { SAMPLE_SETTINGS } from '../../testing/sample-settings.ts'
import { openTestApp } from '../../testing/test-app.ts'

const SMTP_PATH = '/api/admin/settings/smtp'
const SMTP_URL = 'smtps://ordi%40mail.example:secret%20of%20url@mail.example'

describe('a setting that the environment sets', () => {
  it('is shown as fixed, instead of the stored value and without its secret', async () => {
    const app = openTestApp({ config: { smtpUrl: SMTP_URL, mailFrom: 'Ordi <ordi@mail.example>' } })
    writeSettings(app.ctx(), 'smtp', SAMPLE_SETTINGS.smtp)
    expect((await app.admin().get(SMTP_PATH)).json).toEqual({
      SMTP_HOST: 'mail.example',
      SMTP_PORT: null,
      SMTP_SECURITY: 'tls',
      SMTP_USER: 'ordi@mail.example',
      SMTP_PASS: '',
      MAIL_FROM: 'Ordi <ordi@mail.example>',
      secrets: { SMTP_PASS: true },
      fixed: ['SMTP_HOST', 'SMTP_PORT', 'SMTP_SECURITY', 'SMTP_USER', 'SMTP_PASS', 'MAIL_FROM'],
    })
  })

  it.each([
    { name: 'SMTP_HOST', value: 'other.example' },
    { name: 'SMTP_PASS', value: 'other' },
    { name: 'SMTP_PASS', value: null },
  ])('cannot be changed: $name to $value', async ({ name, value }) => {
    const app = openTestApp({ config: { smtpUrl: SMTP_URL } })
    const rowsBefore = app.rows('select * from settings')
    const admin = app.admin()
    const { json: shown } = await admin.get(SMTP_PATH)
    const refusal = await admin.put(SMTP_PATH, { ...shown, [name]: value })
    const message = 'Das legt der Server fest (SMTP_URL, MAIL_FROM) und lässt sich hier nicht ändern.'
    const fields = { [name]: message }
    expect([refusal.status, refusal.json]).toEqual([400, { error: 'invalid', message, fields }])
    expect(app.rows('select * from settings')).toEqual(rowsBefore)
  })

  it('does not prevent changes of the other settings', async () => {
    const admin = openTestApp({ config: { smtpUrl: SMTP_URL } }).admin()
    const { json: shown } = await admin.get(SMTP_PATH)
    const saved = await admin.put(SMTP_PATH, { ...shown, MAIL_FROM: 'ordi@other.example' })
    expect(saved.json).toMatchObject({ SMTP_HOST: 'mail.example', MAIL_FROM: 'ordi@other.example' })
  })

  it('is replaced by the stored value when the environment no longer sets it', () => {
    const ctx = openTestApp({ config: { smtpUrl: SMTP_URL } }).ctx()
    writeSettings(ctx, 'smtp', SAMPLE_SETTINGS.smtp)
    expect(readSettings(ctx, 'smtp').SMTP_HOST).toBe('mail.example')
    expect(readSetting(ctx, 'smtp', 'SMTP_HOST')).toBe('mail.example')
    const ctxWithoutUrl = { ...ctx, config: { ...ctx.config, smtpUrl: undefined } }
    expect(readSettings(ctxWithoutUrl, 'smtp')).toEqual(SAMPLE_SETTINGS.smtp)
  })
})
