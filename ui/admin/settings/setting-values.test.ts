import { expect, test } from 'vitest'
import { fieldTime, settingValues } from './setting-values.ts'

test.each([
  ['2027-01-12T18:00', '2027-01-12T18:00'],
  ['2027-01-12T18:00:30', '2027-01-12T18:00'],
  ['', ''],
])('a date-time field shows the wall time %j to the minute: %j', (wallTime, shown) => {
  expect(fieldTime(wallTime)).toBe(shown)
})

test.each([
  ['2027-01-12T17:00:00Z', '2027-01-12T18:00'],
  ['2027-07-12T12:30-04:00', '2027-07-12T18:30'],
  ['2027-07-12T00:30:00.250+05:30', '2027-07-11T21:00'],
])('a date-time field shows the instant %s in Vienna, to the minute: %s', (instant, shown) => {
  expect(fieldTime(instant)).toBe(shown)
})

test('the values of a group have numbers as text and null as an empty text', () => {
  const stored = { maxBookingDays: null, reminder_hours: 48, notify_off: true }
  const values = settingValues('general', stored)
  expect(values).toMatchObject({ maxBookingDays: '', reminder_hours: '48', notify_off: true })
  expect(settingValues('general', { maxBookingDays: 90 }).maxBookingDays).toBe('90')
})

test('the values of a group have only the fields of its form', () => {
  expect(settingValues('general', { reminder_hours: 48, secrets: {} })).not.toHaveProperty('secrets')
})
