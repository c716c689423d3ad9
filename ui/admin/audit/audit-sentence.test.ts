import { describe, expect, test } from 'vitest'
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
  const { before, target, after } = auditSentence(entryWith(changes))
  const link = target?.to ? `[${target.text}](${target.to})` : (target?.text ?? '')
  return (before + link + after).replaceAll('\u00a0', ' ')
}

type Case = [action: string, subject: string, sentence: string]

const expectSentence = (action: string, subject: string, sentence: string) =>
  expect(sentenceFor({ action, subject })).toBe(sentence)

describe('the sentence of an entry', () => {
  test.each<Case>([
    ['login', '', 'hat sich angemeldet.'],
    ['password-changed', GERDA, 'hat das Passwort geändert.'],
    ['password-changed', 'rosa@ordination.example', 'hat das Passwort geändert: rosa@ordination.example'],
  ])('about an account: %s on %j: %s', expectSentence)

  test.each<Case>([
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
  ])('about the configuration links to its page: %s on %j: %s', expectSentence)

  test.each<Case>([
    ['booking-confirmed', 'abcdef…', 'hat den Termin abcdef… bestätigt.'],
    ['message-written', 'abcdef…', 'hat zum Termin abcdef… eine Nachricht geschrieben.'],
    ['bookings-exported', '2027-01-01 bis …', 'hat Termine exportiert: 1. Jänner 2027 bis …'],
    [
      'bookings-exported',
      '2027-01-01 bis 2027-01-31, confirmed',
      'hat Termine exportiert: 1. Jänner 2027 bis 31. Jänner 2027, Bestätigt',
    ],
  ])('about appointments that it cannot link to: %s on %j: %s', expectSentence)

  test.each<Case>([
    ['message-resent', 'SMS 12', 'hat eine Nachricht erneut gesendet: [SMS](/admin/outbox?tab=sms)'],
    ['failure-settled', 'E-Mail 7', 'hat eine nicht gesendete Nachricht erledigt: [E-Mail](/admin/outbox)'],
    [
      'failure-reopened',
      'Odoo 3',
      'hat eine nicht gesendete Nachricht wieder geöffnet: [Übertragung an Odoo](/admin/outbox?tab=odoo)',
    ],
  ])('about a message links to its log: %s on %j: %s', expectSentence)

  test('about an absence states its days in words', () => {
    expect(sentenceFor({ action: 'absence-saved', subject: 'closure: 2027-01-12 – 2027-01-14' })).toBe(
      'hat eine Abwesenheit eingetragen: [Geschlossen: 12. Jänner 2027 – 14. Jänner 2027](/admin/absences)',
    )
  })

  test.each<Case>([
    ['something-new', '', 'something-new.'],
    // Every object inherits a property of this name.
    ['constructor', 'x', 'constructor: x'],
  ])('about an unknown action names it: %s on %j: %s', expectSentence)

  test('about a booking links to the booking', () => {
    const booking = { id: 'abcdefghijkl', start: '2027-01-12T08:30:00+01:00' }
    const link = '[Termin am Di 12. Jänner 2027, 08:30](/admin/bookings?booking=abcdefghijkl)'
    const deed = { subject: 'abcdef…', booking }
    expect(sentenceFor({ ...deed, action: 'booking-rejected' })).toBe(`hat den ${link} abgelehnt.`)
    expect(sentenceFor({ ...deed, action: 'message-resent' })).toBe(
      `hat eine Nachricht erneut gesendet: ${link}`,
    )
  })
})

test('an actor without a name is shown by a German word, if there is one', () => {
  expect([GERDA, 'visitor', 'robot'].map(actorText)).toEqual([GERDA, 'Jemand', 'robot'])
})
