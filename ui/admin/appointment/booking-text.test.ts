import { expect, test } from 'vitest'
import { cancellationText, eventText, messageText } from './booking-text.ts'

test('an event says what happened and who did it, an admin by address', () => {
  expect(eventText({ kind: 'requested', actor: 'visitor', actor_name: '' })).toBe(
    'Reserviert von: Patientin oder Patient',
  )
  expect(eventText({ kind: 'confirmed', actor: 'admin', actor_name: 'assistenz@ordination.example' })).toBe(
    'Bestätigt von: assistenz@ordination.example',
  )
  expect(eventText({ kind: 'rejected', actor: 'staff-link', actor_name: '' })).toBe(
    'Abgelehnt von: Ordination, über den Link in der E-Mail',
  )
})

test('a move says the time until then', () => {
  const from = '2027-01-12T08:30:00+01:00'
  expect(eventText({ kind: 'moved', actor: 'admin', actor_name: 'a@b.example', from })).toBe(
    'Verschoben von: a@b.example (bisher Dienstag, 12.\u00a0Jänner 2027, 08:30\u00a0Uhr)',
  )
})

test('corrected contact data are named', () => {
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

test('a message has its subject or its text as title, and its status in German', () => {
  expect(
    messageText({
      channel: 'email',
      kind: 'confirmed',
      status: 'sent',
      emptied: null,
      error: null,
      subject: 'Ihr Termin ist bestätigt',
    }),
  ).toEqual({
    title: 'E-Mail: Ihr Termin ist bestätigt',
    state: 'gesendet',
    reason: '',
  })
  expect(
    messageText({
      channel: 'sms',
      kind: 'confirmed',
      status: 'unknown',
      emptied: null,
      error: null,
      text: 'Ihr Termin …',
    }),
  ).toEqual({
    title: 'SMS: Ihr Termin …',
    state: 'ungewiss',
    reason: '',
  })
  expect(
    messageText({
      channel: 'email',
      kind: 'confirmed',
      status: 'failed',
      emptied: null,
      error: null,
      subject: '',
    }).title,
  ).toBe('E-Mail: (ohne Betreff)')
})

test('a message without a subject is called by its kind, and its reason is only the sentence', () => {
  const error = 'Abgelehnt: Der E-Mail-Server nimmt diese E-Mail nicht an. Technisch: 552 too big'
  const push = { channel: 'erp', kind: 'erp-push', status: 'failed', emptied: null, error } as const
  expect(messageText(push)).toEqual({
    title: 'Odoo: Übertragung an Odoo',
    state: 'fehlgeschlagen',
    reason: 'Abgelehnt: Der E-Mail-Server nimmt diese E-Mail nicht an.',
  })
})

test('a cancellation says who wished for it and how long before that was', () => {
  const text = (
    cancelled_ahead_min: number | null,
    cancelled_by: 'patient' | 'practice' | null = 'patient',
  ) => cancellationText({ cancelled_by, cancelled_ahead_min })
  expect(text(180)).toBe('von der Patientin oder dem Patienten, 3 Stunden vorher')
  expect(text(60, 'practice')).toBe('von der Ordination, 1 Stunde vorher')
  expect([text(59), text(1), text(-5)].map((each) => each.split(', ')[1])).toEqual([
    '59 Minuten vorher',
    '1 Minute vorher',
    'nach dem Beginn',
  ])
  expect([text(47 * 60), text(48 * 60)].map((each) => each.split(', ')[1])).toEqual([
    '47 Stunden vorher',
    '2 Tage vorher',
  ])
  expect([text(null, null), cancellationText({})]).toEqual(['–', '–'])
})
