import { describe, expect, it } from 'vitest'
import { lastCode, lastToken, wrongCodeFor } from '../testing/factory.ts'
import { refusalCode } from '../testing/refusal.ts'
import { verifiedBotCheck } from '../testing/solved-bot-check.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { MAX_WRONG_CODES, verifyByCode, verifyByToken } from './email-verification.ts'
import { hashAskingBrowser, isKnownBrowser } from './known-browsers.ts'
import { requestVerification } from './verification-requests.ts'
import { isVerified } from './verified-addresses.ts'

const EMAIL = 'rosa@musterfrau.example'
const OTHER_EMAIL = 'other@musterfrau.example'
/** The secret of the patient's browser. */
const BROWSER = 'the patient’s'

describe('the verification for a list of appointments', () => {
  /** Has an e-mail sent that verifies `EMAIL` for the list of its appointments. */
  const askForList = (app: TestApp, browser: string) => {
    const request = { email: EMAIL, browser, origin: 'an origin', purpose: 'my-bookings' } as const
    requestVerification(app.ctx(), request, verifiedBotCheck(app.ctx()))
  }

  it('succeeds with a code, even after many wrong codes for bookings', () => {
    const app = openTestApp()
    const visitor = { email: EMAIL, browser: BROWSER, origin: 'an origin' }
    // The wrong codes of two e-mails would use up the limits of a day for lists (wrong-code-limits.ts).
    for (let emails = 0; emails < 2; emails++) {
      requestVerification(app.ctx(), visitor)
      const code = wrongCodeFor(lastCode(app))
      for (let times = 0; times < MAX_WRONG_CODES; times++)
        refusalCode(() => verifyByCode(app.ctx(), { ...visitor, code }))
    }

    askForList(app, BROWSER)
    const newSecret = verifyByCode(app.ctx(), { ...visitor, code: lastCode(app) })
    expect(newSecret).toMatch(/^[\w-]{32}$/)
  })

  it('gives the browser a new secret, which takes over the verifications of the old one', () => {
    const app = openTestApp()
    const origin = undefined
    requestVerification(app.ctx(), { email: OTHER_EMAIL, browser: BROWSER, origin })
    const codeForOther = lastCode(app)
    askForList(app, BROWSER)
    const code = lastCode(app)
    const newSecret = verifyByCode(app.ctx(), { email: EMAIL, code, browser: BROWSER, origin }) ?? ''
    const isKnown = (browser: string, email: string) =>
      isKnownBrowser(app.ctx(), hashAskingBrowser({ email, browser }))
    expect(isKnown(BROWSER, EMAIL)).toBe(false)
    expect([isKnown(newSecret, EMAIL), isKnown(newSecret, OTHER_EMAIL)]).toEqual([true, false])

    verifyByCode(app.ctx(), { email: OTHER_EMAIL, code: codeForOther, browser: newSecret, origin })
    for (const email of [EMAIL, OTHER_EMAIL]) expect(isVerified(app.ctx(), email, newSecret)).toBe(true)
    expect(isVerified(app.ctx(), EMAIL, BROWSER)).toBe(false)
  })

  it('succeeds once with its link, for the browser that opens the link', () => {
    const app = openTestApp()
    const stranger = 'a stranger’s'
    askForList(app, stranger)
    const token = lastToken(app)
    const newSecret = verifyByToken(app.ctx(), token, BROWSER)
    expect(isVerified(app.ctx(), EMAIL, newSecret)).toBe(true)
    for (const browser of [stranger, BROWSER]) expect(isVerified(app.ctx(), EMAIL, browser)).toBe(false)
    expect(refusalCode(() => verifyByToken(app.ctx(), token, BROWSER))).toBe('expired')
  })
})
