import { expect, test } from 'vitest'
import { absenceNameText, absenceTimeText } from './absence-text.ts'

const days = (from: string, to: string) => ({ kind: 'closure' as const, start: '', end: '', from, to })
const hours = (start: string, end: string) => ({ kind: 'block' as const, start, end })

test('whole days are written without times, and with their year only once', () => {
  expect(absenceTimeText(days('2027-02-08', '2027-02-08'))).toBe('Montag, 8.\u00a0Februar 2027')
  expect(absenceTimeText(days('2027-02-08', '2027-02-12'))).toBe(
    'Montag, 8.\u00a0Februar bis Freitag, 12.\u00a0Februar 2027',
  )
  expect(absenceTimeText(days('2026-12-28', '2027-01-05'))).toBe(
    'Montag, 28.\u00a0Dezember 2026 bis Dienstag, 5.\u00a0Jänner 2027',
  )
})

test('hours are written with their day, and with 24:00 for an end at midnight', () => {
  expect(absenceTimeText(hours('2027-01-12T14:00:00+01:00', '2027-01-12T17:30:00+01:00'))).toBe(
    'Dienstag, 12.\u00a0Jänner 2027, 14:00 bis 17:30',
  )
  expect(absenceTimeText(hours('2027-01-12T14:00:00+01:00', '2027-01-13T00:00:00+01:00'))).toBe(
    'Dienstag, 12.\u00a0Jänner 2027, 14:00 bis 24:00',
  )
  expect(absenceTimeText(hours('2027-01-12T14:00:00+01:00', '2027-01-13T12:00:00+01:00'))).toBe(
    'Dienstag, 12.\u00a0Jänner 2027, 14:00 bis Mittwoch, 13.\u00a0Jänner 2027, 12:00',
  )
})

test('an absence is named by its title and day', () => {
  expect(absenceNameText({ title: 'Urlaub', start: '2027-02-08T00:00:00+01:00' })).toBe(
    '„Urlaub“ (Mo\u00a08.\u00a0Februar)',
  )
})
