import { and, count, eq, gt, isNull, type SQL } from 'drizzle-orm'
import type { SolvedBotCheck } from '../access/bot-check.ts'
import { fingerprint, hashToken } from '../access/crypto.ts'
import { randomCode, randomToken } from '../access/random.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { type EmailVerification, emailVerifications } from '../db/schema.ts'
import { VERIFICATION_MINUTES } from '../messaging/kinds/email-verification.ts'
import { MINUTE } from '../shared/day.ts'
import { type AskingBrowser, hashAskingBrowser } from './known-browsers.ts'
import { notifyEmailVerification } from './notifications.ts'
import { countVerificationEmail } from './verification-limits.ts'

/** This module sends the e-mails by whose links and codes email-verification.ts verifies addresses. */

type VerificationRequest = Readonly<{
  email: string
  /** The secret of the browser that asks. */
  browser: string
  /** Fingerprint of the IP address; undefined while origins are unknown. */
  origin: string | undefined
  purpose?: EmailVerification['purpose'] | undefined
}>

/**
 * Sends a link and a code to the e-mail address, bound to the browser that asks. Replaces unused
 * verifications of the same address and browser (docs/behaviour.md 6).
 * @param botCheck undefined when the browser has not solved one, which most e-mails do not need
 * @throws Problem too_many above the limits of mailbox, origin or all; bot_check_failed
 */
export function requestVerification(
  ctx: Ctx,
  { email, browser, origin, purpose = 'booking' }: VerificationRequest,
  botCheck?: SolvedBotCheck,
): void {
  const token = randomToken()
  const code = randomCode()
  const askingBrowser = hashAskingBrowser({ email, browser })
  inTx(ctx, () => {
    countVerificationEmail(ctx, { ...askingBrowser, origin, purpose }, botCheck)
    const queuePosition = countRecent(ctx, origin ?? '')
    ctx.db.delete(emailVerifications).where(unusedOf(askingBrowser)).run()
    ctx.db
      .insert(emailVerifications)
      .values({
        ...askingBrowser,
        purpose,
        origin: origin ?? '',
        token: hashToken(token),
        code: codeFingerprint(ctx, hashToken(token), code),
        expiresAt: ctx.now + VERIFICATION_MINUTES * MINUTE,
      })
      .run()
    notifyEmailVerification(ctx, { email, purpose, token, code, queuePosition })
  })
}

/** Counts the verifications of this origin that have not expired. */
function countRecent(ctx: Ctx, origin: string): number {
  const isRecent = and(eq(emailVerifications.origin, origin), gt(emailVerifications.expiresAt, ctx.now))
  return ctx.db.select({ recent: count() }).from(emailVerifications).where(isRecent).get()?.recent ?? 0
}

/** Returns the condition for the unused verifications of this e-mail address and browser. */
export function unusedOf({ email, browser }: AskingBrowser): SQL | undefined {
  return and(
    eq(emailVerifications.email, email),
    eq(emailVerifications.browser, browser),
    isNull(emailVerifications.verifiedAt),
  )
}

/**
 * Returns the stored form of a code.
 * @param token hash of the link's token, which makes equal codes of two verifications differ
 */
export function codeFingerprint(ctx: Ctx, token: string, code: string): string {
  return fingerprint(ctx, 'code', token, code)
}
