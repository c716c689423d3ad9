import { expect, test } from 'vitest'
import { pastTimeText } from './past-time-text.ts'

const NOW = Date.parse('2027-01-07T13:40:00+01:00')

test('an instant of today is written as its time, an earlier one as its day', () => {
  expect(pastTimeText('2027-01-07T13:39:00+01:00', NOW)).toBe('heute 13:39')
  expect(pastTimeText('2027-01-06T23:59:59+01:00', NOW)).toBe('Mi\u00a06.\u00a0Jänner')
})

test('a day of another year is written with the year', () => {
  expect(pastTimeText('2026-12-30T09:00:00+01:00', NOW)).toBe('Mi\u00a030.\u00a0Dezember 2026')
})

test('days begin at midnight in Vienna', () => {
  expect(pastTimeText('2027-01-06T23:30:00Z', NOW)).toBe('heute 00:30')
  expect(pastTimeText('2026-12-31T23:30:00Z', NOW)).toBe('Fr\u00a01.\u00a0Jänner')
})
