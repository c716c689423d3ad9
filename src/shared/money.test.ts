import { describe, expect, it } from 'vitest'
import { withPlainSpaces } from '../testing/plain-spaces.ts'
import { formatAmount, formatSmsPrice } from './money.ts'

describe('an amount of money', () => {
  it('has two decimals for a balance, as number or text', () => {
    expect(withPlainSpaces(formatAmount(3.2))).toBe('€ 3,20')
    expect(withPlainSpaces(formatAmount('1117.461060'))).toBe('€ 1.117,46')
    expect(withPlainSpaces(formatAmount(5, 'CHF'))).toBe('CHF 5,00')
    expect(withPlainSpaces(formatAmount(0))).toBe('€ 0,00')
  })

  it('has up to four decimals for an SMS', () => {
    expect(withPlainSpaces(formatSmsPrice('0.0726'))).toBe('€ 0,0726')
    expect(withPlainSpaces(formatSmsPrice(0.08))).toBe('€ 0,08')
  })

  it('is shown unchanged when it is not a number', () => {
    expect(formatAmount('unbekannt')).toBe('unbekannt')
    expect(formatAmount('')).toBe('')
    expect(formatAmount(7, 'Credits')).toBe('7 Credits')
  })
})
