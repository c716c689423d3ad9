import { describe, expect, it } from 'vitest'
import { randomToken } from '../access/random.ts'
import { wrongCodeFor } from '../testing/factory.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openVerificationApp, VERIFIED_EMAIL } from '../testing/verification-app.ts'
import { verifyByCode } from './email-verification.ts'

const OTHER_EMAIL = 'other@musterfrau.example'

describe('the code of a verification e-mail', () => {
  it('does not work in another browser, even one that asked for the same e-mail address', () => {
    const { browser, code, requestFor, enterCode, isVerified } = openVerificationApp()
    const stranger = randomToken()
    requestFor(stranger)
    for (const other of [stranger, randomToken(), '', undefined])
      expect(enterCode(code, other)).toBe('expired')
    expect([browser, stranger].map((each) => isVerified(each))).toEqual([false, false])
  })

  it('does not work for another e-mail address', () => {
    const { browser, code, requestFor, enterCode } = openVerificationApp()
    const other = requestFor(browser, OTHER_EMAIL)
    // Both codes may happen to be the same.
    expect(enterCode(code, browser, OTHER_EMAIL)).toBe(code === other.code ? 'verified' : 'expired')
    expect(enterCode(code, browser)).toBe('verified')
  })

  it('may be mistyped four times', () => {
    const { browser, code, enterCode } = openVerificationApp()
    for (let i = 0; i < 4; i++) expect(enterCode(wrongCodeFor(code), browser)).toBe('expired')
    expect(enterCode(code, browser)).toBe('verified')
  })

  it('becomes invalid after five wrong codes, while the link still works', () => {
    const { browser, code, token, enterCode, openLink, isVerified } = openVerificationApp()
    for (let i = 0; i < 5; i++) enterCode(wrongCodeFor(code), browser)
    expect([enterCode(code, browser), isVerified(browser)]).toEqual(['expired', false])
    expect(openLink(token)).toBe('verified')
  })

  it('becomes invalid after five wrong codes, while a newer code works', () => {
    const { browser, code, requestFor, enterCode, isVerified } = openVerificationApp()
    for (let i = 0; i < 5; i++) enterCode(wrongCodeFor(code), browser)
    expect([enterCode(code, browser), isVerified(browser)]).toEqual(['expired', false])
    expect(enterCode(requestFor(browser).code, browser)).toBe('verified')
  })

  it('is refused with advice to compare it if wrong, and the fifth time to request a new e-mail', () => {
    const { app, browser, code } = openVerificationApp()
    const typed = { email: VERIFIED_EMAIL, code: wrongCodeFor(code), browser, origin: undefined }
    const sentences = Array.from(
      { length: 6 },
      () => refusalOf(() => verifyByCode(app.ctx(), typed))?.message,
    )
    const wrongCode = 'Dieser Code stimmt nicht. Bitte vergleichen Sie ihn mit der letzten E-Mail von uns.'
    const usedUp = 'Der Code wurde zu oft falsch eingegeben. Bitte lassen Sie sich eine neue E-Mail senden.'
    expect(sentences).toEqual([wrongCode, wrongCode, wrongCode, wrongCode, usedUp, usedUp])
  })

  it('stays valid after wrong codes in another browser', () => {
    const { browser, code, enterCode } = openVerificationApp()
    const stranger = randomToken()
    for (let i = 0; i < 9; i++) enterCode(wrongCodeFor(code), stranger)
    expect(enterCode(code, browser)).toBe('verified')
  })
})
