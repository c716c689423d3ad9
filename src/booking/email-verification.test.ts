import { describe, expect, it } from 'vitest'
import { randomToken } from '../access/random.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { lastCode, lastMail, lastToken } from '../testing/factory.ts'
import { refusalCode, refusalOf } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { requestVerification, verifyByCode, verifyByToken } from './email-verification.ts'
import { askerOf, isKnown } from './known-browsers.ts'
import {
  assertVerified,
  deleteExpiredVerifications,
  forgetMailbox,
  isVerified,
  listVerifications,
} from './verified-addresses.ts'

const EMAIL = 'rosa@musterfrau.example'
const OTHER = 'other@musterfrau.example'

/**
 * Opens an app in which one browser has requested a verification by e-mail, and returns what the e-mail had.
 * `ask` requests another verification; `byLink` and `byCode` try a link or a code, and return the code of the
 * refusal or `verified`.
 */
function openAsked(email = EMAIL) {
  const app = openTestApp({ config: { rateLimits: false } })
  const ask = (browser: string, email = EMAIL) => {
    requestVerification(app.ctx(), { email, browser, origin: 'origin' })
    return { browser, token: lastToken(app), code: lastCode(app) }
  }
  const outcome = (call: () => void) => refusalOf(call)?.code ?? 'verified'
  return {
    app,
    ...ask(randomToken(), email),
    ask,
    byLink: (token: string) => outcome(() => verifyByToken(app.ctx(), token, 'another browser')),
    byCode: (code: string, browser: string | undefined, email = EMAIL) =>
      outcome(() => verifyByCode(app.ctx(), { email, code, browser, origin: undefined })),
    isVerified: (browser: string | undefined, email = EMAIL) => isVerified(app.ctx(), email, browser),
  }
}

/** Returns another code of six digits. */
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('a verification', () => {
  it('sends a link and a code to the address', () => {
    const { app, token, code } = openAsked()
    expect(lastMail(app).recipient).toBe(EMAIL)
    expect(token).toMatch(/^[\w-]{32}$/)
    expect(code).toMatch(/^\d{6}$/)
    for (const part of ['text', 'html'] as const) {
      expect(lastMail(app)[part]).toContain(`http://localhost:8080/email/verify?token=${token}`)
      expect(lastMail(app)[part]).toContain(code)
    }
  })

  it('stores browser, token and code as hashes only', () => {
    const { app, browser, token, code } = openAsked()
    const stored = JSON.stringify(app.rows('select * from email_verifications'))
    for (const secret of [browser, token, `"${code}"`]) expect(stored).not.toContain(secret)
    app.change(`delete from messages where channel = 'email'`)
    expect(app.ctx().db.$client.serialize().includes(token)).toBe(false)
  })

  it('makes new tokens and codes each time', () => {
    const { ask } = openAsked()
    const given = Array.from({ length: 50 }, () => ask(randomToken()))
    expect(new Set(given.map(({ token }) => token)).size).toBe(50)
    // A few of the million codes may be drawn twice.
    expect(new Set(given.map(({ code }) => code)).size).toBeGreaterThan(45)
  })

  it('succeeds once, by the link or by the code', () => {
    for (const first of ['byLink', 'byCode'] as const) {
      const { browser, token, code, byLink, byCode, isVerified } = openAsked()

      expect(first === 'byLink' ? byLink(token) : byCode(code, browser)).toBe('verified')
      expect(byCode(code, browser)).toBe('expired')
      expect(isVerified(browser)).toBe(true)
    }
  })

  it('still succeeds by a second press of the link, while the address is verified', () => {
    const { app, browser, token, byLink, isVerified } = openAsked()
    byLink(token)
    app.pass(DAY_LENGTH - 1)
    expect([byLink(token), isVerified(browser)]).toEqual(['verified', true])
    app.pass(1)
    expect([byLink(token), isVerified(browser)]).toEqual(['expired', false])
  })

  it.each([
    { when: 'within thirty minutes', passed: 30 * MINUTE - 1, outcome: 'verified' },
    { when: 'after thirty minutes', passed: 30 * MINUTE, outcome: 'expired' },
  ])('is $outcome by link and by code $when', ({ passed, outcome }) => {
    const first = openAsked()
    const second = openAsked()
    // The two apps share the clock.
    first.app.pass(passed)
    expect(first.byLink(first.token)).toBe(outcome)
    expect(second.byCode(second.code, second.browser)).toBe(outcome)
    expect(second.isVerified(second.browser)).toBe(outcome === 'verified')
  })
})

describe('the link', () => {
  it('verifies the browser that asked, wherever the link is opened, and no other browser', () => {
    const { browser, token, byLink, isVerified } = openAsked()
    expect(isVerified(browser)).toBe(false)
    expect(byLink(token)).toBe('verified')
    expect(isVerified(browser)).toBe(true)
    for (const stranger of [randomToken(), '', undefined]) expect(isVerified(stranger)).toBe(false)
  })

  it('makes the browser that asked a known browser', () => {
    const { app, browser, token, byLink } = openAsked()
    const isBrowserKnown = () => isKnown(app.ctx(), askerOf(EMAIL, browser))
    expect([isBrowserKnown(), byLink(token), isBrowserKnown()]).toEqual([false, 'verified', true])
  })

  it('verifies its own address only', () => {
    const { app, browser, token, ask, byLink } = openAsked()
    ask(browser, OTHER)
    byLink(token)
    expect(refusalOf(() => assertVerified(app.ctx(), OTHER, browser))?.code).toBe('email_unverified')
    expect(refusalOf(() => assertVerified(app.ctx(), EMAIL, browser))).toBeUndefined()
  })

  it('ignores capitals and Unicode form of the address', () => {
    const { browser, token, byLink, isVerified } = openAsked('Jo\u0308rg@Musterfrau.example')
    byLink(token)
    expect(isVerified(browser, 'jörg@MUSTERFRAU.example')).toBe(true)
  })

  it('is replaced by a newer link of the same browser only', () => {
    const { app, browser, token, ask, byLink } = openAsked()
    const other = ask(randomToken())
    expect(app.rows('select id from email_verifications')).toHaveLength(2)
    const newer = ask(browser)
    expect([token, newer.token, other.token].map(byLink)).toEqual(['expired', 'verified', 'verified'])
  })

  it('is refused when it is invented or incomplete', () => {
    const { token, byLink } = openAsked()
    for (const forged of ['', 'x', randomToken(), token.slice(1), `${token} `, token.toLowerCase(), '%'])
      expect(byLink(forged)).toBe('expired')
  })
})

describe('the code', () => {
  it('does not work in another browser, even one that asked for the same address', () => {
    const { browser, code, ask, byCode, isVerified } = openAsked()
    const stranger = randomToken()
    ask(stranger)
    for (const other of [stranger, randomToken(), '', undefined]) expect(byCode(code, other)).toBe('expired')
    expect([browser, stranger].map((each) => isVerified(each))).toEqual([false, false])
  })

  it('does not work for another address', () => {
    const { browser, code, ask, byCode } = openAsked()
    const other = ask(browser, OTHER)
    // The two codes may be the same by chance.
    expect(byCode(code, browser, OTHER)).toBe(code === other.code ? 'verified' : 'expired')
    expect(byCode(code, browser)).toBe('verified')
  })

  it('may be mistyped four times', () => {
    const { browser, code, byCode } = openAsked()
    for (let i = 0; i < 4; i++) expect(byCode(wrongFor(code), browser)).toBe('expired')
    expect(byCode(code, browser)).toBe('verified')
  })

  it.each(['the link', 'a newer code'])('is used up by five wrong codes, but %s still works', (way) => {
    const { browser, code, token, ask, byCode, byLink, isVerified } = openAsked()
    for (let i = 0; i < 5; i++) byCode(wrongFor(code), browser)
    expect([byCode(code, browser), isVerified(browser)]).toEqual(['expired', false])
    expect(way === 'the link' ? byLink(token) : byCode(ask(browser).code, browser)).toBe('verified')
  })

  it('that is wrong is refused with the advice to compare it, and the fifth time to have a new e-mail sent', () => {
    const { app, browser, code } = openAsked()
    const typed = { email: EMAIL, code: wrongFor(code), browser, origin: undefined }
    const sentences = Array.from(
      { length: 6 },
      () => refusalOf(() => verifyByCode(app.ctx(), typed))?.message,
    )
    const wrongCode = 'Dieser Code stimmt nicht. Bitte vergleichen Sie ihn mit der letzten E-Mail von uns.'
    const usedUp = 'Der Code wurde zu oft falsch eingegeben. Bitte lassen Sie sich eine neue E-Mail senden.'
    expect(sentences).toEqual([wrongCode, wrongCode, wrongCode, wrongCode, usedUp, usedUp])
  })

  it('is not used up by wrong codes in another browser', () => {
    const { browser, code, byCode } = openAsked()
    const stranger = randomToken()
    for (let i = 0; i < 9; i++) byCode(wrongFor(code), stranger)
    expect(byCode(code, browser)).toBe('verified')
  })
})

describe('a verified address', () => {
  it('stays verified for 24 hours, also while another verification is requested', () => {
    const { app, browser, token, ask, byLink, isVerified } = openAsked()
    byLink(token)
    ask(browser)
    app.pass(24 * HOUR - 1)
    expect(isVerified(browser)).toBe(true)
    app.pass(1)
    expect(isVerified(browser)).toBe(false)
  })
})

it('forgetting a mailbox deletes its verifications, browsers and counters, and those of no other mailbox', () => {
  const app = openTestApp()
  const rows = () => [
    app.rows('select distinct token from email_verifications'),
    app.rows('select distinct fingerprint from known_browsers'),
    app.rows('select distinct subject from attempts'),
  ]
  const verify = (email: string) => {
    requestVerification(app.ctx(), { email, browser: 'own', origin: undefined })
    const typed = { email, browser: 'own', origin: undefined }
    refusalCode(() => verifyByCode(app.ctx(), { ...typed, code: wrongFor(lastCode(app)) }))
    verifyByCode(app.ctx(), { ...typed, code: lastCode(app) })
  }
  verify(OTHER)
  const before = rows()

  verify('Rosa+arzt@musterfrau.example')
  expect(listVerifications(app.ctx(), EMAIL)).toMatchObject([{ email: 'rosa+arzt@musterfrau.example' }])
  forgetMailbox(app.ctx(), EMAIL)
  expect(rows()).toEqual(before)
  expect(isVerified(app.ctx(), OTHER, 'own')).toBe(true)
})

it('expired verifications are deleted, and no others', () => {
  const { app, browser, token, ask, byLink, isVerified } = openAsked()
  const countLeft = () => {
    deleteExpiredVerifications(app.ctx())
    return app.rows('select id from email_verifications').length
  }
  byLink(token)
  app.pass(24 * HOUR - 30 * MINUTE)
  const open = ask(randomToken())

  app.pass(30 * MINUTE - 1)
  expect([countLeft(), isVerified(browser), byLink(open.token)]).toEqual([2, true, 'verified'])
  app.pass(1)
  expect(countLeft()).toBe(1)

  // The next e-mail is not answered in time.
  ask(randomToken())
  app.pass(30 * MINUTE)
  expect(countLeft()).toBe(1)
})
