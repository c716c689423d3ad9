import { expect, test } from 'vitest'
import { changeTexts } from './audit-changes.ts'
import type { AuditRow } from './audit-sentence.ts'

/** A changed field of an audit entry. The audit keeps no values of secrets and of patients. */
type Change = AuditRow['changes'][number]

// The label and the values are those of the form in which the field is changed.
test.for<{ action: string; subject: string; change: Change; text: string }>([
  {
    action: 'booking-contact-changed',
    subject: 'abcdef…',
    change: { field: 'email' },
    text: 'E-Mail: geändert',
  },
  {
    action: 'settings-saved',
    subject: 'general',
    change: { field: 'notify_reason', before: '', after: 'Urlaub' },
    text: 'Grund: Urlaub statt (leer)',
  },
  {
    action: 'settings-saved',
    subject: 'general',
    change: { field: 'notify_muteSms', before: false, after: true },
    text: 'SMS abschalten: ja statt nein',
  },
  {
    action: 'settings-saved',
    subject: 'general',
    change: { field: 'maintenance_until', before: '', after: '2027-01-12T18:00' },
    text: 'Voraussichtlich bis: Dienstag, 12. Jänner 2027, 18:00 Uhr statt (leer)',
  },
  {
    action: 'settings-saved',
    subject: 'smtp',
    change: { field: 'SMTP_SECURITY', before: 'starttls', after: 'none' },
    text: 'Verschlüsselung: Nur wenn der Server sie anbietet statt STARTTLS',
  },
  {
    action: 'settings-saved',
    subject: 'smtp',
    change: { field: 'SMTP_SECURITY', before: 'ssl', after: 'tls' },
    text: 'Verschlüsselung: TLS statt ssl',
  },
  {
    action: 'settings-saved',
    subject: 'smtp',
    change: { field: 'SMTP_PORT', before: null, after: 465 },
    text: 'Port: 465 statt (leer)',
  },
  {
    action: 'settings-saved',
    subject: 'general',
    change: { field: 'sms_countries', before: 'AT, DE', after: 'AT' },
    text: 'Länder: Österreich statt Österreich, Deutschland',
  },
  {
    action: 'settings-saved',
    subject: 'general',
    change: { field: 'TURNSTILE_SECRET' },
    text: 'Secret für Cloudflare Turnstile: geändert',
  },
  {
    action: 'settings-saved',
    subject: 'working-hours',
    change: { field: 'Montag', before: '', after: '08:00–12:00' },
    text: 'Montag: 08:00–12:00 statt (leer)',
  },
  {
    action: 'text-saved',
    subject: 'confirmed',
    change: { field: 'sms_closing' },
    text: 'Schluss der SMS: geändert',
  },
  {
    action: 'admin-invited',
    subject: 'gerda@ordination.example',
    change: { field: 'role', after: 'assistant' },
    text: 'Rolle: Assistenz',
  },
  {
    action: 'service-saved',
    subject: 'facial',
    change: { field: 'price', before: 90, after: 99.9 },
    text: 'Preis: € 99,90 statt € 90',
  },
  {
    action: 'service-saved',
    subject: 'facial',
    change: { field: 'description', before: 'x'.repeat(300), after: '' },
    text: `Beschreibung: (leer) statt ${'x'.repeat(120)} …`,
  },
  // Properties that every object inherits must not pass for a group of settings and its field.
  {
    action: 'settings-saved',
    subject: 'constructor',
    change: { field: 'valueOf' },
    text: 'valueOf: geändert',
  },
])(
  'the changed field $change.field of $subject ($action) is shown as “$text”',
  ({ action, subject, change, text }) => {
    const [shown = ''] = changeTexts({ action, subject, changes: [change] })
    // The no-break spaces of amounts and dates become plain.
    expect(shown.replaceAll('\u00a0', ' ')).toBe(text)
  },
)
