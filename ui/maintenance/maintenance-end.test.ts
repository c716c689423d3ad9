import { expect, test } from 'vitest'
import { maintenanceEndText } from './maintenance-end.ts'

test('a day is written out with its weekday', () => {
  expect(maintenanceEndText('2027-01-11')).toBe('Montag, 11.\u00a0Jänner 2027')
})

test('an instant is shown in Vienna time', () => {
  expect(maintenanceEndText('2027-01-11T07:00:00Z')).toBe('Montag, 11.\u00a0Jänner 2027, 08:00\u00a0Uhr')
  expect(maintenanceEndText('2027-07-12T08:00:00+02:00')).toBe('Montag, 12.\u00a0Juli 2027, 08:00\u00a0Uhr')
})

test('any other text, such as a time without a zone, is shown as it is', () => {
  expect(maintenanceEndText('nächste Woche')).toBe('nächste Woche')
  expect(maintenanceEndText('2027-13-45')).toBe('2027-13-45')
  expect(maintenanceEndText('2027-01-11T08:00')).toBe('2027-01-11T08:00')
})
