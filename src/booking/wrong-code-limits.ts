import { fingerprint } from '../access/crypto.ts'
import { countRecentAttempts, deleteAttempts, type Limits } from '../access/rate-limit.ts'
import type { Ctx } from '../ctx.ts'
import { mailboxKey } from '../shared/contact/email.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { type AskingBrowser, isKnownBrowser } from './known-browsers.ts'

/** Limits of wrong codes for lists of appointments. They keep strangers from guessing a code. */
const WRONG_PER_ORIGIN = { most: 10, window: DAY_LENGTH }
const WRONG_PER_MAILBOX = { most: 10, window: DAY_LENGTH }
const WRONG_IN_ALL = { most: 100, window: DAY_LENGTH }

/** The name of the counter of all wrong codes. */
const TOTAL_COUNTER = 'wrong code'

/**
 * Returns the limits that are `checked` before a code is, and those for which a wrong code is `counted`.
 * Strangers can use up the limit of a mailbox and the total limit. A known browser is therefore counted
 * separately, and the total limit does not apply to an origin that has entered no wrong code.
 */
export function wrongCodeLimits(
  ctx: Ctx,
  askingBrowser: AskingBrowser,
  origin: string | undefined,
): Readonly<{ checked: Limits; counted: Limits }> {
  const counterOfStrangers = counterOf(ctx, mailboxKey(askingBrowser.email))
  const mailboxCounter = isKnownBrowser(ctx, askingBrowser)
    ? `${counterOfStrangers} by ${askingBrowser.browser}`
    : counterOfStrangers
  const originCounter = `wrong code from ${origin}`
  const total: Limits = [[TOTAL_COUNTER, WRONG_IN_ALL]]
  const ofMailbox: Limits = [[mailboxCounter, WRONG_PER_MAILBOX]]
  const ofAsker: Limits = origin === undefined ? ofMailbox : [[originCounter, WRONG_PER_ORIGIN], ...ofMailbox]
  const isFirstOfOrigin =
    origin !== undefined && countRecentAttempts(ctx, originCounter, WRONG_PER_ORIGIN.window).count === 0
  // Once the total limit is reached, wrong codes no longer count for it, so that strangers cannot prolong it.
  const isUsedUp = countRecentAttempts(ctx, TOTAL_COUNTER, WRONG_IN_ALL.window).count >= WRONG_IN_ALL.most
  return {
    checked: isFirstOfOrigin ? ofAsker : [...ofAsker, ...total],
    counted: isUsedUp ? ofAsker : [...ofAsker, ...total],
  }
}

/** Deletes the counter of the wrong codes for a mailbox. */
export function forgetWrongCodes(ctx: Ctx, mailbox: string): void {
  deleteAttempts(ctx, counterOf(ctx, mailbox))
}

/** Returns the name of the counter of a mailbox's wrong codes, except those in known browsers. */
function counterOf(ctx: Ctx, mailbox: string): string {
  return `wrong code to ${fingerprint(ctx, 'recipient', mailbox)}`
}
