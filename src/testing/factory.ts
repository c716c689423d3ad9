import { EMPTY_TEXTS } from '../shared/contact/contact.ts'
import type { ManualContact } from '../shared/contact/manual-contact.ts'
import type { Browser } from './browser.ts'
import { tokenIn } from './links.ts'
import type { TestApp } from './test-app.ts'

/** Returns an invented contact as the wizard sends it, with a valid social security number. */
export function aContact(changes: Record<string, unknown> = {}) {
  return {
    salutation: 'Frau',
    firstName: 'Rosa',
    lastName: 'Musterfrau',
    email: 'rosa@musterfrau.example',
    mobile: '+436600000012',
    address: 'Erfundene Gasse 7',
    zip: '6850',
    city: 'Dornbirn',
    country: 'AT',
    birthDate: '1980-01-01',
    svn4: '1237',
    ...changes,
  }
}

/** A contact with only name and phone number, as the practice enters it during a call. */
export const CALLER: ManualContact = {
  ...EMPTY_TEXTS,
  firstName: 'Otto',
  lastName: 'Beispielmann',
  mobile: '06600000034',
  country: 'AT',
  reminderBySms: false,
}

/** Requests a verification and enters the code from the outbox. */
export async function verifyEmailAddress(
  app: TestApp,
  browser: Browser,
  email = 'rosa@musterfrau.example',
): Promise<void> {
  await browser.post('/api/email/send', { email, turnstile_token: await app.botToken() })
  const answer = await browser.post('/api/email/verify', { email, code: lastCode(app) })
  if (answer.status !== 200) throw new Error(`the address was not verified: ${answer.text}`)
}

/** Returns the verification code in the newest e-mail of the outbox. */
export function lastCode(app: TestApp): string {
  return /\b\d{6}\b/.exec(lastMail(app).text)?.[0] ?? ''
}

/** Returns a well-formed verification code that differs from this one. */
export function wrongCodeFor(code: string): string {
  const ofSixDigits = 1_000_000
  return String((Number(code) + 1) % ofSixDigits).padStart(6, '0')
}

/** Returns the token in the link of the newest e-mail. */
export function lastToken(app: TestApp): string {
  return tokenIn(lastMail(app).text)
}

/** Returns the newest e-mail that is not suppressed. */
export function lastMail(app: TestApp): { recipient: string; subject: string; text: string; html: string } {
  const [mail] = app.rows<{ recipient: string; subject: string; text: string; html: string }>(
    `select recipient, subject, text, html from messages where channel = 'email' and status <> 'muted' order by id desc limit 1`,
  )
  if (mail === undefined) throw new Error('the outbox is empty')
  return mail
}

/** Returns the body of POST /api/hold, for a Tuesday with long hours. */
export function aHold(changes: Record<string, unknown> = {}) {
  return { service_id: 'erstordination', start: '2027-01-12T08:30:00+01:00', contact: aContact(), ...changes }
}

/**
 * Verifies the e-mail address, places a hold and requests the booking. The hold needs no bot check because it
 * is the first one. Returns the answer to the request.
 */
export async function book(app: TestApp, browser: Browser, start: string, email = 'rosa@musterfrau.example') {
  await verifyEmailAddress(app, browser, email)
  const contact = aContact({ email })
  const hold = await browser.post('/api/hold', aHold({ start, contact }))
  if (hold.status !== 201) throw new Error(`no hold: ${hold.text}`)
  return browser.post('/api/booking/confirm', await aRequest(app, hold.json.hold_id, { contact }))
}

/** Returns the body of POST /api/booking/confirm, with a solved bot check. */
export async function aRequest(app: TestApp, hold_id: string, changes: Record<string, unknown> = {}) {
  const turnstile_token = await app.botToken()
  return { hold_id, contact: aContact(), consent: true, turnstile_token, ...changes }
}

/** Returns the body of POST /api/admin/bookings with the required fields only. */
export function aManualBooking(changes: Record<string, unknown> = {}) {
  return {
    service_id: 'folgebehandlung',
    start: '2027-01-12T10:00:00+01:00',
    contact: { firstName: 'Otto', lastName: 'Beispielmann', mobile: '0660 0000034' },
    ...changes,
  }
}
