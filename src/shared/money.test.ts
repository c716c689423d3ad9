import { describe, expect, it } from 'vitest'
import { money, smsPrice } from './money.ts'

describe('an amount of money', () => {
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')

  it('has two decimals for a balance, as number or text', () => {
    expect(plain(money(3.2))).toBe('€ 3,20')
    expect(plain(money('1117.461060'))).toBe('€ 1.117,46')
    expect(plain(money(5, 'CHF'))).toBe('CHF 5,00')
    expect(plain(money(0))).toBe('€ 0,00')
  })

  it('has up to four decimals for an SMS', () => {
    expect(plain(smsPrice('0.0726'))).toBe('€ 0,0726')
    expect(plain(smsPrice(0.08))).toBe('€ 0,08')
  })

  it('is shown unchanged when it is not a number', () => {
    expect(money('unbekannt')).toBe('unbekannt')
    expect(money('')).toBe('')
    expect(money(7, 'Credits')).toBe('7 Credits')
  })
})
