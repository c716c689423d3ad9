import { eq } from 'drizzle-orm'
import { countAttempt, type Limits } from '../access/rate-limit.ts'
import type { Ctx } from '../ctx.ts'
import { waitingEntries } from '../db/schema.ts'
import { mailboxKey } from '../shared/contact/email.ts'
import { HOUR } from '../shared/day.ts'
import { numberWord } from '../shared/number-word.ts'
import { tooManyProblem } from './request-limits.ts'
import { listEntriesOfMailbox, listWaiting } from './waiting-entries.ts'

/** This module has the limits of the waiting list (docs/behaviour.md 18). */

/** Live entries of a mailbox without a booking, each for another service. */
const LIVE_PER_MAILBOX = 6
/**
 * Entries that one origin makes or changes. There may be many, because the customers of a mobile network
 * share IP addresses.
 */
const SAVED_PER_ORIGIN = { most: 20, window: HOUR }
/**
 * Live entries of one origin. An offer reserves its time for an hour, so more entries could keep a freed time
 * from everybody else for a day.
 */
const LIVE_PER_ORIGIN = 6

/** Refuses a mailbox that has `LIVE_PER_MAILBOX` entries without a booking. @throws Problem too_many */
export function assertFewEntriesOfMailbox(ctx: Ctx, email: string): void {
  if (!ctx.config.rateLimits) return
  if (listEntriesOfMailbox(ctx, mailboxKey(email)).length >= LIVE_PER_MAILBOX)
    throw tooManyProblem(
      ctx,
      `Sie stehen bereits ${numberWord(LIVE_PER_MAILBOX)}mal auf der Warteliste. Bitte rufen Sie uns an`,
    )
}

/** Refuses an origin that has `LIVE_PER_ORIGIN` live entries. @throws Problem too_many */
export function assertFewEntriesOfOrigin(ctx: Ctx, origin: string | null): void {
  if (!ctx.config.rateLimits || origin === null) return
  if (listWaiting(ctx, eq(waitingEntries.origin, origin)).length >= LIVE_PER_ORIGIN)
    throw tooManyProblem(
      ctx,
      `Von Ihrem Internetanschluss warten schon ${numberWord(LIVE_PER_ORIGIN)} Einträge auf der Warteliste. Bitte rufen Sie uns an`,
    )
}

/** Counts an entry that an origin makes or changes. @throws Problem too_many above `SAVED_PER_ORIGIN` */
export function countJoining(ctx: Ctx, origin: string | undefined): void {
  const limits: Limits = origin === undefined ? [] : [[`waiting-list from ${origin}`, SAVED_PER_ORIGIN]]
  const sentence =
    'Von Ihrem Internetanschluss kamen gerade sehr viele Einträge für die Warteliste. Bitte versuchen Sie es später erneut oder rufen Sie uns an'
  countAttempt(ctx, limits, (facts) => tooManyProblem(ctx, sentence, facts))
}
