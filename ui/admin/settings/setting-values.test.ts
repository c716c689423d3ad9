import { expect, test } from 'vitest'
import { fieldTime, settingValues } from './setting-values.ts'

test.each([
  { wallTime: '2027-01-12T18:00', shown: '2027-01-12T18:00' },
  { wallTime: '2027-01-12T18:00:30', shown: '2027-01-12T18:00' },
  { wallTime: '', shown: '' },
])('a date-time field shows the wall time $wallTime to the minute: $shown', ({ wallTime, shown }) => {
  expect(fieldTime(wallTime)).toBe(shown)
})

test.each([
  { instant: '2027-01-12T17:00:00Z', shown: '2027-01-12T18:00' },
  { instant: '2027-07-12T12:30-04:00', shown: '2027-07-12T18:30' },
  { instant: '2027-07-12T00:30:00.250+05:30', shown: '2027-07-11T21:00' },
])('a date-time field shows the instant $instant in Vienna, to the minute: $shown', ({ instant, shown }) => {
  expect(fieldTime(instant)).toBe(shown)
})

test('the values of a group have numbers as text and null as an empty text', () => {
  const values = settingValues('general', { maxBookingDays: null, reminder_hours: 48, notify_off: true })
  expect(values).toMatchObject({ maxBookingDays: '', reminder_hours: '48', notify_off: true })
  expect(settingValues('general', { maxBookingDays: 90 })).toMatchObject({ maxBookingDays: '90' })
})

test('settings of which the specification knows nothing have their defaults if the answer lacks them', () => {
  const values = settingValues('general', { maxBookingDays: 90, SEND_ADMIN_EMAIL: false })
  expect(values).toMatchObject({ cancel_hours: '24', waiting_list: true, SEND_ADMIN_EMAIL: false })
  expect(settingValues('general', undefined)).toMatchObject({ cancel_hours: '', waiting_list: false })
})

test('the values of a group have only the fields of its form', () => {
  expect(settingValues('general', { reminder_hours: 48, secrets: {} })).not.toHaveProperty('secrets')
})
