import { expect, test } from 'vitest'
import { blockInUrl, readBlock } from './blocked-time.ts'

test('a press blocks half an hour from the pressed time', () => {
  expect(blockInUrl('2027-01-12T10:30')).toBe('2027-01-12T10:30-11:00')
})

test('blocked time ends at midnight at the latest', () => {
  expect(blockInUrl('2027-01-12T23:30')).toBe('2027-01-12T23:30-00:00')
  expect(blockInUrl('2027-01-12T23:45')).toBe('2027-01-12T23:45-00:00')
})

test.each(['1', '2027-01-12', '2027-01-12T25:00'])('the text %s has no time of day to block', (start) => {
  expect(blockInUrl(start)).toBeUndefined()
})

test('the URL names blocked time, or a day without times', () => {
  const day = '2027-01-12'
  expect(readBlock('2027-01-12T10:30-11:00')).toEqual({ day, start: '10:30', end: '11:00' })
  expect(readBlock('2027-01-12')).toEqual({ day, start: '', end: '' })
})
