import type { BotCheckResult } from '../access/bot-check.ts'
import { askerOf, recordKnown } from '../booking/known-browsers.ts'
import { countSending } from '../booking/verification-limits.ts'
import { inTx } from '../ctx.ts'
import { insertBooking } from './bookings.ts'
import { refusalOf } from './refusal.ts'
import { verifiedBotCheck } from './solved-bot-check.ts'
import { openTestApp } from './test-app.ts'

/** The mailbox of a patient, of which the practice has confirmed a booking. */
export const PATIENT_EMAIL = 'rosa@musterfrau.example'

export type Sending = Readonly<{
  email?: string
  browser?: string
  /** Undefined while origins are unknown. */
  origin?: string | undefined
  purpose?: 'booking' | 'my-bookings'
  check?: BotCheckResult | undefined
}>

export type EmailLimitsApp = ReturnType<typeof openEmailLimitsApp>

/** Opens a test app with short words for e-mails that are asked for, and for browsers that are known. */
export function openEmailLimitsApp() {
  const app = openTestApp()
  let mailboxes = 0
  /** Asks for an e-mail, by default to a new mailbox and with a solved bot check. Returns the refusal. */
  const refusalToSend = (sending: Sending = {}) => {
    const { email = `patient${mailboxes++}@musterfrau.example`, browser = 'a browser' } = sending
    const { purpose = 'booking' } = sending
    const origin = 'origin' in sending ? sending.origin : 'an origin'
    const check = 'check' in sending ? sending.check : verifiedBotCheck(app.ctx())
    const ctx = app.ctx()
    return refusalOf(() =>
      inTx(ctx, () => countSending(ctx, { ...askerOf(email, browser), origin, purpose }, check)),
    )
  }
  const makeKnown = (email: string, browser: string) => recordKnown(app.ctx(), askerOf(email, browser))
  return {
    ...app,
    refusalToSend,
    send: (sending?: Sending) => refusalToSend(sending)?.code ?? 'sent',
    makeKnown,
    /** Makes a browser known that has verified the mailbox of the patient. */
    addPatient: () => {
      makeKnown(PATIENT_EMAIL, 'the patient’s')
      insertBooking(app.ctx().db, { status: 'confirmed', email: PATIENT_EMAIL })
      return { email: PATIENT_EMAIL, browser: 'the patient’s' }
    },
  }
}

/** Does it several times, and returns what each comes to. */
export function times(count: number, once: (i: number) => string): string[] {
  return Array.from({ length: count }, (_, i) => once(i))
}

/** Returns the outcomes of this number of e-mails that are all sent. */
export function allSent(count: number): string[] {
  return Array.from({ length: count }, () => 'sent')
}
