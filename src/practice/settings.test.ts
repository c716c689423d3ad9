import { describe, expect, it } from 'vitest'
import { type Group, SETTINGS } from '../shared/settings/settings.ts'
import { SAMPLE_SETTINGS } from '../testing/sample-settings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { readSetting, readSettings, writeSettings } from './settings.ts'

const GROUPS = Object.keys(SETTINGS) as Group[]

/** The settings of these groups while none is saved. */
const DEFAULTS = {
  practice: {
    name: '',
    subtitle: 'Wahlarztordination für Allgemeinmedizin',
    address: '',
    zip: '',
    city: '',
    country: '',
    phone: '',
    mail: '',
    url: '',
    terms: '',
    impressum: '',
  },
  general: {
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
  },
  urls: {
    PUBLIC_BASE_URL: '',
    PATIENT_BASE_URL: '',
    INTERNAL_BASE_URL: '',
    ADMIN_EMAIL: '',
  },
  odoo: {
    ODOO_URL: '',
    ODOO_DB: '',
    ODOO_USER: '',
    ODOO_PASS: '',
    odoo_sync: true,
  },
} as const

describe('the settings', () => {
  it.each(['practice', 'general', 'urls', 'odoo'] as const)(
    'have their defaults while none is saved: %s',
    (group) => {
      const { ctx } = openTestApp({ empty: true })
      expect(readSettings(ctx(), group)).toEqual(DEFAULTS[group])
    },
  )

  it('can be saved one at a time', () => {
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

  it('of each group are read as they were saved', () => {
    const { ctx } = openTestApp({ empty: true })
    for (const group of GROUPS) writeSettings(ctx(), group, SAMPLE_SETTINGS[group])
    for (const group of GROUPS) expect(readSettings(ctx(), group)).toEqual(SAMPLE_SETTINGS[group])
  })
})

describe('a single setting', () => {
  it('reads the same as in its group: saved, encrypted or the default', () => {
    const ctx = openTestApp().ctx()
    const expectSameAsInGroup = () => {
      const general = readSettings(ctx, 'general')
      for (const key of Object.keys(general) as (keyof typeof general)[])
        expect(readSetting(ctx, 'general', key), key).toEqual(general[key])
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

describe('a secret among the settings', () => {
  it('is encrypted in the database', () => {
    const { ctx, rows } = openTestApp({ empty: true })
    writeSettings(ctx(), 'general', SAMPLE_SETTINGS.general)
    const { TURNSTILE_SECRET } = SAMPLE_SETTINGS.general
    const file = ctx().db.$client.serialize().toString('latin1')
    // The maintenance message, which is no secret.
    expect(file).toContain('Wir stellen um.')
    expect(file).not.toContain(TURNSTILE_SECRET)
    expect(rows(`select value from settings where name = 'general.TURNSTILE_SECRET'`)).toEqual([
      { value: expect.stringMatching(/^v1:/) },
    ])
  })

  it('cannot be decrypted under the name of another setting', () => {
    const { ctx, changeRows } = openTestApp({ empty: true })
    writeSettings(ctx(), 'general', SAMPLE_SETTINGS.general)
    // The row of secret-check.ts, which has another encrypted value.
    const canary = `(select value from settings where name = 'canary')`
    changeRows(`update settings set value = ${canary} where name = 'general.TURNSTILE_SECRET'`)
    expect(() => readSettings(ctx(), 'general')).toThrow('unable to authenticate data')
  })
})
