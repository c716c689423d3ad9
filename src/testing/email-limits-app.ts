import type { SolvedBotCheck } from '../access/bot-check.ts'
import { hashAskingBrowser, recordKnownBrowser } from '../booking/known-browsers.ts'
import { countVerificationEmail } from '../booking/verification-limits.ts'
import { inTx } from '../ctx.ts'
import { insertBooking } from './bookings.ts'
import { refusalOf } from './refusal.ts'
import { verifiedBotCheck } from './solved-bot-check.ts'
import { openTestApp } from './test-app.ts'

/** The mailbox of the patient whom `addPatient` adds. */
export const PATIENT_EMAIL = 'rosa@musterfrau.example'
const PATIENT_BROWSER = 'the patient’s browser'

/** An attempt to have an e-mail sent. Missing fields come from `DEFAULT_ATTEMPT`. */
export type SendAttempt = Readonly<{
  /** A new mailbox for each attempt by default. */
  email?: string
  browser?: string
  /** Undefined for an unknown origin. */
  origin?: string | undefined
  purpose?: 'booking' | 'my-bookings'
  /** A solved bot check by default; undefined for an attempt without one. */
  check?: SolvedBotCheck | undefined
}>

const DEFAULT_ATTEMPT = { browser: 'a browser', origin: 'an origin', purpose: 'booking' } as const

export type EmailLimitsApp = ReturnType<typeof openEmailLimitsApp>

/** Opens a test app with functions that ask for e-mails and make browsers known. */
export function openEmailLimitsApp() {
  const app = openTestApp()
  let mailboxCount = 0
  /** Asks for an e-mail. Returns the refusal, or undefined if the e-mail is sent. */
  const refusalToSend = (attempt: SendAttempt = {}) => {
    const ctx = app.ctx()
    const defaults = {
      ...DEFAULT_ATTEMPT,
      email: `patient${mailboxCount++}@musterfrau.example`,
      check: verifiedBotCheck(ctx),
    }
    // An undefined origin or check in the attempt replaces the default here.
    const { email, browser, origin, purpose, check } = { ...defaults, ...attempt }
    return refusalOf(() =>
      inTx(ctx, () =>
        countVerificationEmail(ctx, { ...hashAskingBrowser({ email, browser }), origin, purpose }, check),
      ),
    )
  }
  const makeKnown = (email: string, browser: string) =>
    recordKnownBrowser(app.ctx(), hashAskingBrowser({ email, browser }))
  return {
    ...app,
    refusalToSend,
    /** Asks for an e-mail. Returns `sent`, or the code of the refusal. */
    send: (attempt?: SendAttempt) => refusalToSend(attempt)?.code ?? 'sent',
    makeKnown,
    /** Adds a patient with a confirmed booking. Returns the mailbox, and the browser that has verified it. */
    addPatient: () => {
      makeKnown(PATIENT_EMAIL, PATIENT_BROWSER)
      insertBooking(app.ctx().db, { status: 'confirmed', email: PATIENT_EMAIL })
      return { email: PATIENT_EMAIL, browser: PATIENT_BROWSER }
    },
  }
}

/** Asks for this number of e-mails, and returns the outcome of each. */
export function sendSeveral(count: number, send: (i: number) => string): string[] {
  return Array.from({ length: count }, (_, i) => send(i))
}

/** Returns the outcomes of `sendSeveral` when every e-mail is sent. */
export function allSent(count: number): string[] {
  return Array(count).fill('sent')
}
