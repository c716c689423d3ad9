import { and, desc, eq, gt, type SQL } from 'drizzle-orm'
import { hashToken } from '../access/crypto.ts'
import type { Ctx } from '../ctx.ts'
import { tryToWrite } from '../db/health.ts'
import { type Booking, bookings, emailVerifications, type WaitingEntryRow } from '../db/schema.ts'
import { readSetting } from '../practice/settings.ts'
import { isStanding } from '../shared/booking.ts'
import { mailboxKey, sameEmail } from '../shared/contact/email.ts'
import { DAY_LENGTH, HOUR, type Instant, MINUTE } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { listEntriesOfAddress } from './waiting-entries.ts'

/**
 * This module lists an e-mail address's appointments for a browser that has verified it (docs/behaviour.md
 * 6.9–6.11).
 */

/** Milliseconds for which the list stays open after it was last read. */
const IDLE_ACCESS_MS = HOUR
/** Milliseconds for which the list stays open after the verification. */
const MAX_ACCESS_MS = 12 * HOUR
/** Milliseconds between two updates of `seen_at`, so that not every request has to write. */
const SEEN_WRITTEN_EVERY_MS = MINUTE
/** Days before today whose bookings are listed. */
const DAYS_BACK = 365
/**
 * Bookings in the list. Only the practice's own e-mail address, which stands in for patients without one, has
 * more.
 */
const MOST_LISTED = 200

export type MyBookings = Readonly<{
  email: string
  expiresAt: Instant
  /** Requested or confirmed appointments that are not over, the next one first. */
  coming: readonly Booking[]
  /** All other bookings, the latest one first. */
  past: readonly Booking[]
  /** Waiting entries without an appointment; empty while the waiting list is off. */
  waiting: readonly WaitingEntryRow[]
}>

/**
 * Lists the bookings of the e-mail address that this browser last verified for this purpose; other addresses
 * of the mailbox are left out. Each call keeps the list open.
 * @throws Problem email_unverified without a verification, `IDLE_ACCESS_MS` after the last call, and
 * `MAX_ACCESS_MS` after the verification
 */
export function listMyBookings(ctx: Ctx, browser: string | undefined): MyBookings {
  const { email, expiresAt } = resumeAccess(ctx, browser)
  const mailbox = mailboxKey(email)
  const ofAddress = ctx.db
    .select()
    .from(bookings)
    .where(and(eq(bookings.mailbox, mailbox), gt(bookings.startsAt, ctx.now - DAYS_BACK * DAY_LENGTH)))
    .orderBy(desc(bookings.startsAt))
    .all()
    .filter((booking) => sameEmail(booking.email, email))
    .slice(0, MOST_LISTED)
  const isComing = ({ status, endsAt }: Booking) => isStanding(status) && endsAt > ctx.now
  return {
    email,
    expiresAt,
    coming: ofAddress.filter(isComing).reverse(),
    past: ofAddress.filter((booking) => !isComing(booking)),
    waiting: readSetting(ctx, 'general', 'waiting_list') ? listEntriesOfAddress(ctx, email) : [],
  }
}

/** Closes the list in this browser, and deletes the links and codes that would open it again. */
export function closeMyBookings(ctx: Ctx, browser: string | undefined): void {
  if (browser === undefined) return
  ctx.db.delete(emailVerifications).where(ofBrowser(browser)).run()
}

/**
 * Returns the e-mail address whose list is open in this browser, and until when.
 * @throws Problem email_unverified
 */
function resumeAccess(ctx: Ctx, browser = ''): { email: string; expiresAt: Instant } {
  const { id, email, verifiedAt, seenAt } = emailVerifications
  const access = ctx.db
    .select({ id, email, verifiedAt, seenAt })
    .from(emailVerifications)
    .where(
      and(ofBrowser(browser), gt(verifiedAt, ctx.now - MAX_ACCESS_MS), gt(seenAt, ctx.now - IDLE_ACCESS_MS)),
    )
    .orderBy(desc(verifiedAt))
    .get()
  if (access === undefined) throw new Problem('email_unverified')
  // The query finds no row without these times, but the types do not say so.
  const verifiedSince = access.verifiedAt ?? 0
  const lastSeenAt = recordSeen(ctx, { id: access.id, seenAt: access.seenAt ?? 0 })
  return {
    email: access.email,
    expiresAt: Math.min(lastSeenAt + IDLE_ACCESS_MS, verifiedSince + MAX_ACCESS_MS),
  }
}

/**
 * Stores that the list is read now, unless that was stored less than `SEEN_WRITTEN_EVERY_MS` ago.
 * @returns the stored time
 */
function recordSeen(ctx: Ctx, { id, seenAt }: Readonly<{ id: number; seenAt: Instant }>): Instant {
  if (ctx.now - seenAt < SEEN_WRITTEN_EVERY_MS) return seenAt
  const storeNow = () =>
    ctx.db.update(emailVerifications).set({ seenAt: ctx.now }).where(eq(emailVerifications.id, id)).run()
  // The list can be read even if a full disk prevents the update.
  return tryToWrite(ctx.db, storeNow) ? ctx.now : seenAt
}

/** The condition that a verification opens the list in this browser. */
function ofBrowser(browser: string): SQL | undefined {
  const isOfBrowser = eq(emailVerifications.browser, hashToken(browser))
  return and(isOfBrowser, eq(emailVerifications.purpose, 'my-bookings'))
}
