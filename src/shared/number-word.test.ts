import { expect, it } from 'vitest'
import { numberWord } from './number-word.ts'

it('a number in a sentence is a word up to twelve', () => {
  expect([1, 3, 12, 13].map(numberWord)).toEqual(['ein', 'drei', 'zwölf', '13'])
})
