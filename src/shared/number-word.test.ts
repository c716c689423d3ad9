import { expect, it } from 'vitest'
import { numberWord } from './number-word.ts'

it('numbers up to twelve are written as words', () => {
  expect([1, 3, 12, 13].map(numberWord)).toEqual(['ein', 'drei', 'zwölf', '13'])
})
