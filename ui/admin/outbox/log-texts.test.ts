import { expect, test } from 'vitest'
import { subjectOf } from './log-texts.ts'

test('an e-mail is named by its subject', () => {
  expect(subjectOf({ subject: 'Reservierung erhalten', emptied: null })).toBe('Reservierung erhalten')
})

test.each(['', ' ', null])('an e-mail with the subject %j is named as one without a subject', (subject) => {
  expect(subjectOf({ subject, emptied: null })).toBe('(ohne Betreff)')
})

test('an e-mail whose content was deleted is named by the sentence about the deletion', () => {
  expect(subjectOf({ subject: '', emptied: 'Inhalt gelöscht.' })).toBe('Inhalt gelöscht.')
})
