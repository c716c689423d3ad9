import { expect, it } from 'vitest'
import { canIgnore, isTakenByNobody } from './not-free.ts'

it.each<[kinds: string[], isTakenByNobody: boolean, canIgnore: boolean]>([
  [[], true, true],
  [['hours', 'grid'], true, true],
  [['hours', 'padding'], false, true],
  [['padding'], false, true],
  [['hours', 'booking'], false, false],
  [['holiday'], false, false],
])(
  'a time against which there are %j is taken by nobody: %s, and can be entered: %s',
  (kinds, nobody, can) => {
    const reasons = kinds.map((kind) => ({ kind }))
    expect([isTakenByNobody(reasons), canIgnore(reasons)]).toEqual([nobody, can])
  },
)
