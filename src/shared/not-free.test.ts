import { expect, it } from 'vitest'
import { canIgnore, isTakenByNobody } from './not-free.ts'

/** Returns reasons of these kinds why a time is not free. */
const reasonsOf = (kinds: readonly string[]) => kinds.map((kind) => ({ kind }))

it.each([
  { kinds: [], isUntaken: true },
  { kinds: ['hours', 'grid'], isUntaken: true },
  { kinds: ['hours', 'padding'], isUntaken: false },
  { kinds: ['padding'], isUntaken: false },
  { kinds: ['hours', 'booking'], isUntaken: false },
  { kinds: ['holiday'], isUntaken: false },
])('a time with the reasons $kinds is taken by nobody: $isUntaken', ({ kinds, isUntaken }) => {
  expect(isTakenByNobody(reasonsOf(kinds))).toBe(isUntaken)
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
