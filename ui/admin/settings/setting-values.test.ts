import { expect, test } from 'vitest'
import { fieldTime, settingValues } from './setting-values.ts'

test('a date-time field shows an instant with an offset in Vienna, and a wall time as it is, to the minute', () => {
  expect(fieldTime('2027-01-12T18:00')).toBe('2027-01-12T18:00')
  expect(fieldTime('2027-01-12T18:00:30')).toBe('2027-01-12T18:00')
  expect(fieldTime('2027-01-12T17:00:00Z')).toBe('2027-01-12T18:00')
  expect(fieldTime('2027-07-12T12:30-04:00')).toBe('2027-07-12T18:30')
  expect(fieldTime('2027-07-12T00:30:00.250+05:30')).toBe('2027-07-11T21:00')
  expect(fieldTime('')).toBe('')
})

test('the values of a group have numbers as text and null as an empty text, and only its fields', () => {
  const stored = { maxBookingDays: null, reminder_hours: 48, notify_off: true, secrets: {} }
  const values = settingValues('general', stored)
  expect(values).toMatchObject({ maxBookingDays: '', reminder_hours: '48', notify_off: true })
  expect(values).not.toHaveProperty('secrets')
  expect(settingValues('general', { maxBookingDays: 90 }).maxBookingDays).toBe('90')
})
