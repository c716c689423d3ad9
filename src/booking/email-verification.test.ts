import { describe, expect, it } from 'vitest'
import { randomToken } from '../access/crypto.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { lastCode, lastMail, lastToken } from '../testing/factory.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import {
  assertVerified,
  isVerified,
  requestVerification,
  sweepVerifications,
  verifyByCode,
  verifyByToken,
} from './email-verification.ts'

const EMAIL = 'rosa@musterfrau.example'

/** An app in which one browser has requested a verification. */
function asked(email = EMAIL) {
  const app = openTestApp({ config: { rateLimits: false } })
  const browser = randomToken()
  requestVerification(app.ctx(), { email, browser, origin: 'origin' })
  return { app, browser, token: lastToken(app), code: lastCode(app) }
}

function askAgain(app: TestApp, browser: string, email = EMAIL) {
  requestVerification(app.ctx(), { email, browser, origin: 'origin' })
  return { token: lastToken(app), code: lastCode(app) }
}

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('an e-mail check', () => {
  it('sends a link and a code to the address', () => {
    const { app, token, code } = asked()
    expect(lastMail(app).recipient).toBe(EMAIL)
    expect(token).toMatch(/^[\w-]{32}$/)
    expect(code).toMatch(/^\d{6}$/)
    for (const part of ['text', 'html'] as const) {
      expect(lastMail(app)[part]).toContain(`http://localhost:8080/email/verify?token=${token}`)
      expect(lastMail(app)[part]).toContain(code)
    }
  })

  it('stores browser, token and code as hashes only', () => {
    const { app, browser, token, code } = asked()
    const stored = JSON.stringify(app.rows('select * from email_verifications'))
    for (const secret of [browser, token, `"${code}"`]) expect(stored).not.toContain(secret)
    app.rows(`delete from messages where channel = 'email' returning id`)
    expect(app.ctx().db.$client.serialize().includes(token)).toBe(false)
  })

  it('makes new tokens and codes each time', () => {
    const { app } = asked()
    const given = Array.from({ length: 50 }, () => askAgain(app, randomToken()))
    expect(new Set(given.map(({ token }) => token)).size).toBe(50)
    expect(new Set(given.map(({ code }) => code)).size).toBeGreaterThan(45)
  })
})

describe('the link', () => {
  it('verifies the browser that asked, wherever it is opened, and no other browser', () => {
    const { app, browser, token } = asked()
    expect(isVerified(app.ctx(), EMAIL, browser)).toBe(false)
    verifyByToken(app.ctx(), token)
    expect(isVerified(app.ctx(), EMAIL, browser)).toBe(true)
    for (const stranger of [randomToken(), '', undefined])
      expect(isVerified(app.ctx(), EMAIL, stranger)).toBe(false)
  })

  it('verifies its own address only', () => {
    const { app, browser, token } = asked()
    askAgain(app, browser, 'other@musterfrau.example')
    verifyByToken(app.ctx(), token)
    expect(isVerified(app.ctx(), 'other@musterfrau.example', browser)).toBe(false)
    expect(refusalOf(() => assertVerified(app.ctx(), 'other@musterfrau.example', browser))?.code).toBe(
      'email_unverified',
    )
    expect(refusalOf(() => assertVerified(app.ctx(), EMAIL, browser))?.code).toBeUndefined()
  })

  it('ignores capitals and Unicode form of the address', () => {
    const { app, browser, token } = asked('Rosa@Musterfrau.example')
    verifyByToken(app.ctx(), token)
    expect(isVerified(app.ctx(), 'rosa@MUSTERFRAU.example', browser)).toBe(true)
  })

  it('works once', () => {
    const { app, browser, token } = asked()
    verifyByToken(app.ctx(), token)
    expect(refusalOf(() => verifyByToken(app.ctx(), token))?.code).toBe('expired')
    expect(isVerified(app.ctx(), EMAIL, browser)).toBe(true)
  })

  it('works for thirty minutes', () => {
    const early = asked()
    early.app.pass(30 * MINUTE - 1)
    expect(refusalOf(() => verifyByToken(early.app.ctx(), early.token))?.code).toBeUndefined()
    const late = asked()
    late.app.pass(30 * MINUTE)
    expect(refusalOf(() => verifyByToken(late.app.ctx(), late.token))?.code).toBe('expired')
    expect(isVerified(late.app.ctx(), EMAIL, late.browser)).toBe(false)
  })

  it('is replaced by a newer one of the same browser only', () => {
    const { app, browser, token } = asked()
    const other = askAgain(app, randomToken())
    expect(app.rows('select id from email_verifications')).toHaveLength(2)
    const newer = askAgain(app, browser)
    expect(refusalOf(() => verifyByToken(app.ctx(), token))?.code).toBe('expired')
    expect(refusalOf(() => verifyByToken(app.ctx(), newer.token))?.code).toBeUndefined()
    expect(refusalOf(() => verifyByToken(app.ctx(), other.token))?.code).toBeUndefined()
  })

  it('is refused when it is invented or incomplete', () => {
    const { app, token } = asked()
    for (const forged of ['', 'x', randomToken(), token.slice(1), `${token} `, token.toLowerCase(), '%'])
      expect(refusalOf(() => verifyByToken(app.ctx(), forged))?.code).toBe('expired')
  })
})

describe('the code', () => {
  it('verifies the browser that asked', () => {
    const { app, browser, code } = asked()
    verifyByCode(app.ctx(), EMAIL, code, browser)
    expect(isVerified(app.ctx(), EMAIL, browser)).toBe(true)
  })

  it('does not work in another browser, even one that asked for the same address', () => {
    const { app, browser, code } = asked()
    const stranger = randomToken()
    askAgain(app, stranger)
    for (const other of [stranger, randomToken(), '', undefined])
      expect(refusalOf(() => verifyByCode(app.ctx(), EMAIL, code, other))?.code).toBe('expired')
    expect([browser, stranger].map((each) => isVerified(app.ctx(), EMAIL, each))).toEqual([false, false])
  })

  it('does not work for another address', () => {
    const { app, browser, code } = asked()
    const other = askAgain(app, browser, 'other@musterfrau.example')
    expect(refusalOf(() => verifyByCode(app.ctx(), 'other@musterfrau.example', code, browser))?.code).toBe(
      code === other.code ? undefined : 'expired',
    )
    expect(refusalOf(() => verifyByCode(app.ctx(), EMAIL, code, browser))?.code).toBeUndefined()
  })

  it('works once, and not after the link', () => {
    const first = asked()
    verifyByCode(first.app.ctx(), EMAIL, first.code, first.browser)
    expect(refusalOf(() => verifyByCode(first.app.ctx(), EMAIL, first.code, first.browser))?.code).toBe(
      'expired',
    )
    expect(refusalOf(() => verifyByToken(first.app.ctx(), first.token))?.code).toBe('expired')
    const second = asked()
    verifyByToken(second.app.ctx(), second.token)
    expect(refusalOf(() => verifyByCode(second.app.ctx(), EMAIL, second.code, second.browser))?.code).toBe(
      'expired',
    )
  })

  it('works for thirty minutes', () => {
    const early = asked()
    early.app.pass(30 * MINUTE - 1)
    expect(
      refusalOf(() => verifyByCode(early.app.ctx(), EMAIL, early.code, early.browser))?.code,
    ).toBeUndefined()
    const late = asked()
    late.app.pass(30 * MINUTE)
    expect(refusalOf(() => verifyByCode(late.app.ctx(), EMAIL, late.code, late.browser))?.code).toBe(
      'expired',
    )
  })

  it('may be mistyped four times', () => {
    const { app, browser, code } = asked()
    for (let i = 0; i < 4; i++)
      expect(refusalOf(() => verifyByCode(app.ctx(), EMAIL, wrong(code), browser))?.code).toBe('expired')
    expect(refusalOf(() => verifyByCode(app.ctx(), EMAIL, code, browser))?.code).toBeUndefined()
  })

  it('is used up by five wrong codes, but the link and a newer code still work', () => {
    const { app, browser, code, token } = asked()
    for (let i = 0; i < 5; i++) refusalOf(() => verifyByCode(app.ctx(), EMAIL, wrong(code), browser))?.code
    expect(refusalOf(() => verifyByCode(app.ctx(), EMAIL, code, browser))?.code).toBe('expired')
    expect(isVerified(app.ctx(), EMAIL, browser)).toBe(false)
    const newer = askAgain(app, browser)
    expect(refusalOf(() => verifyByCode(app.ctx(), EMAIL, newer.code, browser))?.code).toBeUndefined()
    const other = asked()
    for (let i = 0; i < 5; i++)
      refusalOf(() => verifyByCode(other.app.ctx(), EMAIL, wrong(other.code), other.browser))?.code
    expect(refusalOf(() => verifyByToken(other.app.ctx(), other.token))?.code).toBeUndefined()
    expect(refusalOf(() => verifyByToken(app.ctx(), token))?.code).toBe('expired')
  })

  it('is not used up by wrong codes in another browser', () => {
    const { app, browser, code } = asked()
    const stranger = randomToken()
    for (let i = 0; i < 9; i++) refusalOf(() => verifyByCode(app.ctx(), EMAIL, wrong(code), stranger))?.code
    expect(refusalOf(() => verifyByCode(app.ctx(), EMAIL, code, browser))?.code).toBeUndefined()
  })
})

describe('a verified address', () => {
  it('stays verified for 24 hours', () => {
    const { app, browser, token } = asked()
    verifyByToken(app.ctx(), token)
    app.pass(24 * HOUR - 1)
    expect(isVerified(app.ctx(), EMAIL, browser)).toBe(true)
    app.pass(1)
    expect(isVerified(app.ctx(), EMAIL, browser)).toBe(false)
  })

  it('stays verified while another verification is requested', () => {
    const { app, browser, token } = asked()
    verifyByToken(app.ctx(), token)
    askAgain(app, browser)
    expect(isVerified(app.ctx(), EMAIL, browser)).toBe(true)
  })
})

describe('sweeping', () => {
  it('deletes expired verifications only', () => {
    const { app, browser, token } = asked()
    verifyByToken(app.ctx(), token)
    app.pass(23 * HOUR + 30 * MINUTE)
    const open = askAgain(app, randomToken())
    const count = () => app.rows('select id from email_verifications').length
    app.pass(30 * MINUTE - 1)
    sweepVerifications(app.ctx())
    expect([count(), isVerified(app.ctx(), EMAIL, browser)]).toEqual([2, true])
    expect(refusalOf(() => verifyByToken(app.ctx(), open.token))?.code).toBeUndefined()
    app.pass(1)
    sweepVerifications(app.ctx())
    expect(count()).toBe(1)
    askAgain(app, randomToken())
    app.pass(30 * MINUTE)
    sweepVerifications(app.ctx())
    expect(count()).toBe(1)
  })
})
