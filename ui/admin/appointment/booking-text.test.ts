import { expect, test } from 'vitest'
import { cancellationText, eventText, messageText } from './booking-text.ts'

test.each([
  ['requested', 'visitor', '', 'Reserviert von: Patientin oder Patient'],
  ['confirmed', 'admin', 'assistenz@ordination.example', 'Bestätigt von: assistenz@ordination.example'],
  ['rejected', 'staff-link', '', 'Abgelehnt von: Ordination, über den Link in der E-Mail'],
])('an event says what happened and who did it: %s by %s %s', (kind, actor, actor_name, text) => {
  expect(eventText({ kind, actor, actor_name })).toBe(text)
})

test('the text of a move says the earlier time', () => {
  const from = '2027-01-12T08:30:00+01:00'
  expect(eventText({ kind: 'moved', actor: 'admin', actor_name: 'a@b.example', from })).toBe(
    'Verschoben von: a@b.example (bisher Dienstag, 12.\u00a0Jänner 2027, 08:30\u00a0Uhr)',
  )
})

test('the text of a correction names the changed fields', () => {
  const changed = {
    kind: 'contact-changed',
    actor: 'admin',
    actor_name: 'a@b.example',
    message: 'E-Mail, Ort',
  }
  expect(eventText(changed)).toBe('Kontaktdaten geändert von: a@b.example (E-Mail, Ort)')
})

test('unknown events and actors are shown as they are', () => {
  expect(eventText({ kind: 'archived', actor: 'robot', actor_name: '' })).toBe('archived von: robot')
})

const CONFIRMATION = { kind: 'confirmed', emptied: null, error: null } as const

test('an e-mail has its subject as title, and its status in German', () => {
  const subject = 'Ihr Termin ist bestätigt'
  expect(messageText({ ...CONFIRMATION, channel: 'email', status: 'sent', subject })).toEqual({
    title: 'E-Mail: Ihr Termin ist bestätigt',
    state: 'gesendet',
    reason: '',
  })
})

test('an SMS has its text as title, and its status in German', () => {
  const text = 'Ihr Termin …'
  expect(messageText({ ...CONFIRMATION, channel: 'sms', status: 'unknown', text })).toEqual({
    title: 'SMS: Ihr Termin …',
    state: 'ungewiss',
    reason: '',
  })
})

test('an e-mail with an empty subject says so', () => {
  const email = { ...CONFIRMATION, channel: 'email', status: 'failed', subject: '' } as const
  expect(messageText(email).title).toBe('E-Mail: (ohne Betreff)')
})

test('a message without subject and text is named by its kind, and its reason leaves out technical details', () => {
  const error = 'Abgelehnt: Der E-Mail-Server nimmt diese E-Mail nicht an. Technisch: 552 too big'
  const push = { channel: 'erp', kind: 'erp-push', status: 'failed', emptied: null, error } as const
  expect(messageText(push)).toEqual({
    title: 'Odoo: Übertragung an Odoo',
    state: 'fehlgeschlagen',
    reason: 'Abgelehnt: Der E-Mail-Server nimmt diese E-Mail nicht an.',
  })
})

test('the text of a cancellation says who wished for it', () => {
  expect(cancellationText({ cancelled_by: 'patient', cancelled_ahead_min: 180 })).toBe(
    'von der Patientin oder dem Patienten, 3 Stunden vorher',
  )
  expect(cancellationText({ cancelled_by: 'practice', cancelled_ahead_min: 60 })).toBe(
    'von der Ordination, 1 Stunde vorher',
  )
})

test.each([
  [48 * 60, '2 Tage vorher'],
  [47 * 60, '47 Stunden vorher'],
  [59, '59 Minuten vorher'],
  [1, '1 Minute vorher'],
  [-5, 'nach dem Beginn'],
])('a cancellation %i minutes ahead was “%s”', (cancelled_ahead_min, when) => {
  expect(cancellationText({ cancelled_by: 'practice', cancelled_ahead_min })).toBe(
    `von der Ordination, ${when}`,
  )
})

test('an appointment that was not cancelled has a dash instead', () => {
  expect(cancellationText({ cancelled_by: null, cancelled_ahead_min: null })).toBe('–')
  expect(cancellationText({})).toBe('–')
})
