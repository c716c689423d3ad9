import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPrice } from './price.ts'

describe('a price', () => {
  it('follows the currency sign, with cents only if there are some', () => {
    expect(formatPrice(180)).toBe('€\u00a0180')
    expect(formatPrice(1180)).toBe('€\u00a01.180')
    expect(formatPrice(99.9)).toBe('€\u00a099,90')
    expect(formatPrice(49.999)).toBe('€\u00a050')
  })

  it('agrees with the platform’s format', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (cents) => {
        const digits = cents % 100 === 0 ? 0 : 2
        const platform = new Intl.NumberFormat('de-AT', {
          style: 'currency',
          currency: 'EUR',
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
        })
        expect(formatPrice(cents / 100)).toBe(platform.format(cents / 100))
      }),
    )
  })
})
