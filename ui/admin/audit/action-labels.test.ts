import { expect, test } from 'vitest'
import { actionLabel, actorName, subjectLabel } from './action-labels.ts'

test('an action is shown in German, an unknown one as it is', () => {
  expect(actionLabel('login-failed')).toBe('Anmeldung fehlgeschlagen')
  expect(actionLabel('booking-confirmed')).toBe('Termin bestätigt')
  expect(actionLabel('something-new')).toBe('something-new')
  expect(actionLabel('constructor')).toBe('constructor')
})

test('an admin is shown by name, every other actor by a label', () => {
  expect(actorName({ actor: 'admin', actor_name: 'gerda@praxis.example' })).toBe('gerda@praxis.example')
  expect(actorName({ actor: 'visitor', actor_name: '' })).toBe('Unbekannt')
  expect(actorName({ actor: 'cli', actor_name: '' })).toBe('Kommandozeile')
  expect(actorName({ actor: 'robot', actor_name: '' })).toBe('robot')
})

test('settings are shown by the title of their page', () => {
  const saved = (subject: string) => subjectLabel({ action: 'settings-saved', subject })
  expect(saved('general: notify_off, notify_reason')).toBe('Allgemein: notify_off, notify_reason')
  expect(saved('working-hours: 1, 3')).toBe('Arbeitszeiten: 1, 3')
  expect(saved('other: x')).toBe('other: x')
  expect(subjectLabel({ action: 'settings-tested', subject: 'mail' })).toBe('E-Mail')
  expect(subjectLabel({ action: 'feed-made', subject: 'mail' })).toBe('mail')
})
