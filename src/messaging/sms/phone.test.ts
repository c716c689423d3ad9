import { describe, expect, it } from 'vitest'
import { reachableMobile } from './phone.ts'

describe('a number that text messages reach', () => {
  it.each([
    { typed: '0664 1234567', country: 'AT', e164: '+436641234567' },
    { typed: '0660-1234567', country: 'AT', e164: '+436601234567' },
    { typed: '0699/12345678', country: 'AT', e164: '+4369912345678' },
    { typed: '(0676) 123 45 67', country: 'AT', e164: '+436761234567' },
    { typed: '+43 664 1234567', country: 'AT', e164: '+436641234567' },
    { typed: '+43 (0)664 1234567', country: 'AT', e164: '+436641234567' },
    { typed: '+43 0664 1234567', country: 'AT', e164: '+436641234567' },
    { typed: '0043 664 1234567', country: 'AT', e164: '+436641234567' },
    { typed: '00436641234567', country: 'US', e164: '+436641234567' },
    { typed: '+436641234567', country: 'DE', e164: '+436641234567' },
    { typed: '+436641234567', country: 'a country that is none', e164: '+436641234567' },
    { typed: '0171 1234567', country: 'DE', e164: '+491711234567' },
    { typed: '079 123 45 67', country: 'CH', e164: '+41791234567' },
    { typed: '(213) 373-4253', country: 'US', e164: '+12133734253' },
  ])('is $typed of $country: $e164', ({ typed, country, e164 }) => {
    expect(reachableMobile(typed, country)).toMatchObject({ e164 })
  })
})

describe('a number that text messages do not reach', () => {
  it.each([
    { typed: '05572 12345', country: 'AT' },
    { typed: '+43 1 5331234', country: 'DE' },
    { typed: '0720 123456', country: 'AT' },
    { typed: '0800 123456', country: 'AT' },
    // In Germany this number belongs to Lauterbach in Hesse. The portal does not guess that Austria was
    // meant.
    { typed: '06641 234567', country: 'DE' },
  ])('because it is no mobile telephone: $typed of $country', ({ typed, country }) => {
    expect(reachableMobile(typed, country)).toEqual({ kind: 'landline' })
  })

  it.each([
    { typed: '067612', country: 'AT' },
    { typed: '+436641', country: 'AT' },
    { typed: '+000', country: 'AT' },
    { typed: '0664 1234567', country: 'XX' },
    { typed: 'Tel. 0664 1234567', country: 'AT' },
    { typed: '0664 1234567, 0676 1234567', country: 'AT' },
    { typed: '', country: 'AT' },
  ])('because it is no valid number: $typed of $country', ({ typed, country }) => {
    expect(reachableMobile(typed, country)).toEqual({ kind: 'invalid' })
  })
})
