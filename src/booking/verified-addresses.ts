import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { deleteAttempts } from '../access/rate-limit.ts'
import type { Ctx } from '../ctx.ts'
import { deleteSome } from '../db/delete-some.ts'
import { prepared } from '../db/open.ts'
import { type EmailVerification, emailVerifications } from '../db/schema.ts'
import { mailboxKey } from '../shared/contact/email.ts'
import { HOUR } from '../shared/day.ts'
import { EMAIL_UNVERIFIED } from '../shared/messages.de.ts'
import { Problem } from '../shared/problems.ts'
import { holdCounterOfMailbox } from './hold-limits.ts'
import { forgetKnownBrowser, hashAskingBrowser } from './known-browsers.ts'
import { forgetVerificationCounts } from './verification-limits.ts'
import { forgetWrongCodes } from './wrong-code-limits.ts'

/** This module reads and deletes the verifications that email-verification.ts makes. */

/** Milliseconds for which an e-mail address stays verified in the browser that asked. */
export const VERIFIED_FOR = 24 * HOUR

const findVerified = prepared((db) =>
  db
    .select({ id: emailVerifications.id })
    .from(emailVerifications)
    .where(
      and(
        eq(emailVerifications.email, sql.placeholder('email')),
        eq(emailVerifications.browser, sql.placeholder('browser')),
        gt(emailVerifications.verifiedAt, sql.placeholder('since')),
      ),
    )
    .prepare(),
)

/** Returns whether this browser has verified the e-mail address within `VERIFIED_FOR`. */
export function isVerified(ctx: Ctx, email: string, browser: string | undefined): boolean {
  if (browser === undefined) return false
  const since = ctx.now - VERIFIED_FOR
  return findVerified(ctx.db).get({ ...hashAskingBrowser({ email, browser }), since }) !== undefined
}

/** Refuses an e-mail address that this browser has not verified. @throws Problem email_unverified */
export function assertVerified(ctx: Ctx, email: string, browser: string | undefined): void {
  if (!isVerified(ctx, email, browser))
    throw new Problem('email_unverified', { fields: { email: EMAIL_UNVERIFIED } })
}

/** Deletes some verifications that have expired, used or unused. @returns whether there may be more */
export function deleteExpiredVerifications(ctx: Ctx): boolean {
  const { verifiedAt, expiresAt } = emailVerifications
  const unused = and(isNull(verifiedAt), lte(expiresAt, ctx.now))
  return deleteSome(ctx, emailVerifications, or(unused, lte(verifiedAt, ctx.now - VERIFIED_FOR)))
}

/** Lists the verifications of a mailbox, under any of its e-mail addresses. */
export function listVerifications(ctx: Ctx, mailbox: string): EmailVerification[] {
  return ctx.db
    .select()
    .from(emailVerifications)
    .all()
    .filter(({ email }) => mailboxKey(email) === mailbox)
}

/** Deletes the verifications of a mailbox, the fingerprints of its known browsers, and its counters. */
export function forgetMailbox(ctx: Ctx, mailbox: string): void {
  for (const verification of listVerifications(ctx, mailbox)) {
    forgetKnownBrowser(ctx, verification)
    ctx.db.delete(emailVerifications).where(eq(emailVerifications.id, verification.id)).run()
  }
  forgetVerificationCounts(ctx, mailbox)
  forgetWrongCodes(ctx, mailbox)
  deleteAttempts(ctx, holdCounterOfMailbox(ctx, mailbox))
}
