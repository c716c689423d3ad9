import type { Browser } from './browser.ts'
import { aContact, aHold, aRequest, verifyEmailAddress } from './factory.ts'
import { openTestApp, type TestAppOptions } from './test-app.ts'

/** The start of the holds, a Tuesday. */
export const HELD_START = '2027-01-12T08:30:00+01:00'
/** A second patient, whose e-mail address is not verified. */
export const OTHER_CONTACT = aContact({ email: 'other@musterfrau.example' })

/** Opens the app and a browser that has verified Rosa Musterfrau's e-mail address. */
export async function openVerifiedApp(options?: TestAppOptions) {
  const app = openTestApp(options)
  const browser = app.browser()
  await verifyEmailAddress(app, browser)
  return { app, browser }
}

/** Opens the same app with a hold at HELD_START. `id` is the hold's id; `confirm` requests the booking. */
export async function openHoldApp(options?: TestAppOptions) {
  const { app, browser } = await openVerifiedApp(options)
  const { hold_id: id } = (await browser.post('/api/hold', aHold())).json
  const request = await aRequest(app, id)
  const confirm = (changes: Record<string, unknown> = {}) =>
    browser.post('/api/booking/confirm', { ...request, ...changes })
  return { app, browser, id, confirm }
}

/** Returns whether HELD_START is still listed as free. */
export async function isStartFree(browser: Browser): Promise<boolean> {
  const slots: { slot_start: string }[] = (
    await browser.get('/api/slots?date=2027-01-12&service=erstordination')
  ).json
  return slots.some(({ slot_start }) => slot_start === HELD_START)
}
