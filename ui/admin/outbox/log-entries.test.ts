import { describe, expect, test } from 'vitest'
import { searchEntries, subjectOf } from './log-entries.ts'

const MAILS = [
  { id: 3, subject: 'Reservierung erhalten', recipient: 'rosa@musterfrau.example' },
  { id: 2, subject: 'Ihr Termin ist bestätigt', recipient: 'gebhard@unbekannt.example' },
  { id: 1, subject: null, recipient: 'Ökonomie@erfunden.example' },
]

function found(typed: string) {
  const mails = searchEntries(MAILS, typed, ({ subject, recipient }) => [subject, recipient])
  return mails.map(({ id }) => id)
}

describe('the list', () => {
  test('shows everything while nothing is asked for', () => expect(found('')).toEqual([3, 2, 1]))
  test('is searched in every text, whatever the case', () => {
    expect(found('TERMIN')).toEqual([2])
    expect(found('ökonomie')).toEqual([1])
    expect(found('example')).toEqual([3, 2, 1])
  })
  test('shows what holds all the words', () => {
    expect(found('  rosa  reservierung ')).toEqual([3])
    expect(found('rosa bestätigt')).toEqual([])
  })
})

test('a mail without a subject is named all the same', () => {
  expect(subjectOf({ subject: 'Reservierung erhalten' })).toBe('Reservierung erhalten')
  expect(['', ' ', null].map((subject) => subjectOf({ subject }))).toEqual(Array(3).fill('(ohne Betreff)'))
})
