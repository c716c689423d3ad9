import { expect, it } from 'vitest'
import { randomToken } from '../access/random.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { lastCode, wrongCodeFor } from '../testing/factory.ts'
import { refusalCode } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { openVerificationApp, VERIFIED_EMAIL } from '../testing/verification-app.ts'
import { verifyByCode } from './email-verification.ts'
import { requestVerification } from './verification-requests.ts'
import {
  deleteExpiredVerifications,
  forgetMailbox,
  isVerified,
  listVerifications,
} from './verified-addresses.ts'

const OTHER_EMAIL = 'other@musterfrau.example'

it('an e-mail address stays verified for 24 hours, even if another verification is requested', () => {
  const { app, browser, token, requestFor, openLink, isVerified } = openVerificationApp()
  openLink(token)
  requestFor(browser)
  app.pass(24 * HOUR - 1)
  expect(isVerified(browser)).toBe(true)
  app.pass(1)
  expect(isVerified(browser)).toBe(false)
})

it('forgetting a mailbox deletes only its own verifications, browsers and counters', () => {
  const app = openTestApp()
  const listStored = () => [
    app.rows('select distinct token from email_verifications'),
    app.rows('select distinct fingerprint from known_browsers'),
    app.rows('select distinct subject from attempts'),
  ]
  /** Verifies the e-mail address, after a wrong code that is counted. */
  const verify = (email: string) => {
    requestVerification(app.ctx(), { email, browser: 'the patient’s', origin: undefined })
    const typed = { email, browser: 'the patient’s', origin: undefined }
    refusalCode(() => verifyByCode(app.ctx(), { ...typed, code: wrongCodeFor(lastCode(app)) }))
    verifyByCode(app.ctx(), { ...typed, code: lastCode(app) })
  }
  verify(OTHER_EMAIL)
  const storedForOther = listStored()

  verify('Rosa+arzt@musterfrau.example')
  expect(listVerifications(app.ctx(), VERIFIED_EMAIL)).toMatchObject([
    { email: 'rosa+arzt@musterfrau.example' },
  ])
  forgetMailbox(app.ctx(), VERIFIED_EMAIL)
  expect(listStored()).toEqual(storedForOther)
  expect(isVerified(app.ctx(), OTHER_EMAIL, 'the patient’s')).toBe(true)
})

it('only expired verifications are deleted', () => {
  const { app, browser, token, requestFor, openLink, isVerified } = openVerificationApp()
  const deleteExpiredAndCount = () => {
    deleteExpiredVerifications(app.ctx())
    return app.rows('select id from email_verifications').length
  }
  openLink(token)
  // The verified e-mail address and the next e-mail expire at the same time.
  app.pass(24 * HOUR - 30 * MINUTE)
  const unused = requestFor(randomToken())

  app.pass(30 * MINUTE - 1)
  expect(deleteExpiredAndCount()).toBe(2)
  expect(isVerified(browser)).toBe(true)
  expect(openLink(unused.token)).toBe('verified')
  app.pass(1)
  expect(deleteExpiredAndCount()).toBe(1)

  // The next e-mail is not answered in time.
  requestFor(randomToken())
  app.pass(30 * MINUTE)
  expect(deleteExpiredAndCount()).toBe(1)
})
