import { expect, it } from 'vitest'
import { completeTime } from './typed-time.ts'

it.each([
  ['8', '08:00'],
  ['08', '08:00'],
  ['830', '08:30'],
  ['0830', '08:30'],
  ['8:30', '08:30'],
  ['8.30', '08:30'],
  ['8,30', '08:30'],
  [' 13:45 ', '13:45'],
  ['00:00', '00:00'],
  ['2359', '23:59'],
  ['8h15', '08:15'],
])('%j is read as the time of day %s', (typed, time) => {
  expect(completeTime(typed)).toBe(time)
})

it.each(['', '24:00', '8:60', '8:3', 'acht', '99', '12345'])(
  '%j is no time of day and stays as it was typed, so that the schema can refuse it',
  (typed) => {
    expect(completeTime(typed)).toBe(typed)
  },
)
