import { describe, expect, it } from 'vitest'
import { normaliseCopy, randomCode, randomCopyableText, randomToken } from './random.ts'

it('a random token has 192 bits in 32 URL-safe characters', () => {
  const tokens = Array.from({ length: 10_000 }, randomToken)
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{32}$/)
  expect(new Set(tokens).size).toBe(10_000)
})

it('a random code has six digits, which may begin with zeros', () => {
  const codes = Array.from({ length: 10_000 }, randomCode)
  for (const code of codes) expect(code).toMatch(/^\d{6}$/)
  expect(codes.some((code) => code.startsWith('0'))).toBe(true)
  expect(new Set(codes).size).toBeGreaterThan(9_800)
})

describe('random groups', () => {
  const texts = Array.from({ length: 2_000 }, () => randomCopyableText({ groups: 3, groupLength: 4 }))

  it('have 32 characters that do not look alike', () => {
    const threeGroups = /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/
    for (const text of texts) expect(text).toMatch(threeGroups)
    expect(new Set(texts).size).toBe(2_000)
    const characters = new Set(texts.join('').replaceAll('-', ''))
    expect(characters.size).toBe(32)
  })

  it('may be typed in capitals, with other separators and with similar letters', () => {
    for (const typed of ['k1x0-07qd-m2vw', 'K1X0 07QD M2VW', ' kIxO–O7qd—m2vw ', 'klxo07qdm2vw'])
      expect(normaliseCopy(typed)).toBe('k1x007qdm2vw')
    for (const text of texts) expect(normaliseCopy(text)).toBe(text.replaceAll('-', ''))
  })
})
