import { describe, expect, it } from 'vitest'
import { randomToken } from '../access/random.ts'
import { wrongCodeFor } from '../testing/factory.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openVerificationApp, VERIFIED_EMAIL } from '../testing/verification-app.ts'
import { MAX_WRONG_CODES, verifyByCode } from './email-verification.ts'

const OTHER_EMAIL = 'other@musterfrau.example'

type Mistyping = Readonly<{ times: number; inBrowser: string }>

/** Enters a wrong code. Returns the outcome of each time. */
const mistype = (
  { code, enterCode }: Pick<ReturnType<typeof openVerificationApp>, 'code' | 'enterCode'>,
  { times, inBrowser }: Mistyping,
) => Array.from({ length: times }, () => enterCode(wrongCodeFor(code), inBrowser))

describe('the code of a verification e-mail', () => {
  it('does not work in another browser, even one that asked for the same e-mail address', () => {
    const { browser, code, requestFor, enterCode, isVerified } = openVerificationApp()
    const stranger = randomToken()
    // Codes are drawn at random, so both may happen to be the same.
    const isSameCode = requestFor(stranger).code === code
    expect(enterCode(code, stranger)).toBe(isSameCode ? 'verified' : 'expired')
    for (const otherBrowser of [randomToken(), '', undefined])
      expect(enterCode(code, otherBrowser)).toBe('expired')
    expect([browser, stranger].map((each) => isVerified(each))).toEqual([false, isSameCode])
  })

  it('does not work for another e-mail address', () => {
    const { browser, code, requestFor, enterCode } = openVerificationApp()
    const { code: codeOfOther } = requestFor(browser, OTHER_EMAIL)
    // Codes are drawn at random, so both may happen to be the same.
    expect(enterCode(code, browser, OTHER_EMAIL)).toBe(code === codeOfOther ? 'verified' : 'expired')
    expect(enterCode(code, browser)).toBe('verified')
  })

  it('may be mistyped four times', () => {
    const app = openVerificationApp()
    const outcomes = mistype(app, { times: MAX_WRONG_CODES - 1, inBrowser: app.browser })
    expect(outcomes).toEqual(['expired', 'expired', 'expired', 'expired'])
    expect(app.enterCode(app.code, app.browser)).toBe('verified')
  })

  it('becomes invalid after five wrong codes, while the link still works', () => {
    const app = openVerificationApp()
    const { browser, code, token, enterCode, openLink, isVerified } = app
    mistype(app, { times: MAX_WRONG_CODES, inBrowser: browser })
    expect([enterCode(code, browser), isVerified(browser)]).toEqual(['expired', false])
    expect(openLink(token)).toBe('verified')
  })

  it('becomes invalid after five wrong codes, while a newer code works', () => {
    const app = openVerificationApp()
    const { browser, code, requestFor, enterCode, isVerified } = app
    mistype(app, { times: MAX_WRONG_CODES, inBrowser: browser })
    expect([enterCode(code, browser), isVerified(browser)]).toEqual(['expired', false])
    expect(enterCode(requestFor(browser).code, browser)).toBe('verified')
  })

  it('is refused with advice to compare it if wrong, and the fifth time to request a new e-mail', () => {
    const { app, browser, code } = openVerificationApp()
    const typed = { email: VERIFIED_EMAIL, code: wrongCodeFor(code), browser, origin: undefined }
    const sentences = Array.from(
      { length: MAX_WRONG_CODES + 1 },
      () => refusalOf(() => verifyByCode(app.ctx(), typed))?.message,
    )
    const wrongCode = 'Dieser Code stimmt nicht. Bitte vergleichen Sie ihn mit der letzten E-Mail von uns.'
    const usedUp = 'Der Code wurde zu oft falsch eingegeben. Bitte lassen Sie sich eine neue E-Mail senden.'
    expect(sentences).toEqual([wrongCode, wrongCode, wrongCode, wrongCode, usedUp, usedUp])
  })

  it('stays valid after wrong codes in another browser', () => {
    const app = openVerificationApp()
    mistype(app, { times: 2 * MAX_WRONG_CODES, inBrowser: randomToken() })
    expect(app.enterCode(app.code, app.browser)).toBe('verified')
  })
})
