import { describe, expect, it } from 'vitest'
import { canIgnore, isTakenByNobody } from './not-free.ts'

/** Returns reasons of these kinds why a time is not free. */
const reasonsOf = (kinds: readonly string[]) => kinds.map((kind) => ({ kind }))

describe.each([
  { kinds: [], isUntaken: true, canEnter: true },
  { kinds: ['hours', 'grid'], isUntaken: true, canEnter: true },
  { kinds: ['hours', 'padding'], isUntaken: false, canEnter: true },
  { kinds: ['padding'], isUntaken: false, canEnter: true },
  { kinds: ['hours', 'booking'], isUntaken: false, canEnter: false },
  { kinds: ['holiday'], isUntaken: false, canEnter: false },
])('a time with the reasons $kinds', ({ kinds, isUntaken, canEnter }) => {
  it(`is taken by nobody: ${isUntaken}`, () => {
    expect(isTakenByNobody(reasonsOf(kinds))).toBe(isUntaken)
  })

  it(`can have an appointment that the practice enters: ${canEnter}`, () => {
    expect(canIgnore(reasonsOf(kinds))).toBe(canEnter)
  })
})
