import { describe, expect, it } from 'vitest'
import { reachableMobile } from './phone.ts'

describe('a number that text messages reach', () => {
  it.each([
    ['0664 1234567', 'AT', '+436641234567'],
    ['0660-1234567', 'AT', '+436601234567'],
    ['0699/12345678', 'AT', '+4369912345678'],
    ['(0676) 123 45 67', 'AT', '+436761234567'],
    ['+43 664 1234567', 'AT', '+436641234567'],
    ['+43 (0)664 1234567', 'AT', '+436641234567'],
    ['+43 0664 1234567', 'AT', '+436641234567'],
    ['0043 664 1234567', 'AT', '+436641234567'],
    ['00436641234567', 'US', '+436641234567'],
    ['+436641234567', 'DE', '+436641234567'],
    ['+436641234567', 'a country that is none', '+436641234567'],
    ['0171 1234567', 'DE', '+491711234567'],
    ['079 123 45 67', 'CH', '+41791234567'],
    ['(213) 373-4253', 'US', '+12133734253'],
  ])('is %s of %s: %s', (typed, country, e164) => {
    expect(reachableMobile(typed, country)).toMatchObject({ e164 })
  })
})

describe('a number that text messages do not reach', () => {
  it.each([
    ['05572 12345', 'AT'],
    ['+43 1 5331234', 'DE'],
    ['0720 123456', 'AT'],
    ['0800 123456', 'AT'],
    // In Germany this number belongs to Lauterbach in Hesse. The portal does not guess that Austria was
    // meant.
    ['06641 234567', 'DE'],
  ])('because it is no mobile telephone: %s of %s', (typed, country) => {
    expect(reachableMobile(typed, country)).toEqual({ kind: 'landline' })
  })

  it.each([
    ['067612', 'AT'],
    ['+436641', 'AT'],
    ['+000', 'AT'],
    ['0664 1234567', 'XX'],
    ['Tel. 0664 1234567', 'AT'],
    ['0664 1234567, 0676 1234567', 'AT'],
    ['', 'AT'],
  ])('because it is no valid number: %s of %s', (typed, country) => {
    expect(reachableMobile(typed, country)).toEqual({ kind: 'invalid' })
  })
})
