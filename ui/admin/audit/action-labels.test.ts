import { expect, test } from 'vitest'
import { nameOfActor, wordOfAct, wordsOfSubject } from './action-labels.ts'

test('an act is told in German, one that nobody knows as it came', () => {
  expect(wordOfAct('login-failed')).toBe('Anmeldung fehlgeschlagen')
  expect(wordOfAct('booking-confirmed')).toBe('Termin bestätigt')
  expect(wordOfAct('something-new')).toBe('something-new')
  expect(wordOfAct('constructor')).toBe('constructor')
})

test('an admin is named, everybody else is said to be what they are', () => {
  expect(nameOfActor({ actor: 'admin', actor_name: 'gerda@praxis.example' })).toBe('gerda@praxis.example')
  expect(nameOfActor({ actor: 'visitor', actor_name: '' })).toBe('Unbekannt')
  expect(nameOfActor({ actor: 'cli', actor_name: '' })).toBe('Kommandozeile')
  expect(nameOfActor({ actor: 'robot', actor_name: '' })).toBe('robot')
})

test('settings are called as their page is', () => {
  const saved = (subject: string) => wordsOfSubject({ action: 'settings-saved', subject })
  expect(saved('general: notify_off, notify_reason')).toBe('Allgemein: notify_off, notify_reason')
  expect(saved('working-hours: 1, 3')).toBe('Arbeitszeiten: 1, 3')
  expect(saved('other: x')).toBe('other: x')
  expect(wordsOfSubject({ action: 'settings-tested', subject: 'mail' })).toBe('E-Mail')
  expect(wordsOfSubject({ action: 'feed-made', subject: 'mail' })).toBe('mail')
})
