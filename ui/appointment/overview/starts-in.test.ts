import { expect, test } from 'vitest'
import { startsIn } from './starts-in.ts'

test.each([
  [23.9, 'Er beginnt in 23,9 Stunden.'],
  [24, 'Er beginnt in 24 Stunden.'],
  [3.54, 'Er beginnt in 3,5 Stunden.'],
  [1, 'Er beginnt in einer Stunde.'],
  [0.5, 'Er beginnt in 30 Minuten.'],
  [1 / 60, 'Er beginnt in einer Minute.'],
  [0, 'Er hat bereits begonnen.'],
  [-2.5, 'Er hat bereits begonnen.'],
])('%f hours ahead: %s', (hours, sentence) => {
  expect(startsIn(hours)).toBe(sentence)
})
