import { describe, expect, it } from 'vitest'
import { type Group, SETTINGS } from '../shared/settings/settings.ts'
import { SAMPLE_SETTINGS } from '../testing/sample-settings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { readSetting, readSettings, saveSettings, showSettings, writeSettings } from './settings.ts'

const GROUPS = Object.keys(SETTINGS) as Group[]

describe('the settings', () => {
  it('have their defaults while none is saved', () => {
    const { ctx } = openTestApp({ empty: true })
    const { subtitle, ...others } = readSettings(ctx(), 'practice')
    expect(subtitle).toBe('Wahlarztordination für Allgemeinmedizin')
    expect(Object.entries(others).filter(([, value]) => value !== '')).toEqual([])
    expect(Object.keys(others)).toHaveLength(10)
    expect(readSettings(ctx(), 'general')).toEqual({
      booking_maintenance_active: false,
      maintenance_until: '',
      moves_auto_confirm: false,
      waiting_list: true,
      offer_minutes: 60,
      maintenance_message: '',
      TURNSTILE_SECRET: '',
      maxBookingDays: null,
      lead_hours: 0,
      cancel_hours: 24,
      notify_off: false,
      notify_muteEmail: false,
      notify_muteSms: false,
      notify_reason: '',
      reminder_hours: 48,
      sms_countries: 'AT, DE, CH, LI, IT',
      sms_monthly_cap: 1000,
      retain_messages_days: 180,
      retain_bookings_days: 0,
      retain_svnr_days: 30,
      privacy_text: '',
      accessibility_text: '',
      backup_recipient: '',
      SEND_ADMIN_EMAIL: true,
    })
    expect(Object.values(readSettings(ctx(), 'urls'))).toEqual(['', '', '', ''])
    const { odoo_sync, ...login } = readSettings(ctx(), 'odoo')
    expect([odoo_sync, Object.values(login)]).toEqual([true, ['', '', '', '']])
  })

  it('can be saved one by one', () => {
    const app = openTestApp({ empty: true })
    writeSettings(app.ctx(), 'general', SAMPLE_SETTINGS.general)
    app.pass(1000)
    writeSettings(app.ctx(), 'general', { maxBookingDays: null, SEND_ADMIN_EMAIL: true })
    expect(readSettings(app.ctx(), 'general')).toEqual({
      ...SAMPLE_SETTINGS.general,
      maxBookingDays: null,
      SEND_ADMIN_EMAIL: true,
    })
    expect(app.rows(`select updated_at from settings where name = 'general.maxBookingDays'`)).toEqual([
      { updated_at: app.ctx().now },
    ])
  })

  it('come back as they were saved, in each group', () => {
    const { ctx } = openTestApp({ empty: true })
    for (const group of GROUPS) writeSettings(ctx(), group, SAMPLE_SETTINGS[group])
    for (const group of GROUPS) expect(readSettings(ctx(), group)).toEqual(SAMPLE_SETTINGS[group])
  })
})

describe('one setting alone', () => {
  it('is the same as in its group: saved, encrypted or the default', () => {
    const ctx = openTestApp().ctx()
    const expectSameAsInGroup = () => {
      const general = readSettings(ctx, 'general')
      for (const key of Object.keys(general) as (keyof typeof general)[])
        expect([key, readSetting(ctx, 'general', key)]).toEqual([key, general[key]])
    }
    expectSameAsInGroup()
    writeSettings(ctx, 'general', {
      maxBookingDays: 5,
      TURNSTILE_SECRET: 'encrypted',
      SEND_ADMIN_EMAIL: false,
    })
    expectSameAsInGroup()
    expect(readSetting(ctx, 'general', 'TURNSTILE_SECRET')).toBe('encrypted')
  })
})

describe('saving settings', () => {
  it('records in the audit who changed what, with the values before and after, but never a secret', () => {
    const app = openTestApp({ empty: true })
    const ctx = { ...app.ctx(), actor: { kind: 'admin', id: 1, email: 'a@ordination.example' } as const }
    const change = {
      notify_off: true,
      notify_reason: 'Urlaub',
      reminder_hours: 48,
      TURNSTILE_SECRET: 'hidden',
    }
    saveSettings(ctx, 'general', change)
    const entries = app.rows<{ changes: string }>('select * from audit')
    expect(entries.map((entry) => ({ ...entry, changes: JSON.parse(entry.changes) }))).toEqual([
      {
        id: 1,
        at: ctx.now,
        actor: 'admin',
        actor_name: 'a@ordination.example',
        person: 'a@ordination.example',
        action: 'settings-saved',
        subject: 'general',
        changes: [
          { field: 'notify_off', before: false, after: true },
          { field: 'notify_reason', before: '', after: 'Urlaub' },
          { field: 'TURNSTILE_SECRET' },
        ],
      },
    ])
  })

  it('writes only what has changed', () => {
    const app = openTestApp({ empty: true })
    saveSettings(app.ctx(), 'urls', SAMPLE_SETTINGS.urls)
    app.pass(1000)
    saveSettings(app.ctx(), 'urls', { ...SAMPLE_SETTINGS.urls, ADMIN_EMAIL: '' })
    expect(app.rows('select name from settings where updated_at = ?', app.ctx().now)).toEqual([
      { name: 'urls.ADMIN_EMAIL' },
    ])
    // Neither of these changes anything.
    saveSettings(app.ctx(), 'urls', { ...SAMPLE_SETTINGS.urls, ADMIN_EMAIL: '' })
    saveSettings(app.ctx(), 'urls', {})
    // The first call has set all four addresses, and the second one has removed one.
    expect(app.rows('select json_array_length(changes) count from audit')).toEqual([
      { count: 4 },
      { count: 1 },
    ])
  })

  it('ignores what is no setting', () => {
    const { ctx, rows } = openTestApp({ empty: true })
    saveSettings(ctx(), 'odoo', { secrets: { ODOO_PASS: true }, canary: 'x' } as object)
    expect(rows(`select name from settings where name <> 'canary'`)).toEqual([])
  })
})

describe('a secret among the settings', () => {
  it('is encrypted in the database', () => {
    const { ctx, rows } = openTestApp({ empty: true })
    writeSettings(ctx(), 'general', SAMPLE_SETTINGS.general)
    const file = ctx().db.$client.serialize().toString('latin1')
    expect(file).toContain('Wir stellen um.')
    expect(file).not.toContain('secret of turnstile')
    expect(rows(`select value from settings where name = 'general.TURNSTILE_SECRET'`)).toEqual([
      { value: expect.stringMatching(/^v1:/) },
    ])
  })

  it.each([
    ['general', 'TURNSTILE_SECRET'],
    ['smtp', 'SMTP_PASS'],
    ['odoo', 'ODOO_PASS'],
    ['clicksend', 'CLICKSEND_PWD'],
    ['sevenio', 'SEVENIO_KEY'],
  ] as const)('is not shown, only whether one is stored: %s', (group, name) => {
    const { ctx } = openTestApp({ empty: true })
    expect(showSettings(ctx(), group)).toEqual({ ...readSettings(ctx(), group), secrets: { [name]: false } })
    writeSettings(ctx(), group, SAMPLE_SETTINGS[group])
    expect(showSettings(ctx(), group)).toEqual({
      ...SAMPLE_SETTINGS[group],
      [name]: '',
      secrets: { [name]: true },
    })
  })

  it('does not exist in the other groups', () => {
    const { ctx } = openTestApp({ empty: true })
    for (const group of ['practice', 'urls'] as const)
      expect(showSettings(ctx(), group)).toEqual(readSettings(ctx(), group))
  })

  it('stays when it is sent empty, is replaced by another, and removed by null', () => {
    const { ctx, rows } = openTestApp({ empty: true })
    for (const { sent, stored } of [
      { sent: '', stored: '' },
      { sent: 'one', stored: 'one' },
      { sent: '', stored: 'one' },
      { sent: 'one', stored: 'one' },
      { sent: 'two', stored: 'two' },
      { sent: null, stored: '' },
      { sent: null, stored: '' },
      { sent: '', stored: '' },
    ]) {
      saveSettings(ctx(), 'odoo', { ODOO_PASS: sent })
      expect(readSettings(ctx(), 'odoo').ODOO_PASS).toBe(stored)
    }
    // The password changed three times: to one, to two, and to none.
    expect(rows('select changes from audit')).toEqual(Array(3).fill({ changes: '[{"field":"ODOO_PASS"}]' }))
  })

  it.each([
    { group: 'smtp', name: 'SMTP_PASS', change: { SMTP_HOST: 'evil.example' } },
    { group: 'smtp', name: 'SMTP_PASS', change: { SMTP_PORT: 2525 } },
    { group: 'smtp', name: 'SMTP_PASS', change: { SMTP_HOST: 'evil.example', SMTP_PASS: '' } },
    { group: 'odoo', name: 'ODOO_PASS', change: { ODOO_URL: 'https://evil.example' } },
    { group: 'odoo', name: 'ODOO_PASS', change: { ODOO_DB: 'other', ODOO_PASS: '' } },
  ] as const)('is dropped with its server: $name after $change', ({ group, name, change }) => {
    const { ctx, rows } = openTestApp({ empty: true })
    writeSettings(ctx(), group, SAMPLE_SETTINGS[group])
    const stored = () => (readSettings(ctx(), group) as Record<string, unknown>)[name]
    // The same server with an empty password keeps the stored one.
    saveSettings(ctx(), group, { ...SAMPLE_SETTINGS[group], [name]: '' })
    expect(stored()).toMatch(/^ secret of/)
    saveSettings(ctx(), group, change)
    expect(stored()).toBe('')
    expect(showSettings(ctx(), group)).toMatchObject({ secrets: { [name]: false } })
    expect(rows<{ changes: string }>('select changes from audit')[0]?.changes).toContain(
      `{"field":"${name}"}`,
    )
    saveSettings(ctx(), group, { ...SAMPLE_SETTINGS[group], [name]: 'typed anew' })
    expect(stored()).toBe('typed anew')
  })

  it('cannot be decrypted under the name of another setting', () => {
    const { ctx, change } = openTestApp({ empty: true })
    writeSettings(ctx(), 'general', SAMPLE_SETTINGS.general)
    const canary = `(select value from settings where name = 'canary')`
    change(`update settings set value = ${canary} where name = 'general.TURNSTILE_SECRET'`)
    expect(() => readSettings(ctx(), 'general')).toThrow('unable to authenticate data')
  })
})
