import { expect, test } from 'vitest'
import { eventText } from './event-text.ts'

test.each([
  { kind: 'requested', actor: 'visitor', text: 'Reserviert von: Patientin oder Patient' },
  {
    kind: 'confirmed',
    actor: 'admin',
    actor_name: 'assistenz@ordination.example',
    text: 'Bestätigt von: assistenz@ordination.example',
  },
  {
    kind: 'rejected',
    actor: 'staff-link',
    text: 'Abgelehnt von: Ordination, über den Link in der E-Mail',
  },
])(
  'an event says what happened and who did it: $kind by $actor is “$text”',
  ({ kind, actor, actor_name = '', text }) => {
    expect(eventText({ kind, actor, actor_name })).toBe(text)
  },
)

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
