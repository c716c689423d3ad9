import { describe, expect, it } from 'vitest'
import { randomToken } from '../access/random.ts'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
import { lastMail } from '../testing/factory.ts'
import { refusalCode } from '../testing/refusal.ts'
import { openVerificationApp, VERIFIED_EMAIL } from '../testing/verification-app.ts'
import { hashAskingBrowser, isKnownBrowser } from './known-browsers.ts'
import { assertVerified } from './verified-addresses.ts'

describe('a verification', () => {
  it('sends a link and a code to the e-mail address', () => {
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
    app.changeRows(`delete from messages where channel = 'email'`)
    expect(app.ctx().db.$client.serialize().includes(token)).toBe(false)
  })

  it('has a new token and a new code each time', () => {
    const { requestFor } = openVerificationApp()
    const requested = Array.from({ length: 50 }, () => requestFor(randomToken()))
    expect(new Set(requested.map(({ token }) => token)).size).toBe(50)
    // A few of the million codes may be drawn twice.
    expect(new Set(requested.map(({ code }) => code)).size).toBeGreaterThan(45)
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

  it('succeeds by the link again while the e-mail address is verified', () => {
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

describe('the link of a verification', () => {
  it('verifies the browser that asked, wherever the link is opened, and no other browser', () => {
    const { browser, token, openLink, isVerified } = openVerificationApp()
    expect(isVerified(browser)).toBe(false)
    expect(openLink(token)).toBe('verified')
    expect(isVerified(browser)).toBe(true)
    for (const stranger of [randomToken(), '', undefined]) expect(isVerified(stranger)).toBe(false)
  })

  it('turns the browser that asked into a known browser', () => {
    const { app, browser, token, openLink } = openVerificationApp()
    const isBrowserKnown = () =>
      isKnownBrowser(app.ctx(), hashAskingBrowser({ email: VERIFIED_EMAIL, browser: browser }))
    expect(isBrowserKnown()).toBe(false)
    openLink(token)
    expect(isBrowserKnown()).toBe(true)
  })

  it('verifies its own e-mail address only', () => {
    const { app, browser, token, requestFor, openLink } = openVerificationApp()
    requestFor(browser, 'other@musterfrau.example')
    openLink(token)
    expect(refusalCode(() => assertVerified(app.ctx(), 'other@musterfrau.example', browser))).toBe(
      'email_unverified',
    )
    expect(refusalCode(() => assertVerified(app.ctx(), VERIFIED_EMAIL, browser))).toBeUndefined()
  })

  it('ignores capitals and Unicode form of the e-mail address', () => {
    const { browser, token, openLink, isVerified } = openVerificationApp('Jo\u0308rg@Musterfrau.example')
    openLink(token)
    expect(isVerified(browser, 'jörg@MUSTERFRAU.example')).toBe(true)
  })

  it('is replaced by a newer link of the same browser only', () => {
    const { app, browser, token, requestFor, openLink } = openVerificationApp()
    const otherRequest = requestFor(randomToken())
    expect(app.rows('select id from email_verifications')).toHaveLength(2)
    const newer = requestFor(browser)
    expect([token, newer.token, otherRequest.token].map(openLink)).toEqual([
      'expired',
      'verified',
      'verified',
    ])
  })

  it('is refused when it is invented or incomplete', () => {
    const { token, openLink } = openVerificationApp()
    for (const forged of ['', 'x', randomToken(), token.slice(1), `${token} `, token.toLowerCase(), '%'])
      expect(openLink(forged)).toBe('expired')
  })
})
