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
  const { app, browser, token, requestFor, openLink } = openVerificationApp()
  openLink(token)
  requestFor(browser)
  const isStillVerified = () => isVerified(app.ctx(), VERIFIED_EMAIL, browser)
  app.pass(24 * HOUR - 1)
  expect(isStillVerified()).toBe(true)
  app.pass(1)
  expect(isStillVerified()).toBe(false)
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
    const visitor = { email, browser: 'the patient’s', origin: undefined }
    requestVerification(app.ctx(), visitor)
    refusalCode(() => verifyByCode(app.ctx(), { ...visitor, code: wrongCodeFor(lastCode(app)) }))
    verifyByCode(app.ctx(), { ...visitor, code: lastCode(app) })
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
  const { app, browser, token, requestFor, openLink } = openVerificationApp()
  /** Runs the job. @returns how many verifications are left */
  const deleteExpiredAndCount = () => {
    deleteExpiredVerifications(app.ctx())
    return app.rows('select id from email_verifications').length
  }
  openLink(token)
  // The verified e-mail address and the second e-mail expire at the same time.
  app.pass(24 * HOUR - 30 * MINUTE)
  const second = requestFor(randomToken())

  app.pass(30 * MINUTE - 1)
  expect(deleteExpiredAndCount()).toBe(2)
  expect(isVerified(app.ctx(), VERIFIED_EMAIL, browser)).toBe(true)
  expect(openLink(second.token)).toBe('verified')
  app.pass(1)
  expect(deleteExpiredAndCount()).toBe(1)

  // The third e-mail is not answered in time.
  requestFor(randomToken())
  app.pass(30 * MINUTE)
  expect(deleteExpiredAndCount()).toBe(1)
})
