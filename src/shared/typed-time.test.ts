import { expect, test } from 'vitest'
import { typedTime } from './typed-time.ts'

test('times may be typed in many ways', () => {
  const typed = ['8', '08', '830', '0830', '8:30', '8.30', '8,30', ' 13:45 ', '00:00', '2359', '8h15']
  expect(typed.map(typedTime)).toEqual([
    '08:00',
    '08:00',
    '08:30',
    '08:30',
    '08:30',
    '08:30',
    '08:30',
    '13:45',
    '00:00',
    '23:59',
    '08:15',
  ])
})

test('an invalid time stays as it was typed, so that the schema can refuse it', () => {
  const typed = ['', '24:00', '8:60', '8:3', 'acht', '99', '12345']
  expect(typed.map(typedTime)).toEqual(typed)
})
