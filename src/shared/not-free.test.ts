import { expect, it } from 'vitest'
import { canIgnore, isTakenByNobody } from './not-free.ts'

/** Returns reasons of these kinds why a time is not free. */
const reasonsOf = (kinds: readonly string[]) => kinds.map((kind) => ({ kind }))

it.each([
  { kinds: [], isNobodys: true },
  { kinds: ['hours', 'grid'], isNobodys: true },
  { kinds: ['hours', 'padding'], isNobodys: false },
  { kinds: ['padding'], isNobodys: false },
  { kinds: ['hours', 'booking'], isNobodys: false },
  { kinds: ['holiday'], isNobodys: false },
])('a time against which there are $kinds is taken by nobody: $isNobodys', ({ kinds, isNobodys }) => {
  expect(isTakenByNobody(reasonsOf(kinds))).toBe(isNobodys)
})

it.each([
  { kinds: [], canEnter: true },
  { kinds: ['hours', 'grid'], canEnter: true },
  { kinds: ['hours', 'padding'], canEnter: true },
  { kinds: ['padding'], canEnter: true },
  { kinds: ['hours', 'booking'], canEnter: false },
  { kinds: ['holiday'], canEnter: false },
])('the practice can enter an appointment in spite of $kinds: $canEnter', ({ kinds, canEnter }) => {
  expect(canIgnore(reasonsOf(kinds))).toBe(canEnter)
})
