import { expect, test } from 'vitest'
import { eventText, messageText } from './booking-text.ts'

test('an event tells what happened and who did it, an admin by address', () => {
  expect(eventText({ kind: 'requested', actor: 'visitor', actor_name: '' })).toBe(
    'Reserviert von: Patientin oder Patient',
  )
  expect(eventText({ kind: 'confirmed', actor: 'admin', actor_name: 'assistenz@ordination.example' })).toBe(
    'Bestätigt von: assistenz@ordination.example',
  )
  expect(eventText({ kind: 'rejected', actor: 'staff-link', actor_name: '' })).toBe(
    'Abgelehnt von: Praxis, über den Link in der E-Mail',
  )
})

test('what nobody knows yet is shown as it came', () => {
  expect(eventText({ kind: 'moved', actor: 'robot', actor_name: '' })).toBe('moved von: robot')
})

test('a message is named by its subject or its words, with its state in German', () => {
  expect(
    messageText({ channel: 'email', kind: 'confirmed', status: 'sent', subject: 'Ihr Termin ist bestätigt' }),
  ).toEqual({
    title: 'E-Mail: Ihr Termin ist bestätigt',
    state: 'gesendet',
  })
  expect(messageText({ channel: 'sms', kind: 'confirmed', status: 'unknown', text: 'Ihr Termin …' })).toEqual(
    {
      title: 'SMS: Ihr Termin …',
      state: 'ungewiss',
    },
  )
  expect(messageText({ channel: 'email', kind: 'confirmed', status: 'failed', subject: '' }).title).toBe(
    'E-Mail: (ohne Betreff)',
  )
})
