import { expect, test } from 'vitest'
import { subjectOf } from './log-columns.tsx'

test('a mail without a subject is named all the same', () => {
  expect(subjectOf({ subject: 'Reservierung erhalten', emptied: null })).toBe('Reservierung erhalten')
  expect(['', ' ', null].map((subject) => subjectOf({ subject, emptied: null }))).toEqual(
    Array(3).fill('(ohne Betreff)'),
  )
  expect(subjectOf({ subject: '', emptied: 'Inhalt gelöscht.' })).toBe('Inhalt gelöscht.')
})
