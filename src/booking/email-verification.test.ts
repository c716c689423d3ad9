import { describe, expect, it } from 'vitest'
import { randomToken } from '../access/random.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { lastCode, lastMail, wrongCodeFor } from '../testing/factory.ts'
import { refusalCode, refusalOf } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { openVerificationApp, VERIFIED_EMAIL } from '../testing/verification-app.ts'
import { requestVerification, verifyByCode } from './email-verification.ts'
import { askerOf, isKnown } from './known-browsers.ts'
import {
  assertVerified,
  deleteExpiredVerifications,
  forgetMailbox,
  isVerified,
  listVerifications,
} from './verified-addresses.ts'

const OTHER = 'other@musterfrau.example'

describe('a verification', () => {
  it('sends a link and a code to the address', () => {
    const { app, token, code } = openVerificationApp()
    expect(lastMail(app).recipient).toBe(VERIFIED_EMAIL)
    expect(token).toMatch(/^[\w-]{32}$/)
    expect(code).toMatch(/^\d{6}$/)
    for (const part of ['text', 'html'] as const) {
      expect(lastMail(app)[part]).toContain(`http://localhost:8080/email/verify?token=${token}`)
      expect(lastMail(app)[part]).toContain(code)
    }
  })

  it('stores browser, token and code as hashes only', () => {
    const { app, browser, token, code } = openVerificationApp()
    const stored = JSON.stringify(app.rows('select * from email_verifications'))
    for (const secret of [browser, token, `"${code}"`]) expect(stored).not.toContain(secret)
    app.change(`delete from messages where channel = 'email'`)
    expect(app.ctx().db.$client.serialize().includes(token)).toBe(false)
  })

  it('makes new tokens and codes each time', () => {
    const { requestFor } = openVerificationApp()
    const given = Array.from({ length: 50 }, () => requestFor(randomToken()))
    expect(new Set(given.map(({ token }) => token)).size).toBe(50)
    // A few of the million codes may be drawn twice.
    expect(new Set(given.map(({ code }) => code)).size).toBeGreaterThan(45)
  })

  it('succeeds by the link, and then no longer by the code', () => {
    const { browser, token, code, openLink, enterCode, isVerified } = openVerificationApp()
    expect(openLink(token)).toBe('verified')
    expect(enterCode(code, browser)).toBe('expired')
    expect(isVerified(browser)).toBe(true)
  })

  it('succeeds by the code once', () => {
    const { browser, code, enterCode, isVerified } = openVerificationApp()
    expect(enterCode(code, browser)).toBe('verified')
    expect(enterCode(code, browser)).toBe('expired')
    expect(isVerified(browser)).toBe(true)
  })

  it('succeeds by the link again while the address is verified', () => {
    const { app, browser, token, openLink, isVerified } = openVerificationApp()
    openLink(token)
    app.pass(DAY_LENGTH - 1)
    expect([openLink(token), isVerified(browser)]).toEqual(['verified', true])
    app.pass(1)
    expect([openLink(token), isVerified(browser)]).toEqual(['expired', false])
  })

  it.each([
    { when: 'within thirty minutes', passed: 30 * MINUTE - 1, outcome: 'verified' },
    { when: 'after thirty minutes', passed: 30 * MINUTE, outcome: 'expired' },
  ])('is $outcome by link and by code $when', ({ passed, outcome }) => {
    const first = openVerificationApp()
    const second = openVerificationApp()
    // The two apps share the clock.
    first.app.pass(passed)
    expect(first.openLink(first.token)).toBe(outcome)
    expect(second.enterCode(second.code, second.browser)).toBe(outcome)
    expect(second.isVerified(second.browser)).toBe(outcome === 'verified')
  })
})

describe('the link', () => {
  it('verifies the browser that asked, wherever the link is opened, and no other browser', () => {
    const { browser, token, openLink, isVerified } = openVerificationApp()
    expect(isVerified(browser)).toBe(false)
    expect(openLink(token)).toBe('verified')
    expect(isVerified(browser)).toBe(true)
    for (const stranger of [randomToken(), '', undefined]) expect(isVerified(stranger)).toBe(false)
  })

  it('makes the browser that asked a known browser', () => {
    const { app, browser, token, openLink } = openVerificationApp()
    const isBrowserKnown = () => isKnown(app.ctx(), askerOf(VERIFIED_EMAIL, browser))
    expect([isBrowserKnown(), openLink(token), isBrowserKnown()]).toEqual([false, 'verified', true])
  })

  it('verifies its own address only', () => {
    const { app, browser, token, requestFor, openLink } = openVerificationApp()
    requestFor(browser, OTHER)
    openLink(token)
    expect(refusalOf(() => assertVerified(app.ctx(), OTHER, browser))?.code).toBe('email_unverified')
    expect(refusalOf(() => assertVerified(app.ctx(), VERIFIED_EMAIL, browser))).toBeUndefined()
  })

  it('ignores capitals and Unicode form of the address', () => {
    const { browser, token, openLink, isVerified } = openVerificationApp('Jo\u0308rg@Musterfrau.example')
    openLink(token)
    expect(isVerified(browser, 'jörg@MUSTERFRAU.example')).toBe(true)
  })

  it('is replaced by a newer link of the same browser only', () => {
    const { app, browser, token, requestFor, openLink } = openVerificationApp()
    const other = requestFor(randomToken())
    expect(app.rows('select id from email_verifications')).toHaveLength(2)
    const newer = requestFor(browser)
    expect([token, newer.token, other.token].map(openLink)).toEqual(['expired', 'verified', 'verified'])
  })

  it('is refused when it is invented or incomplete', () => {
    const { token, openLink } = openVerificationApp()
    for (const forged of ['', 'x', randomToken(), token.slice(1), `${token} `, token.toLowerCase(), '%'])
      expect(openLink(forged)).toBe('expired')
  })
})

describe('a verified address', () => {
  it('stays verified for 24 hours, even if another verification is requested', () => {
    const { app, browser, token, requestFor, openLink, isVerified } = openVerificationApp()
    openLink(token)
    requestFor(browser)
    app.pass(24 * HOUR - 1)
    expect(isVerified(browser)).toBe(true)
    app.pass(1)
    expect(isVerified(browser)).toBe(false)
  })
})

it('forgetting a mailbox deletes only its own verifications, browsers and counters', () => {
  const app = openTestApp()
  const rows = () => [
    app.rows('select distinct token from email_verifications'),
    app.rows('select distinct fingerprint from known_browsers'),
    app.rows('select distinct subject from attempts'),
  ]
  const verify = (email: string) => {
    requestVerification(app.ctx(), { email, browser: 'own', origin: undefined })
    const typed = { email, browser: 'own', origin: undefined }
    refusalCode(() => verifyByCode(app.ctx(), { ...typed, code: wrongCodeFor(lastCode(app)) }))
    verifyByCode(app.ctx(), { ...typed, code: lastCode(app) })
  }
  verify(OTHER)
  const before = rows()

  verify('Rosa+arzt@musterfrau.example')
  expect(listVerifications(app.ctx(), VERIFIED_EMAIL)).toMatchObject([
    { email: 'rosa+arzt@musterfrau.example' },
  ])
  forgetMailbox(app.ctx(), VERIFIED_EMAIL)
  expect(rows()).toEqual(before)
  expect(isVerified(app.ctx(), OTHER, 'own')).toBe(true)
})

it('only expired verifications are deleted', () => {
  const { app, browser, token, requestFor, openLink, isVerified } = openVerificationApp()
  const countLeft = () => {
    deleteExpiredVerifications(app.ctx())
    return app.rows('select id from email_verifications').length
  }
  openLink(token)
  app.pass(24 * HOUR - 30 * MINUTE)
  const open = requestFor(randomToken())

  app.pass(30 * MINUTE - 1)
  expect([countLeft(), isVerified(browser), openLink(open.token)]).toEqual([2, true, 'verified'])
  app.pass(1)
  expect(countLeft()).toBe(1)

  // The next e-mail is not answered in time.
  requestFor(randomToken())
  app.pass(30 * MINUTE)
  expect(countLeft()).toBe(1)
})
