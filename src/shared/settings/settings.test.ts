import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fieldErrorsOf } from '../field-errors.ts'
import { fieldsOf, type Group, SETTINGS } from './settings.ts'
import { settingsSchema } from './settings-schema.ts'

/** All settings of all groups. */
const ALL_SETTINGS = (Object.keys(SETTINGS) as Group[]).flatMap((group) =>
  Object.entries(fieldsOf(group)).map(([name, field]) => ({ group, name, field })),
)

/** The texts whose greatest length is not the usual one, by that length. */
const NAMES_BY_LENGTH = {
  20: ['CLICKSEND_FROM', 'SEVENIO_FROM'],
  40: ['maintenance_until', 'TEST_MOBILE', 'PRACTICE_LANDLINE_E164'],
  253: ['SMTP_HOST'],
  500: [
    'url',
    'impressum',
    'terms',
    'TURNSTILE_SECRET',
    'backup_recipient',
    'PUBLIC_BASE_URL',
    'INTERNAL_BASE_URL',
    'PATIENT_BASE_URL',
    'SMTP_PASS',
    'ODOO_URL',
    'ODOO_PASS',
    'CLICKSEND_PWD',
    'SEVENIO_KEY',
  ],
  1000: ['maintenance_message', 'sms_countries'],
  20000: ['privacy_text', 'accessibility_text'],
}

describe('every setting', () => {
  it.each(ALL_SETTINGS)(
    '$group.$name has a label and says what it does, without the name of a variable',
    ({ field }) => {
      for (const text of [field.label, field.help]) {
        expect(text).toMatch(/^.+$/)
        expect(text).not.toMatch(/[A-Z]_[A-Z]|[a-z]_[a-z]/)
      }
    },
  )
})

describe('the settings', () => {
  /** Returns those of the sentences with this word with which settings refuse the value, by wire name. */
  function refusalsOf(value: unknown, word: string): Record<string, string> {
    const sentences = ALL_SETTINGS.map(({ group, name }) => {
      const { issues = [] } = v.safeParse(settingsSchema(group), { [name]: value })
      return [name, fieldErrorsOf(issues)[name] ?? ''] as const
    })
    return Object.fromEntries(sentences.filter(([, sentence]) => sentence.includes(word)))
  }

  it('are empty or off by default, except these', () => {
    const empty: readonly unknown[] = ['', null, false]
    const filled = ALL_SETTINGS.filter(({ field }) => !empty.includes(field.default))
    expect(Object.fromEntries(filled.map(({ name, field }) => [name, field.default]))).toEqual({
      subtitle: 'Wahlarztordination für Allgemeinmedizin',
      lead_hours: 0,
      cancel_hours: 24,
      waiting_list: true,
      offer_minutes: 60,
      reminder_hours: 48,
      SEND_ADMIN_EMAIL: true,
      sms_countries: 'AT, DE, CH, LI, IT',
      sms_monthly_cap: 1000,
      retain_messages_days: 180,
      retain_bookings_days: 0,
      retain_svnr_days: 30,
      SMTP_SECURITY: 'starttls',
      odoo_sync: true,
    })
  })

  it('have these ranges of numbers', () => {
    const withoutRest = (sentence: string) =>
      sentence.replace(' muss eine ganze Zahl von', ':').replace(' sein.', '')
    expect(Object.values(refusalsOf(-0.5, 'ganze Zahl')).map(withoutRest)).toEqual([
      'maxBookingDays: 1 bis 3650',
      'Der Vorlauf: 0 bis 336',
      'Die Frist zum Absagen: 0 bis 336',
      'Die Dauer eines Angebots: 15 bis 720',
      'Erinnerung: 0 bis 336',
      'Höchstzahl der SMS im Monat: 0 bis 100000',
      'Aufbewahrung der Nachrichten: 0 bis 36500',
      'Aufbewahrung der Termine: 0 bis 36500',
      'Aufbewahrung der Sozialversicherungsnummern: 0 bis 36500',
      'Port: 1 bis 65535',
    ])
  })

  it('have these greatest lengths of texts', () => {
    // No setting accepts a text of this length.
    const refusals = Object.entries(refusalsOf('x'.repeat(20_001), 'Zeichen'))
    const namesOfLength = (most: number) =>
      refusals
        .filter(([, sentence]) => sentence === `Bitte höchstens ${most} Zeichen eingeben.`)
        .map(([name]) => name)
    for (const [most, expected] of Object.entries(NAMES_BY_LENGTH))
      expect(namesOfLength(Number(most)), most).toEqual(expected)
    // All others have the usual limit of 200 characters.
    const special = Object.values(NAMES_BY_LENGTH).flat()
    expect(namesOfLength(200)).toEqual(
      refusals.map(([name]) => name).filter((name) => !special.includes(name)),
    )
    expect(namesOfLength(200)).toHaveLength(14)
  })

  it('show their wire name if it is in capitals, except these', () => {
    const named = ALL_SETTINGS.filter(({ field }) => field.named !== undefined)
    expect(Object.fromEntries(named.map(({ name, field }) => [name, field.named]))).toEqual({
      maxBookingDays: true,
      notify_reason: true,
      SEND_ADMIN_EMAIL: false,
    })
  })

  it('are as wide as the form only if they are among these', () => {
    expect(ALL_SETTINGS.filter(({ field }) => field.wide).map(({ name }) => name)).toEqual([
      'booking_maintenance_active',
      'moves_auto_confirm',
      'waiting_list',
      'maintenance_message',
      'notify_off',
      'SEND_ADMIN_EMAIL',
      'privacy_text',
      'accessibility_text',
      'TURNSTILE_SECRET',
      'backup_recipient',
      'odoo_sync',
    ])
  })
})
