import { describe, expect, test } from 'vitest'
import { type AuditRow, actorText, auditSentence, changeTexts } from './audit-text.ts'

const GERDA = 'gerda@ordination.example'

const row = (changes: Partial<AuditRow>): AuditRow => ({
  ...{
    id: 1,
    at: '2027-01-07T13:40:00+01:00',
    actor: 'admin',
    actor_name: GERDA,
    person: GERDA,
    action: 'login',
  },
  ...{ subject: '', changes: [], booking: null },
  ...changes,
})
/** With ordinary spaces. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

const sentence = (changes: Partial<AuditRow>) => {
  const { before, target, after } = auditSentence(row(changes))
  const link = target?.to ? `[${target.text}](${target.to})` : (target?.text ?? '')
  return plain(before + link + after)
}

describe('what was done is a sentence', () => {
  test.each<[string, string, string]>([
    ['login', '', 'hat sich angemeldet.'],
    ['password-changed', GERDA, 'hat das Passwort geändert.'],
    ['password-changed', 'rosa@ordination.example', 'hat das Passwort geändert: rosa@ordination.example'],
    ['settings-saved', 'general', 'hat die Einstellungen [Allgemein](/admin/settings/general) geändert.'],
    ['settings-saved', 'sevenio', 'hat die Einstellungen [seven.io](/admin/settings/sms) geändert.'],
    [
      'settings-saved',
      'working-hours',
      'hat die Einstellungen [Arbeitszeiten](/admin/settings/working-hours) geändert.',
    ],
    [
      'settings-tested',
      'mail',
      'hat die Einstellungen [URLs & Admin E-Mail](/admin/settings/urls) getestet.',
    ],
    ['text-saved', 'confirmed', 'hat den Text [Bestätigung](/admin/settings/texts?text=confirmed) geändert.'],
    ['service-saved', 'facial', 'hat den Service [facial](/admin/services?service=facial) gespeichert.'],
    ['booking-confirmed', 'abcdef…', 'hat den Termin abcdef… bestätigt.'],
    ['message-resent', 'SMS 12', 'hat eine Nachricht erneut gesendet: [SMS](/admin/outbox?tab=sms)'],
    ['failure-settled', 'E-Mail 7', 'hat eine nicht gesendete Nachricht erledigt: [E-Mail](/admin/outbox)'],
    [
      'failure-reopened',
      'Odoo 3',
      'hat eine nicht gesendete Nachricht wieder geöffnet: [Übertragung an Odoo](/admin/outbox?tab=odoo)',
    ],
    [
      'absence-saved',
      'closure: 2027-01-12 – 2027-01-14',
      'hat eine Abwesenheit eingetragen: [Geschlossen: 12. Jänner 2027 – 14. Jänner 2027](/admin/absences)',
    ],
    ['bookings-exported', '2027-01-01 bis …', 'hat Termine exportiert: 1. Jänner 2027 bis …'],
    [
      'bookings-exported',
      '2027-01-01 bis 2027-01-31, confirmed',
      'hat Termine exportiert: 1. Jänner 2027 bis 31. Jänner 2027, Bestätigt',
    ],
    ['something-new', '', 'something-new.'],
    ['constructor', 'x', 'constructor: x'],
  ])('%s %s', (action, subject, says) => expect(sentence({ action, subject })).toBe(says))

  test('with a link to the booking', () => {
    const booking = { id: 'abcdefghijkl', start: '2027-01-12T08:30:00+01:00' }
    const link = '[Termin am Di 12. Jänner 2027, 08:30](/admin/bookings?booking=abcdefghijkl)'
    const deed = { subject: 'abcdef…', booking }
    expect(sentence({ ...deed, action: 'booking-rejected' })).toBe(`hat den ${link} abgelehnt.`)
    expect(sentence({ ...deed, action: 'message-resent' })).toBe(
      `hat eine Nachricht erneut gesendet: ${link}`,
    )
  })

  test('an actor without a name is shown by a word', () => {
    expect([GERDA, 'visitor', 'robot'].map(actorText)).toEqual([GERDA, 'Jemand', 'robot'])
  })
})

describe('a changed field is shown by its label', () => {
  type Value = AuditRow['changes'][number]['after']
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
    ['admin-invited', GERDA, ['role', undefined, 'assistant'], 'Rolle: Assistenz'],
    ['service-saved', 'facial', ['price', 90, 99.9], 'Preis: € 99,90 statt € 90'],
    [
      'service-saved',
      'facial',
      ['description', 'x'.repeat(300), ''],
      `Beschreibung: (leer) statt ${'x'.repeat(120)} …`,
    ],
    ['settings-saved', 'constructor', ['valueOf'], 'valueOf: geändert'],
  ])('%s %s %j', ([action, subject, [field, before, after], text]) => {
    const change = after === undefined ? { field } : { field, before, after }
    const [shown = ''] = changeTexts(row({ action, subject, changes: [change] }))
    expect(plain(shown)).toBe(text)
  })
})
