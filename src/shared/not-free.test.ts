import { describe, expect, it } from 'vitest'
import { canEnterDespite, isUnoccupied, type ReasonKind } from './not-free.ts'

describe.each<{ kinds: readonly ReasonKind[]; unoccupied: boolean; canEnter: boolean }>([
  { kinds: [], unoccupied: true, canEnter: true },
  { kinds: ['hours', 'grid'], unoccupied: true, canEnter: true },
  { kinds: ['hours', 'padding'], unoccupied: false, canEnter: true },
  { kinds: ['padding'], unoccupied: false, canEnter: true },
  { kinds: ['hours', 'booking'], unoccupied: false, canEnter: false },
  { kinds: ['holiday'], unoccupied: false, canEnter: false },
])('a time that is not free because of $kinds', ({ kinds, unoccupied, canEnter }) => {
  const reasons = kinds.map((kind) => ({ kind }))

  it(`is ${unoccupied ? 'unoccupied' : 'occupied'}`, () => {
    expect(isUnoccupied(reasons)).toBe(unoccupied)
  })

  it(`${canEnter ? 'can' : 'cannot'} have an appointment that the practice enters`, () => {
    expect(canEnterDespite(reasons)).toBe(canEnter)
  })
})
