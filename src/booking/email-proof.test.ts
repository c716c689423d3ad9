import { describe, expect, it } from 'vitest'
import { randomToken } from '../access/crypto.ts'
import { HOUR, MINUTE } from '../rules/day.ts'
import { Problem } from '../rules/problems.ts'
import { lastCode, lastMail, lastToken } from '../testing/factory.ts'
import { type House, openHouse } from '../testing/house.ts'
import {
  askForProof,
  isProved,
  proveByCode,
  proveByToken,
  refuseUnproved,
  sweepProofs,
} from './email-proof.ts'

const EMAIL = 'rosa@musterfrau.example'

/** A house in which one browser has asked for a check. */
function asked(email = EMAIL) {
  const house = openHouse({ config: { rateLimits: false } })
  const browser = randomToken()
  askForProof(house.ctx(), { email, browser, origin: 'origin' })
  return { house, browser, token: lastToken(house), code: lastCode(house) }
}

function askAgain(house: House, browser: string, email = EMAIL) {
  askForProof(house.ctx(), { email, browser, origin: 'origin' })
  return { token: lastToken(house), code: lastCode(house) }
}

function refusal(verb: () => void): string | undefined {
  try {
    verb()
    return undefined
  } catch (fault) {
    if (fault instanceof Problem) return fault.code
    throw fault
  }
}

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('an e-mail check', () => {
  it('goes to the address, with a link and a code', () => {
    const { house, token, code } = asked()
    expect(lastMail(house).recipient).toBe(EMAIL)
    expect(token).toMatch(/^[\w-]{32}$/)
    expect(code).toMatch(/^\d{6}$/)
    for (const part of ['text', 'html'] as const) {
      expect(lastMail(house)[part]).toContain(`http://localhost:8080/email/verify?token=${token}`)
      expect(lastMail(house)[part]).toContain(code)
    }
  })

  it('keeps browser, token and code as fingerprints only', () => {
    const { house, browser, token, code } = asked()
    const kept = JSON.stringify(house.rows('select * from email_proofs'))
    for (const secret of [browser, token, `"${code}"`]) expect(kept).not.toContain(secret)
    house.rows('delete from emails returning id')
    expect(house.ctx().db.$client.serialize().includes(token)).toBe(false)
  })

  it('makes other tokens and codes each time', () => {
    const { house } = asked()
    const given = Array.from({ length: 50 }, () => askAgain(house, randomToken()))
    expect(new Set(given.map(({ token }) => token)).size).toBe(50)
    expect(new Set(given.map(({ code }) => code)).size).toBeGreaterThan(45)
  })
})

describe('the link', () => {
  it('verifies the browser that asked, wherever it is opened, and no other browser', () => {
    const { house, browser, token } = asked()
    expect(isProved(house.ctx(), EMAIL, browser)).toBe(false)
    proveByToken(house.ctx(), token)
    expect(isProved(house.ctx(), EMAIL, browser)).toBe(true)
    for (const stranger of [randomToken(), '', undefined])
      expect(isProved(house.ctx(), EMAIL, stranger)).toBe(false)
  })

  it('verifies its own address only', () => {
    const { house, browser, token } = asked()
    askAgain(house, browser, 'other@musterfrau.example')
    proveByToken(house.ctx(), token)
    expect(isProved(house.ctx(), 'other@musterfrau.example', browser)).toBe(false)
    expect(refusal(() => refuseUnproved(house.ctx(), 'other@musterfrau.example', browser))).toBe(
      'email_unverified',
    )
    expect(refusal(() => refuseUnproved(house.ctx(), EMAIL, browser))).toBeUndefined()
  })

  it('takes the address in any spelling of its letters', () => {
    const { house, browser, token } = asked('Rosa@Musterfrau.example')
    proveByToken(house.ctx(), token)
    expect(isProved(house.ctx(), 'rosa@MUSTERFRAU.example', browser)).toBe(true)
  })

  it('works once', () => {
    const { house, browser, token } = asked()
    proveByToken(house.ctx(), token)
    expect(refusal(() => proveByToken(house.ctx(), token))).toBe('expired')
    expect(isProved(house.ctx(), EMAIL, browser)).toBe(true)
  })

  it('works for thirty minutes', () => {
    const early = asked()
    early.house.pass(30 * MINUTE - 1)
    expect(refusal(() => proveByToken(early.house.ctx(), early.token))).toBeUndefined()
    const late = asked()
    late.house.pass(30 * MINUTE)
    expect(refusal(() => proveByToken(late.house.ctx(), late.token))).toBe('expired')
    expect(isProved(late.house.ctx(), EMAIL, late.browser)).toBe(false)
  })

  it('gives way to a newer one of the same browser, and only of that', () => {
    const { house, browser, token } = asked()
    const other = askAgain(house, randomToken())
    expect(house.rows('select id from email_proofs')).toHaveLength(2)
    const newer = askAgain(house, browser)
    expect(refusal(() => proveByToken(house.ctx(), token))).toBe('expired')
    expect(refusal(() => proveByToken(house.ctx(), newer.token))).toBeUndefined()
    expect(refusal(() => proveByToken(house.ctx(), other.token))).toBeUndefined()
  })

  it('is refused when it was invented or cut', () => {
    const { house, token } = asked()
    for (const forged of ['', 'x', randomToken(), token.slice(1), `${token} `, token.toLowerCase(), '%'])
      expect(refusal(() => proveByToken(house.ctx(), forged))).toBe('expired')
  })
})

describe('the code', () => {
  it('verifies the browser that asked', () => {
    const { house, browser, code } = asked()
    proveByCode(house.ctx(), EMAIL, code, browser)
    expect(isProved(house.ctx(), EMAIL, browser)).toBe(true)
  })

  it('is of no use in another browser, not even in one that asked for the same address', () => {
    const { house, browser, code } = asked()
    const stranger = randomToken()
    askAgain(house, stranger)
    for (const other of [stranger, randomToken(), '', undefined])
      expect(refusal(() => proveByCode(house.ctx(), EMAIL, code, other))).toBe('expired')
    expect([browser, stranger].map((each) => isProved(house.ctx(), EMAIL, each))).toEqual([false, false])
  })

  it('is of no use for another address', () => {
    const { house, browser, code } = asked()
    const other = askAgain(house, browser, 'other@musterfrau.example')
    expect(refusal(() => proveByCode(house.ctx(), 'other@musterfrau.example', code, browser))).toBe(
      code === other.code ? undefined : 'expired',
    )
    expect(refusal(() => proveByCode(house.ctx(), EMAIL, code, browser))).toBeUndefined()
  })

  it('works once, and not after the link', () => {
    const first = asked()
    proveByCode(first.house.ctx(), EMAIL, first.code, first.browser)
    expect(refusal(() => proveByCode(first.house.ctx(), EMAIL, first.code, first.browser))).toBe('expired')
    expect(refusal(() => proveByToken(first.house.ctx(), first.token))).toBe('expired')
    const second = asked()
    proveByToken(second.house.ctx(), second.token)
    expect(refusal(() => proveByCode(second.house.ctx(), EMAIL, second.code, second.browser))).toBe('expired')
  })

  it('works for thirty minutes', () => {
    const early = asked()
    early.house.pass(30 * MINUTE - 1)
    expect(refusal(() => proveByCode(early.house.ctx(), EMAIL, early.code, early.browser))).toBeUndefined()
    const late = asked()
    late.house.pass(30 * MINUTE)
    expect(refusal(() => proveByCode(late.house.ctx(), EMAIL, late.code, late.browser))).toBe('expired')
  })

  it('may be mistyped four times', () => {
    const { house, browser, code } = asked()
    for (let i = 0; i < 4; i++)
      expect(refusal(() => proveByCode(house.ctx(), EMAIL, wrong(code), browser))).toBe('expired')
    expect(refusal(() => proveByCode(house.ctx(), EMAIL, code, browser))).toBeUndefined()
  })

  it('is used up by five wrong ones; the link still works, and a newer code as well', () => {
    const { house, browser, code, token } = asked()
    for (let i = 0; i < 5; i++) refusal(() => proveByCode(house.ctx(), EMAIL, wrong(code), browser))
    expect(refusal(() => proveByCode(house.ctx(), EMAIL, code, browser))).toBe('expired')
    expect(isProved(house.ctx(), EMAIL, browser)).toBe(false)
    const newer = askAgain(house, browser)
    expect(refusal(() => proveByCode(house.ctx(), EMAIL, newer.code, browser))).toBeUndefined()
    const other = asked()
    for (let i = 0; i < 5; i++)
      refusal(() => proveByCode(other.house.ctx(), EMAIL, wrong(other.code), other.browser))
    expect(refusal(() => proveByToken(other.house.ctx(), other.token))).toBeUndefined()
    expect(refusal(() => proveByToken(house.ctx(), token))).toBe('expired')
  })

  it('is not used up by wrong ones of a stranger', () => {
    const { house, browser, code } = asked()
    const stranger = randomToken()
    for (let i = 0; i < 9; i++) refusal(() => proveByCode(house.ctx(), EMAIL, wrong(code), stranger))
    expect(refusal(() => proveByCode(house.ctx(), EMAIL, code, browser))).toBeUndefined()
  })
})

describe('a verified address', () => {
  it('stays so for a day', () => {
    const { house, browser, token } = asked()
    proveByToken(house.ctx(), token)
    house.pass(24 * HOUR - 1)
    expect(isProved(house.ctx(), EMAIL, browser)).toBe(true)
    house.pass(1)
    expect(isProved(house.ctx(), EMAIL, browser)).toBe(false)
  })

  it('stays so while another check is asked for', () => {
    const { house, browser, token } = asked()
    proveByToken(house.ctx(), token)
    askAgain(house, browser)
    expect(isProved(house.ctx(), EMAIL, browser)).toBe(true)
  })
})

describe('sweeping', () => {
  it('forgets checks that serve nobody any more, and no others', () => {
    const { house, browser, token } = asked()
    proveByToken(house.ctx(), token)
    house.pass(23 * HOUR + 30 * MINUTE)
    const open = askAgain(house, randomToken())
    const count = () => house.rows('select id from email_proofs').length
    house.pass(30 * MINUTE - 1)
    sweepProofs(house.ctx())
    expect([count(), isProved(house.ctx(), EMAIL, browser)]).toEqual([2, true])
    expect(refusal(() => proveByToken(house.ctx(), open.token))).toBeUndefined()
    house.pass(1)
    sweepProofs(house.ctx())
    expect(count()).toBe(1)
    askAgain(house, randomToken())
    house.pass(30 * MINUTE)
    sweepProofs(house.ctx())
    expect(count()).toBe(1)
  })
})
