import { describe, expect, test } from 'vitest'
import { filterEntries, subjectOf } from './log-entries.ts'

const MAILS = [
  { id: 3, status: 'sent', subject: 'Reservierung erhalten', recipient: 'rosa@musterfrau.example' },
  { id: 2, status: 'failed', subject: 'Ihr Termin ist bestätigt', recipient: 'gebhard@unbekannt.example' },
  { id: 1, status: 'sent', subject: null, recipient: 'Ökonomie@erfunden.example' },
]

function found(q: string, status = '') {
  const mails = filterEntries(MAILS, { q, status }, ({ subject, recipient }) => [subject, recipient])
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
  test('is narrowed to one status', () => {
    expect(found('', 'sent')).toEqual([3, 1])
    expect(found('rosa', 'failed')).toEqual([])
  })
})

test('a mail without a subject is named all the same', () => {
  expect(subjectOf({ subject: 'Reservierung erhalten' })).toBe('Reservierung erhalten')
  expect(['', ' ', null].map((subject) => subjectOf({ subject }))).toEqual(Array(3).fill('(ohne Betreff)'))
})
