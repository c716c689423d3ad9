import { describe, expect, it } from 'vitest'
import { randomToken } from '../access/random.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { lastCode, lastMail, lastToken } from '../testing/factory.ts'
import { refusalCode, refusalOf } from '../testing/refusal.ts'
import { verifiedBotCheck } from '../testing/solved-bot-check.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import {
  assertVerified,
  deleteExpiredVerifications,
  forgetMailbox,
  isVerified,
  listVerifications,
  requestVerification,
  verifyByCode,
  verifyByToken,
} from './email-verification.ts'
import { askerOf, isKnown } from './known-browsers.ts'

const EMAIL = 'rosa@musterfrau.example'
const OTHER = 'other@musterfrau.example'

/** An app in which one browser has requested a verification, and what can be done with it. */
function asked(email = EMAIL) {
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

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('the limits of verification-limits.ts', () => {
  it('are told the origin and the purpose of an e-mail', () => {
    const app = openTestApp()
    const ask = (i: number, purpose: 'booking' | 'my-bookings') =>
      refusalCode(() => {
        const request = { email: `patient${i}@musterfrau.example`, browser: randomToken(), purpose }
        requestVerification(app.ctx(), { ...request, origin: `origin ${i}` }, verifiedBotCheck(app.ctx()))
      })
    for (let i = 0; i < 150; i++) expect(ask(i, 'booking')).toBeUndefined()
    expect([ask(150, 'booking'), ask(150, 'my-bookings')]).toEqual(['too_many', undefined])
  })

  it('know a browser that has verified the mailbox', () => {
    const app = openTestApp()
    const ask = (browser: string) =>
      refusalCode(() =>
        requestVerification(
          app.ctx(),
          { email: EMAIL, browser, origin: browser },
          verifiedBotCheck(app.ctx()),
        ),
      )
    ask('the patient’s')
    verifyByCode(app.ctx(), {
      email: EMAIL,
      code: lastCode(app),
      browser: 'the patient’s',
      origin: 'an origin',
    })
    for (let i = 0; i < 3; i++) ask(`a stranger’s ${i}`)
    expect([ask('a stranger’s'), ask('the patient’s')]).toEqual(['too_many', undefined])
  })
})

describe('a verification', () => {
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
    app.change(`delete from messages where channel = 'email'`)
    expect(app.ctx().db.$client.serialize().includes(token)).toBe(false)
  })

  it('makes new tokens and codes each time', () => {
    const { ask } = asked()
    const given = Array.from({ length: 50 }, () => ask(randomToken()))
    expect(new Set(given.map(({ token }) => token)).size).toBe(50)
    expect(new Set(given.map(({ code }) => code)).size).toBeGreaterThan(45)
  })

  it('works once, by the link or by the code', () => {
    for (const first of ['byLink', 'byCode'] as const) {
      const { browser, token, code, byLink, byCode, isVerified } = asked()
      expect(first === 'byLink' ? byLink(token) : byCode(code, browser)).toBe('verified')
      expect(byCode(code, browser)).toBe('expired')
      expect(isVerified(browser)).toBe(true)
    }
  })

  it('is told the same by a second press of the link, while the address is verified', () => {
    const { app, browser, token, byLink, isVerified } = asked()
    byLink(token)
    app.pass(DAY_LENGTH - 1)
    expect([byLink(token), isVerified(browser)]).toEqual(['verified', true])
    app.pass(1)
    expect([byLink(token), isVerified(browser)]).toEqual(['expired', false])
  })

  it.each([
    [30 * MINUTE - 1, 'verified'],
    [30 * MINUTE, 'expired'],
  ])('works for thirty minutes: after %i ms it is %s', (passed, outcome) => {
    const [first, second] = [asked(), asked()]
    first.app.pass(passed)
    expect(first.byLink(first.token)).toBe(outcome)
    expect(second.byCode(second.code, second.browser)).toBe(outcome)
    expect(second.isVerified(second.browser)).toBe(outcome === 'verified')
  })
})

describe('the link', () => {
  it('verifies the browser that asked, wherever it is opened, and no other browser', () => {
    const { browser, token, byLink, isVerified } = asked()
    expect(isVerified(browser)).toBe(false)
    expect(byLink(token)).toBe('verified')
    expect(isVerified(browser)).toBe(true)
    for (const stranger of [randomToken(), '', undefined]) expect(isVerified(stranger)).toBe(false)
  })

  it('makes the browser known that asked', () => {
    const { app, browser, token, byLink } = asked()
    const knows = () => isKnown(app.ctx(), askerOf(EMAIL, browser))
    expect([knows(), byLink(token), knows()]).toEqual([false, 'verified', true])
  })

  it('verifies its own address only', () => {
    const { app, browser, token, ask, byLink } = asked()
    ask(browser, OTHER)
    byLink(token)
    expect(refusalOf(() => assertVerified(app.ctx(), OTHER, browser))?.code).toBe('email_unverified')
    expect(refusalOf(() => assertVerified(app.ctx(), EMAIL, browser))).toBeUndefined()
  })

  it('ignores capitals and Unicode form of the address', () => {
    const { browser, token, byLink, isVerified } = asked('Jo\u0308rg@Musterfrau.example')
    byLink(token)
    expect(isVerified(browser, 'jörg@MUSTERFRAU.example')).toBe(true)
  })

  it('is replaced by a newer one of the same browser only', () => {
    const { app, browser, token, ask, byLink } = asked()
    const other = ask(randomToken())
    expect(app.rows('select id from email_verifications')).toHaveLength(2)
    const newer = ask(browser)
    expect([token, newer.token, other.token].map(byLink)).toEqual(['expired', 'verified', 'verified'])
  })

  it('is refused when it is invented or incomplete', () => {
    const { token, byLink } = asked()
    for (const forged of ['', 'x', randomToken(), token.slice(1), `${token} `, token.toLowerCase(), '%'])
      expect(byLink(forged)).toBe('expired')
  })
})

describe('the code', () => {
  it('does not work in another browser, even one that asked for the same address', () => {
    const { browser, code, ask, byCode, isVerified } = asked()
    const stranger = randomToken()
    ask(stranger)
    for (const other of [stranger, randomToken(), '', undefined]) expect(byCode(code, other)).toBe('expired')
    expect([browser, stranger].map((each) => isVerified(each))).toEqual([false, false])
  })

  it('does not work for another address', () => {
    const { browser, code, ask, byCode } = asked()
    const other = ask(browser, OTHER)
    expect(byCode(code, browser, OTHER)).toBe(code === other.code ? 'verified' : 'expired')
    expect(byCode(code, browser)).toBe('verified')
  })

  it('may be mistyped four times', () => {
    const { browser, code, byCode } = asked()
    for (let i = 0; i < 4; i++) expect(byCode(wrong(code), browser)).toBe('expired')
    expect(byCode(code, browser)).toBe('verified')
  })

  it.each(['the link', 'a newer code'])('is used up by five wrong codes, but %s still works', (way) => {
    const { browser, code, token, ask, byCode, byLink, isVerified } = asked()
    for (let i = 0; i < 5; i++) byCode(wrong(code), browser)
    expect([byCode(code, browser), isVerified(browser)]).toEqual(['expired', false])
    expect(way === 'the link' ? byLink(token) : byCode(ask(browser).code, browser)).toBe('verified')
  })

  it('that is wrong is to be compared with the e-mail, and from the fifth time on another e-mail is needed', () => {
    const { app, browser, code } = asked()
    const typed = { email: EMAIL, code: wrong(code), browser, origin: undefined }
    const said = Array.from({ length: 6 }, () => refusalOf(() => verifyByCode(app.ctx(), typed))?.message)
    const wrongCode = 'Dieser Code stimmt nicht. Bitte vergleichen Sie ihn mit der letzten E-Mail von uns.'
    const usedUp = 'Der Code wurde zu oft falsch eingegeben. Bitte lassen Sie sich eine neue E-Mail senden.'
    expect(said).toEqual([wrongCode, wrongCode, wrongCode, wrongCode, usedUp, usedUp])
  })

  it('is not used up by wrong codes in another browser', () => {
    const { browser, code, byCode } = asked()
    const stranger = randomToken()
    for (let i = 0; i < 9; i++) byCode(wrong(code), stranger)
    expect(byCode(code, browser)).toBe('verified')
  })
})

describe('a verified address', () => {
  it('stays verified for 24 hours, also while another verification is requested', () => {
    const { app, browser, token, ask, byLink, isVerified } = asked()
    byLink(token)
    ask(browser)
    app.pass(24 * HOUR - 1)
    expect(isVerified(browser)).toBe(true)
    app.pass(1)
    expect(isVerified(browser)).toBe(false)
  })
})

describe('a list of appointments', () => {
  const askForList = (app: TestApp, browser: string, email = EMAIL) =>
    requestVerification(
      app.ctx(),
      { email, browser, origin: 'an origin', purpose: 'my-bookings' },
      verifiedBotCheck(app.ctx()),
    )

  it('is opened by a code, whatever wrong codes were typed for a booking before', () => {
    const app = openTestApp()
    const typed = { email: EMAIL, browser: 'own', origin: 'an origin' }
    for (let i = 0; i < 2; i++) {
      const request = { email: EMAIL, browser: 'own', origin: 'an origin' }
      requestVerification(app.ctx(), request)
      const code = wrong(lastCode(app))
      for (let j = 0; j < 5; j++) refusalCode(() => verifyByCode(app.ctx(), { ...typed, code }))
    }
    askForList(app, 'own')
    expect(verifyByCode(app.ctx(), { ...typed, code: lastCode(app) })).toMatch(/^[\w-]{32}$/)
  })

  it('gives the browser another secret, under which it has all that it had verified or asked for', () => {
    const app = openTestApp()
    requestVerification(app.ctx(), { email: OTHER, browser: 'own', origin: undefined })
    const waiting = lastCode(app)
    askForList(app, 'own')
    const typed = { browser: 'own', origin: undefined }
    const renewed = verifyByCode(app.ctx(), { ...typed, email: EMAIL, code: lastCode(app) }) ?? ''
    const knows = (browser: string, email: string) => isKnown(app.ctx(), askerOf(email, browser))
    expect([knows('own', EMAIL), knows(renewed, EMAIL), knows(renewed, OTHER)]).toEqual([false, true, false])
    verifyByCode(app.ctx(), { email: OTHER, code: waiting, browser: renewed, origin: undefined })
    expect([EMAIL, OTHER].map((email) => isVerified(app.ctx(), email, renewed))).toEqual([true, true])
    expect(isVerified(app.ctx(), EMAIL, 'own')).toBe(false)
  })

  it('is opened by its link once, in the browser that opens the link', () => {
    const app = openTestApp()
    askForList(app, 'a stranger’s')
    const token = lastToken(app)
    const renewed = verifyByToken(app.ctx(), token, 'own')
    expect(['a stranger’s', 'own', renewed].map((each) => isVerified(app.ctx(), EMAIL, each))).toEqual([
      false,
      false,
      true,
    ])
    expect(refusalCode(() => verifyByToken(app.ctx(), token, 'own'))).toBe('expired')
  })
})

it('an e-mail waits behind those that its origin has asked for within thirty minutes', () => {
  const app = openTestApp({ config: { rateLimits: false } })
  const positions = (...origins: (string | undefined)[]) => {
    for (const origin of origins)
      requestVerification(app.ctx(), { email: EMAIL, browser: randomToken(), origin })
    const rows = app.rows<{ turn: number }>(
      `select turn from messages order by id desc limit ?`,
      origins.length,
    )
    return rows.map(({ turn }) => turn).reverse()
  }
  expect(positions('a', 'a', 'b', undefined, 'a', undefined)).toEqual([0, 1, 0, 0, 2, 1])
  app.pass(30 * MINUTE - 1)
  expect(positions('a')).toEqual([3])
  app.pass(1)
  expect(positions('a', 'b')).toEqual([1, 0])
})

it('a mailbox that is forgotten leaves its verifications, browsers and counters to no address, and others theirs', () => {
  const app = openTestApp()
  const rows = () =>
    ['token from email_verifications', 'fingerprint from known_browsers', 'subject from attempts'].map(
      (column) => app.rows(`select distinct ${column}`),
    )
  const verify = (email: string) => {
    requestVerification(app.ctx(), { email, browser: 'own', origin: undefined })
    const typed = { email, browser: 'own', origin: undefined }
    refusalCode(() => verifyByCode(app.ctx(), { ...typed, code: wrong(lastCode(app)) }))
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

describe('deleting expired verifications', () => {
  it('deletes expired verifications only', () => {
    const { app, browser, token, ask, byLink, isVerified } = asked()
    byLink(token)
    app.pass(23 * HOUR + 30 * MINUTE)
    const open = ask(randomToken())
    const swept = () => {
      deleteExpiredVerifications(app.ctx())
      return app.rows('select id from email_verifications').length
    }
    app.pass(30 * MINUTE - 1)
    expect([swept(), isVerified(browser), byLink(open.token)]).toEqual([2, true, 'verified'])
    app.pass(1)
    expect(swept()).toBe(1)
    ask(randomToken())
    app.pass(30 * MINUTE)
    expect(swept()).toBe(1)
  })
})
