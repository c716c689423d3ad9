import { expect, test } from 'vitest'
import { EMPTY_GENERAL, fieldTime, type GeneralSettings, generalEntry } from './general-entry.ts'

test('a time with an offset is shown in Vienna, one without stays as it is', () => {
  expect(fieldTime('2027-01-12T18:00')).toBe('2027-01-12T18:00')
  expect(fieldTime('2027-01-12T18:00:30')).toBe('2027-01-12T18:00')
  expect(fieldTime('2027-01-12T17:00:00Z')).toBe('2027-01-12T18:00')
  expect(fieldTime('2027-07-12T12:30-04:00')).toBe('2027-07-12T18:30')
  expect(fieldTime('2027-07-12T00:30:00.250+05:30')).toBe('2027-07-11T21:00')
  expect(fieldTime('')).toBe('')
})

test('numbers become text, an unlimited range an empty field, and nothing else comes along', () => {
  const stored: GeneralSettings = {
    ...EMPTY_GENERAL,
    maxBookingDays: null,
    reminder_hours: 48,
    secrets: { TURNSTILE_SECRET: true },
  }
  expect(generalEntry(stored)).toEqual({ ...EMPTY_GENERAL, reminder_hours: '48' })
  expect(generalEntry({ ...stored, maxBookingDays: 90 }).maxBookingDays).toBe('90')
})
