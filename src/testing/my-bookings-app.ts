import { expect } from 'vitest'
import { insertBooking } from './bookings.ts'
import type { Browser } from './browser.ts'
import { lastCode } from './factory.ts'
import { openTestApp, type TestApp } from './test-app.ts'

/** The e-mail address of the patient whose appointments are listed. */
export const LISTED_EMAIL = 'rosa@musterfrau.example'

/** The answer to a browser that has not verified the e-mail address. */
export const UNVERIFIED_ANSWER = {
  error: 'email_unverified',
  message: 'Bitte E-Mail verifizieren, bevor Sie fortfahren.',
}

/** Opens the app without limits, and a browser in which the list of this e-mail address is open. */
export async function openMyBookingsApp(email = LISTED_EMAIL) {
  const app = openTestApp({ config: { rateLimits: false } })
  const browser = app.browser()
  await openList(app, browser, email)
  const addBooking = (changes: Parameters<typeof insertBooking>[1]) => insertBooking(app.ctx().db, changes).id
  return { app, browser, addBooking }
}

/**
 * Opens the list of the e-mail address in this browser: requests the e-mail and enters its code. Returns the
 * answer.
 */
export async function openList(app: TestApp, browser: Browser, email = LISTED_EMAIL) {
  await requestLink(browser, email)
  return browser.post('/api/email/verify', { email, code: lastCode(app) })
}

/** Requests the e-mail whose link and code open the list. */
export function requestLink(browser: Browser, email = LISTED_EMAIL) {
  return browser.post('/api/email/send', { email, purpose: 'my-bookings' })
}

/** Reads the list. The portal refuses it unless the e-mail address is verified in this browser. */
export function readList(browser: Browser) {
  return browser.get('/api/my/bookings')
}

/** Expects that no e-mail address is verified in this browser. */
export async function expectUnverified(browser: Browser): Promise<void> {
  const { status, json } = await readList(browser)
  expect([status, json]).toEqual([403, UNVERIFIED_ANSWER])
}
