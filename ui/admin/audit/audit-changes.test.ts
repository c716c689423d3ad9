import { describe, expect, test } from 'vitest'
import { changeTexts } from './audit-changes.ts'
import type { AuditRow } from './audit-sentence.ts'

/** The value of a field in an audit entry; undefined if the audit keeps none. */
type Value = AuditRow['changes'][number]['after']

describe('a changed field is shown with the label and the values of its form', () => {
  test.for<
    [action: string, subject: string, change: [field: string, before?: Value, after?: Value], text: string]
  >([
    ['booking-contact-changed', 'abcdef…', ['email'], 'E-Mail: geändert'],
    ['settings-saved', 'general', ['notify_reason', '', 'Urlaub'], 'Grund: Urlaub statt (leer)'],
    ['settings-saved', 'general', ['notify_muteSms', false, true], 'SMS abschalten: ja statt nein'],
    [
      'settings-saved',
      'general',
      ['maintenance_until', '', '2027-01-12T18:00'],
      'Voraussichtlich bis: Dienstag, 12. Jänner 2027, 18:00 Uhr statt (leer)',
    ],
    [
      'settings-saved',
      'smtp',
      ['SMTP_SECURITY', 'starttls', 'none'],
      'Verschlüsselung: Nur wenn der Server sie anbietet statt STARTTLS',
    ],
    ['settings-saved', 'smtp', ['SMTP_SECURITY', 'ssl', 'tls'], 'Verschlüsselung: TLS statt ssl'],
    ['settings-saved', 'smtp', ['SMTP_PORT', null, 465], 'Port: 465 statt (leer)'],
    [
      'settings-saved',
      'general',
      ['sms_countries', 'AT, DE', 'AT'],
      'Länder: Österreich statt Österreich, Deutschland',
    ],
    ['settings-saved', 'general', ['TURNSTILE_SECRET'], 'Secret für Cloudflare Turnstile: geändert'],
    ['settings-saved', 'working-hours', ['Montag', '', '08:00–12:00'], 'Montag: 08:00–12:00 statt (leer)'],
    ['text-saved', 'confirmed', ['sms_closing'], 'Schluss der SMS: geändert'],
    ['admin-invited', 'gerda@ordination.example', ['role', undefined, 'assistant'], 'Rolle: Assistenz'],
    ['service-saved', 'facial', ['price', 90, 99.9], 'Preis: € 99,90 statt € 90'],
    [
      'service-saved',
      'facial',
      ['description', 'x'.repeat(300), ''],
      `Beschreibung: (leer) statt ${'x'.repeat(120)} …`,
    ],
    // Properties that every object inherits must not pass for a group of settings and its field.
    ['settings-saved', 'constructor', ['valueOf'], 'valueOf: geändert'],
  ])('%s of %s, change %j, as “%s”', ([action, subject, [field, before, after], text]) => {
    const change = after === undefined ? { field } : { field, before, after }
    const [shown = ''] = changeTexts({ action, subject, changes: [change] })
    // The no-break spaces of amounts and dates become plain.
    expect(shown.replaceAll('\u00a0', ' ')).toBe(text)
  })
})
