import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fieldErrorsOf } from '../field-errors.ts'
import { fieldsOf, type Group, SETTINGS } from './settings.ts'
import { settingsSchema } from './settings-schema.ts'

const ALL = (Object.keys(SETTINGS) as Group[]).flatMap((group) =>
  Object.entries(fieldsOf(group)).map(([name, field]) => ({ group, name, field })),
)

describe('every setting', () => {
  it.each(ALL)(
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
  /**
   * Returns the sentences with this word with which settings refuse the value, by the name of the setting.
   */
  const refused = (value: unknown, word: string) => {
    const sentences = ALL.map(({ group, name }) => {
      const { issues = [] } = v.safeParse(settingsSchema(group), { [name]: value })
      return [name, fieldErrorsOf(issues)[name] ?? ''] as const
    })
    return Object.fromEntries(sentences.filter(([, sentence]) => sentence.includes(word)))
  }

  it('are empty or off by default, except these', () => {
    const empty: readonly unknown[] = ['', null, false]
    const filled = ALL.filter(({ field }) => !empty.includes(field.default))
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
    expect(Object.values(refused(-0.5, 'ganze Zahl'))).toEqual(
      [
        'maxBookingDays muss eine ganze Zahl von 1 bis 3650',
        'Der Vorlauf muss eine ganze Zahl von 0 bis 336',
        'Die Frist zum Absagen muss eine ganze Zahl von 0 bis 336',
        'Die Dauer eines Angebots muss eine ganze Zahl von 15 bis 720',
        'Erinnerung muss eine ganze Zahl von 0 bis 336',
        'Höchstzahl der SMS im Monat muss eine ganze Zahl von 0 bis 100000',
        'Aufbewahrung der Nachrichten muss eine ganze Zahl von 0 bis 36500',
        'Aufbewahrung der Termine muss eine ganze Zahl von 0 bis 36500',
        'Aufbewahrung der Sozialversicherungsnummern muss eine ganze Zahl von 0 bis 36500',
        'Port muss eine ganze Zahl von 1 bis 65535',
      ].map((sentence) => `${sentence} sein.`),
    )
  })

  it('have these greatest lengths of texts', () => {
    // No setting accepts a text of this length.
    const sentences = Object.entries(refused('x'.repeat(20_001), 'Zeichen'))
    const lengths = Object.groupBy(sentences, ([, sentence]) => Number(/\d+/.exec(sentence)?.[0]))
    const { 200: usual, ...others } = lengths
    // Fourteen settings have the usual limit of 200 characters; the others are listed below.
    expect(usual).toHaveLength(14)
    const namesOf = (group: typeof sentences = []) => group.map(([name]) => name).join(' ')
    const namesByLength = Object.entries(others).map(([most, group]) => [most, namesOf(group)])
    expect(Object.fromEntries(namesByLength)).toEqual({
      20: 'CLICKSEND_FROM SEVENIO_FROM',
      40: 'maintenance_until TEST_MOBILE PRACTICE_LANDLINE_E164',
      253: 'SMTP_HOST',
      500: 'url impressum terms TURNSTILE_SECRET backup_recipient PUBLIC_BASE_URL INTERNAL_BASE_URL PATIENT_BASE_URL SMTP_PASS ODOO_URL ODOO_PASS CLICKSEND_PWD SEVENIO_KEY',
      1000: 'maintenance_message sms_countries',
      20000: 'privacy_text accessibility_text',
    })
  })

  it('show their wire name if it is in capitals, except these', () => {
    const named = ALL.filter(({ field }) => field.named !== undefined)
    expect(Object.fromEntries(named.map(({ name, field }) => [name, field.named]))).toEqual({
      maxBookingDays: true,
      notify_reason: true,
      SEND_ADMIN_EMAIL: false,
    })
  })

  it('are as wide as the form only if they are among these', () => {
    expect(ALL.filter(({ field }) => field.wide).map(({ name }) => name)).toEqual([
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
