import { expect, test } from 'vitest'
import { numberText, shareText } from './number-text.ts'

test('numbers are written with a decimal comma, and a missing measurement as a dash', () => {
  expect(numberText(2.54)).toBe('2,5')
  expect(numberText(0)).toBe('0')
  expect(numberText(null)).toBe('–')
})

test('shares are written as percentages, and a missing share as a dash', () => {
  expect(shareText(0.0214)).toBe('2,1\u00a0%')
  expect(shareText(null)).toBe('–')
})
