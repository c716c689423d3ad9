import { expect, test } from 'vitest'
import { type AuditRow, actorText, auditSentence } from './audit-sentence.ts'

/** The staff member who has done everything in these tests. */
const GERDA = 'gerda@ordination.example'

/** Returns an entry for a sign-in by Gerda, with these changes. */
const entryWith = (changes: Partial<AuditRow>): AuditRow => ({
  id: 1,
  at: '2027-01-07T13:40:00+01:00',
  actor: 'admin',
  actor_name: GERDA,
  person: GERDA,
  action: 'login',
  subject: '',
  changes: [],
  booking: null,
  ...changes,
})

/** Returns the sentence about an entry as text, with plain spaces, and a link as `[text](URL)`. */
const sentenceFor = (changes: Partial<AuditRow>) => {
  const { textBefore, target, textAfter } = auditSentence(entryWith(changes))
  const link = target?.to ? `[${target.text}](${target.to})` : (target?.text ?? '')
  return (textBefore + link + textAfter).replaceAll('\u00a0', ' ')
}

type Case = { action: string; subject: string; sentence: string }

const expectSentence = ({ action, subject, sentence }: Case) =>
  expect(sentenceFor({ action, subject })).toBe(sentence)

test.each<Case>([
  { action: 'login', subject: '', sentence: 'hat sich angemeldet.' },
  { action: 'password-changed', subject: GERDA, sentence: 'hat das Passwort geändert.' },
  {
    action: 'password-changed',
    subject: 'rosa@ordination.example',
    sentence: 'hat das Passwort geändert: rosa@ordination.example',
  },
])('the sentence about an account: $action on “$subject”: $sentence', expectSentence)

test.each<Case>([
  {
    action: 'settings-saved',
    subject: 'general',
    sentence: 'hat die Einstellungen [Allgemein](/admin/settings/general) geändert.',
  },
  {
    action: 'settings-saved',
    subject: 'sevenio',
    sentence: 'hat die Einstellungen [seven.io](/admin/settings/sms) geändert.',
  },
  {
    action: 'settings-saved',
    subject: 'working-hours',
    sentence: 'hat die Einstellungen [Arbeitszeiten](/admin/settings/working-hours) geändert.',
  },
  {
    action: 'settings-tested',
    subject: 'mail',
    sentence: 'hat die Einstellungen [URLs & Admin E-Mail](/admin/settings/urls) getestet.',
  },
  {
    action: 'text-saved',
    subject: 'confirmed',
    sentence: 'hat den Text [Bestätigung](/admin/settings/texts?text=confirmed) geändert.',
  },
  {
    action: 'service-saved',
    subject: 'facial',
    sentence: 'hat den Service [facial](/admin/services?service=facial) gespeichert.',
  },
])('the sentence about the configuration links to its page: $action on “$subject”: $sentence', expectSentence)

test.each<Case>([
  { action: 'booking-confirmed', subject: 'abcdef…', sentence: 'hat den Termin abcdef… bestätigt.' },
  {
    action: 'message-written',
    subject: 'abcdef…',
    sentence: 'hat zum Termin abcdef… eine Nachricht geschrieben.',
  },
  {
    action: 'bookings-exported',
    subject: '2027-01-01 bis …',
    sentence: 'hat Termine exportiert: 1. Jänner 2027 bis …',
  },
  {
    action: 'bookings-exported',
    subject: '2027-01-01 bis 2027-01-31, confirmed',
    sentence: 'hat Termine exportiert: 1. Jänner 2027 bis 31. Jänner 2027, Bestätigt',
  },
])('the sentence about appointments that it cannot link to: $action on “$subject”: $sentence', expectSentence)

test.each<Case>([
  {
    action: 'message-resent',
    subject: 'SMS 12',
    sentence: 'hat eine Nachricht erneut gesendet: [SMS](/admin/outbox?tab=sms)',
  },
  {
    action: 'failure-settled',
    subject: 'E-Mail 7',
    sentence: 'hat eine nicht gesendete Nachricht erledigt: [E-Mail](/admin/outbox)',
  },
  {
    action: 'failure-reopened',
    subject: 'Odoo 3',
    sentence:
      'hat eine nicht gesendete Nachricht wieder geöffnet: [Übertragung an Odoo](/admin/outbox?tab=odoo)',
  },
])('the sentence about a message links to its log: $action on “$subject”: $sentence', expectSentence)

test('the sentence about an absence states its days in words', () => {
  expect(sentenceFor({ action: 'absence-saved', subject: 'closure: 2027-01-12 – 2027-01-14' })).toBe(
    'hat eine Abwesenheit eingetragen: [Geschlossen: 12. Jänner 2027 – 14. Jänner 2027](/admin/absences)',
  )
})

test.each<Case>([
  { action: 'something-new', subject: '', sentence: 'something-new.' },
  // Every object inherits a property of this name.
  { action: 'constructor', subject: 'x', sentence: 'constructor: x' },
])('the sentence about an unknown action names it: $action on “$subject”: $sentence', expectSentence)

test('the sentence about a booking links to the booking', () => {
  const booking = { id: 'abcdefghijkl', start: '2027-01-12T08:30:00+01:00' }
  const link = '[Termin am Di 12. Jänner 2027, 08:30](/admin/bookings?booking=abcdefghijkl)'
  const ofBooking = { subject: 'abcdef…', booking }
  expect(sentenceFor({ ...ofBooking, action: 'booking-rejected' })).toBe(`hat den ${link} abgelehnt.`)
  expect(sentenceFor({ ...ofBooking, action: 'message-resent' })).toBe(
    `hat eine Nachricht erneut gesendet: ${link}`,
  )
})

test('an actor without a name is shown by a German word, if there is one', () => {
  expect([GERDA, 'visitor', 'robot'].map(actorText)).toEqual([GERDA, 'Jemand', 'robot'])
})
