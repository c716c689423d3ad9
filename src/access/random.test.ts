import { describe, expect, it } from 'vitest'
import { normaliseGroups, randomCode, randomGroups, randomToken } from './random.ts'

describe('random ids and tokens', () => {
  it('have 192 random bits in 32 URL-safe characters', () => {
    const tokens = Array.from({ length: 10_000 }, randomToken)
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{32}$/)
    expect(new Set(tokens).size).toBe(10_000)
  })

  it('are six digits with leading zeros as verification codes', () => {
    const codes = Array.from({ length: 10_000 }, randomCode)
    for (const code of codes) expect(code).toMatch(/^\d{6}$/)
    expect(codes.some((code) => code.startsWith('0'))).toBe(true)
    expect(new Set(codes).size).toBeGreaterThan(9_800)
  })

  it('are groups for people to copy, which may be typed with other case, dashes and similar letters', () => {
    const groups = Array.from({ length: 2_000 }, () => randomGroups({ groups: 3, letters: 4 }))
    for (const each of groups) expect(each).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/)
    expect(new Set(groups).size).toBe(2_000)
    expect(new Set(groups.join('')).size).toBe(33)
    for (const typed of ['k1x0-07qd-m2vw', 'K1X0 07QD M2VW', ' kIxO–O7qd—m2vw ', 'klxo07qdm2vw'])
      expect(normaliseGroups(typed)).toBe('k1x007qdm2vw')
    for (const each of groups) expect(normaliseGroups(each)).toBe(each.replaceAll('-', ''))
  })
})
