import { expect, it } from 'vitest'
import { aboutText } from './message-kinds.ts'

it('the text about a message names its kind, and its appointment if it has one', () => {
  expect(aboutText('confirmed', '2027-01-12T08:30:00+01:00')).toBe(
    'Bestätigung, Termin Di\u00a012.\u00a0Jänner, 08:30',
  )
  expect(aboutText('test', null)).toBe('Test')
})
