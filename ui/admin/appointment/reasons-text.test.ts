import { expect, test } from 'vitest'
import { reasonsText } from './reasons-text.ts'

const reasonsOf = (...letters: string[]) => letters.map((letter) => ({ text: `Grund ${letter}.` }))

test('a reason that applies to several doctors is written once', () => {
  expect(reasonsText(reasonsOf('A', 'B', 'A'))).toBe('Grund A. Grund B.')
})

test('only five reasons are written out, and the others are counted', () => {
  const five = 'Grund A. Grund B. Grund C. Grund D. Grund E.'
  expect(reasonsText(reasonsOf('A', 'B', 'C', 'D', 'E'))).toBe(five)
  expect(reasonsText(reasonsOf('A', 'B', 'C', 'D', 'E', 'F', 'G'))).toBe(`${five} Und 2 weitere.`)
})
