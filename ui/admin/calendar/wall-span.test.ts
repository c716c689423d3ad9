import { expect, it } from 'vitest'
import { roomFor } from './wall-span.ts'

const span = (from: number, to: number) => ({ from, to })

it('a note stands where there is nothing else', () => {
  expect(roomFor(60, 450, [])).toBe(450)
  expect(roomFor(60, 450, [span(510, 540)])).toBe(450)
  expect(roomFor(60, 450, [span(540, 600), span(480, 510)])).toBe(600)
})
