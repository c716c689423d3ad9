import { describe, expect, it } from 'vitest'
import { lastCode, lastToken, wrongCodeFor } from '../testing/factory.ts'
import { refusalCode } from '../testing/refusal.ts'
import { verifiedBotCheck } from '../testing/solved-bot-check.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { verifyByCode, verifyByToken } from './email-verification.ts'
import { askingBrowser, isKnownBrowser } from './known-browsers.ts'
import { requestVerification } from './verification-requests.ts'
import { isVerified } from './verified-addresses.ts'

const EMAIL = 'rosa@musterfrau.example'
const OTHER_EMAIL = 'other@musterfrau.example'

describe('the verification for a list of appointments', () => {
  const askForList = (app: TestApp, browser: string) => {
    const request = { email: EMAIL, browser, origin: 'an origin', purpose: 'my-bookings' } as const
    requestVerification(app.ctx(), request, verifiedBotCheck(app.ctx()))
  }

  it('succeeds with a code, even after many wrong codes for bookings', () => {
    const app = openTestApp()
    const typed = { email: EMAIL, browser: 'the patient’s', origin: 'an origin' }
    // Ten wrong codes would use up the daily limit of lists of appointments.
    for (let i = 0; i < 2; i++) {
      requestVerification(app.ctx(), typed)
      const code = wrongCodeFor(lastCode(app))
      for (let j = 0; j < 5; j++) refusalCode(() => verifyByCode(app.ctx(), { ...typed, code }))
    }

    askForList(app, 'the patient’s')
    expect(verifyByCode(app.ctx(), { ...typed, code: lastCode(app) })).toMatch(/^[\w-]{32}$/)
  })

  it('gives the browser a new secret, which takes over the verifications of the old one', () => {
    const app = openTestApp()
    requestVerification(app.ctx(), { email: OTHER_EMAIL, browser: 'the patient’s', origin: undefined })
    const codeForOther = lastCode(app)
    askForList(app, 'the patient’s')
    const typed = { email: EMAIL, code: lastCode(app), browser: 'the patient’s', origin: undefined }
    const renewed = verifyByCode(app.ctx(), typed) ?? ''
    const isKnown = (browser: string, email: string) =>
      isKnownBrowser(app.ctx(), askingBrowser(email, browser))
    expect(isKnown('the patient’s', EMAIL)).toBe(false)
    expect([isKnown(renewed, EMAIL), isKnown(renewed, OTHER_EMAIL)]).toEqual([true, false])

    verifyByCode(app.ctx(), { email: OTHER_EMAIL, code: codeForOther, browser: renewed, origin: undefined })
    expect([EMAIL, OTHER_EMAIL].map((email) => isVerified(app.ctx(), email, renewed))).toEqual([true, true])
    expect(isVerified(app.ctx(), EMAIL, 'the patient’s')).toBe(false)
  })

  it('succeeds once with its link, for the browser that opens the link', () => {
    const app = openTestApp()
    askForList(app, 'a stranger’s')
    const token = lastToken(app)
    const renewed = verifyByToken(app.ctx(), token, 'the patient’s')
    expect(
      ['a stranger’s', 'the patient’s', renewed].map((each) => isVerified(app.ctx(), EMAIL, each)),
    ).toEqual([false, false, true])
    expect(refusalCode(() => verifyByToken(app.ctx(), token, 'the patient’s'))).toBe('expired')
  })
})
