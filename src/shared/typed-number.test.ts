import { expect, it } from 'vitest'
import { withoutThousandsPoints } from './typed-number.ts'

it.each([
  ['1.000', '1000'],
  [' 1.440 ', '1440'],
  ['100.000', '100000'],
  ['1.234.567', '1234567'],
  ['1.250,50', '1250,50'],
])('%j is read with its thousands, as %j', (typed, read) => {
  expect(withoutThousandsPoints(typed)).toBe(read)
})

it.each(['180.5', '99.90', '0.125', '.500', '1000.000', '1.00', '-1.000', '1.000.5', '1.000x', '', 'viele'])(
  '%j has no thousands',
  (typed) => {
    expect(withoutThousandsPoints(typed)).toBe(typed)
  },
)
