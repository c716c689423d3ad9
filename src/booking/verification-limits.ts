import { type SolvedBotCheck, spendBotCheck } from '../access/bot-check.ts'
import { fingerprint } from '../access/crypto.ts'
import {
  assertWithinLimits,
  countAttempt,
  countRecentAttempts,
  deleteAttempts,
  type Limits,
} from '../access/rate-limit.ts'
import type { Ctx } from '../ctx.ts'
import { isStranger } from '../db/booking-rows.ts'
import type { EmailVerification } from '../db/schema.ts'
import { mailboxKey } from '../shared/contact/email.ts'
import { HOUR } from '../shared/day.ts'
import { requiredBotCheckLevel } from './bot-check-level.ts'
import { type AskingBrowser, isKnownBrowser } from './known-browsers.ts'
import { tooManyProblem } from './request-limits.ts'

/** E-mails to one mailbox; for its known browsers only while e-mails are scarce. */
const MAILBOX_LIMIT = { most: 3, window: HOUR }
/** Known browsers are counted even without a limit, because the count matters once e-mails are scarce. */
const NO_LIMIT = { most: Number.POSITIVE_INFINITY, window: HOUR }
/** E-mails to one origin. */
const ORIGIN_LIMIT = { most: 20, window: HOUR }
/** E-mails to one origin while e-mails are scarce, unless a patient's known browser asks. */
const SCARCE_ORIGIN_LIMIT = { most: 1, window: HOUR }
/** E-mails in total. */
const TOTAL_LIMIT = { most: 200, window: HOUR }
/** From this many e-mails within an hour on, e-mails are scarce. */
const SCARCE_AFTER = TOTAL_LIMIT.most / 2
/**
 * From this many e-mails within an hour on, strangers need a bot check. A few origins do not get that far,
 * because each gets only one e-mail while e-mails are scarce.
 */
const CHECKED_AFTER = (TOTAL_LIMIT.most * 5) / 8
/**
 * E-mails to strangers, by purpose. The last quarter is reserved for known browsers of patients, and half of
 * it also for lists of appointments. Verifying mailboxes makes nobody a patient, because anybody can collect
 * mailboxes.
 */
const STRANGER_LIMITS = {
  booking: { most: (TOTAL_LIMIT.most * 3) / 4, window: HOUR },
  'my-bookings': { most: (TOTAL_LIMIT.most * 7) / 8, window: HOUR },
}

const TOO_MANY_SENT =
  'Wir haben in der letzten Stunde schon sehr viele E-Mails gesendet. Bitte warten Sie ein wenig oder rufen Sie uns an'

/** An e-mail that verifies an address: who asks for it, from where, and what for. */
type Sending = AskingBrowser & Readonly<{ origin: string | undefined }> & Pick<EmailVerification, 'purpose'>

/**
 * Counts an e-mail that verifies an address. Known browsers are counted separately, so that a stranger
 * who requests e-mails to a patient's mailbox cannot keep the patient from getting one. A known browser is a
 * patient's only if the practice has confirmed a booking of the mailbox.
 * @throws Problem too_many above the limits; bot_check_failed
 */
export function countVerificationEmail(
  ctx: Ctx,
  sending: Sending,
  botCheck: SolvedBotCheck | undefined,
): void {
  if (!ctx.config.rateLimits) return
  const { count } = countRecentAttempts(ctx, 'email-check', HOUR)
  const isScarce = count >= SCARCE_AFTER
  const isKnown = isKnownBrowser(ctx, sending)
  const isPatient = isKnown && !isStranger(ctx, mailboxKey(sending.email))
  const limits = limitsOfSending(ctx, sending, { isScarce, isKnown, isPatient })
  const refusal: Parameters<typeof countAttempt>[2] = (facts) => tooManyProblem(ctx, TOO_MANY_SENT, facts)
  // Refusals that a bot check cannot change come first, so that nobody solves one for nothing.
  assertWithinLimits(ctx, limits, refusal)
  if (!isPatient && count >= CHECKED_AFTER)
    spendBotCheck(ctx, botCheck, requiredBotCheckLevel(ctx, sending.origin))
  countAttempt(ctx, limits, refusal)
}

type Circumstances = Readonly<{
  /** Whether e-mails are scarce. */
  isScarce: boolean
  /** Whether the browser has verified the mailbox before. */
  isKnown: boolean
  /** Whether it is a known browser of a patient. */
  isPatient: boolean
}>

/** Returns the limits of an e-mail: of its mailbox, of strangers, of its origin, and in total. */
function limitsOfSending(
  ctx: Ctx,
  { email, origin, purpose }: Sending,
  { isScarce, isKnown, isPatient }: Circumstances,
): Limits {
  const names = counterNames(ctx, mailboxKey(email))
  const limits: Limits[number][] = [
    isKnown ? [names.known, isScarce ? MAILBOX_LIMIT : NO_LIMIT] : [names.unknown, MAILBOX_LIMIT],
  ]
  if (!isPatient) limits.push(['email-check of strangers', STRANGER_LIMITS[purpose]])
  const originLimit = isScarce && !isPatient ? SCARCE_ORIGIN_LIMIT : ORIGIN_LIMIT
  if (origin !== undefined) limits.push([`email-check from ${origin}`, originLimit])
  return [...limits, ['email-check', TOTAL_LIMIT]]
}

/** Deletes the counters of the e-mails to a mailbox. */
export function forgetVerificationCounts(ctx: Ctx, mailbox: string): void {
  for (const subject of Object.values(counterNames(ctx, mailbox))) deleteAttempts(ctx, subject)
}

/** Returns the names of a mailbox's counters: of e-mails requested by known and by unknown browsers. */
function counterNames(ctx: Ctx, mailbox: string) {
  const recipient = fingerprint(ctx, 'recipient', mailbox)
  return { known: `email-check known ${recipient}`, unknown: `email-check to ${recipient}` }
}
