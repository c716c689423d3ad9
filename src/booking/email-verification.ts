import { and, desc, eq, gt } from 'drizzle-orm'
import { contextsOfValidSecrets, hashToken } from '../access/crypto.ts'
import { randomToken } from '../access/random.ts'
import { assertWithinLimits, countAttempt, type Limits } from '../access/rate-limit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { type EmailVerification, emailVerifications } from '../db/schema.ts'
import { Problem } from '../shared/problems.ts'
import {
  type AskingBrowser,
  forgetKnownBrowser,
  hashAskingBrowser,
  recordKnownBrowser,
} from './known-browsers.ts'
import { codeFingerprint, unusedOf } from './verification-requests.ts'
import { VERIFIED_FOR } from './verified-addresses.ts'
import { wrongCodeLimits } from './wrong-code-limits.ts'

/** This module verifies e-mail addresses by the links and codes that verification-requests.ts sends. */

/** Number of wrong codes after which the right one is refused too: five chances in a million to guess it. */
export const MAX_WRONG_CODES = 5
const WRONG_CODE = 'Dieser Code stimmt nicht. Bitte vergleichen Sie ihn mit der letzten E-Mail von uns.'
const CODE_USED_UP = 'Der Code wurde zu oft falsch eingegeben. Bitte lassen Sie sich eine neue E-Mail senden.'
const NO_COOKIE =
  'Ihr Browser hat das Cookie dieser Seite nicht behalten. Bitte erlauben Sie ihm Cookies, und lassen Sie sich dann eine neue E-Mail senden.'
const ONLY_LINK = 'Es wurden zu viele falsche Codes eingegeben. Bitte öffnen Sie den Link in der E-Mail.'

/**
 * Verifies the browser that asked, whichever device opens the link. For the list of appointments, it verifies
 * the browser that opens the link instead: a stranger may have asked for the e-mail, and must not see the
 * appointments once the patient opens it.
 * @param openingBrowser the secret of the browser that opens the link; '' if it has none
 * @returns the new secret of the browser that opens a list
 * @throws Problem expired when the token is unknown, replaced, too old, or has opened a list already
 */
export function verifyByToken(ctx: Ctx, token: string, openingBrowser = ''): string | undefined {
  return inTx(ctx, () => {
    const verification = ctx.db
      .select()
      .from(emailVerifications)
      .where(eq(emailVerifications.token, hashToken(token)))
      .get()
    if (verification === undefined) throw new Problem('expired')
    const { email, purpose, verifiedAt, expiresAt } = verification
    const isStillVerified = verifiedAt !== null && verifiedAt > ctx.now - VERIFIED_FOR
    // A second press of the link gets the same answer as the first.
    if (purpose === 'booking' && isStillVerified) return undefined
    if (verifiedAt !== null || expiresAt <= ctx.now) throw new Problem('expired')
    const browser = purpose === 'my-bookings' ? hashToken(openingBrowser) : verification.browser
    updateVerification(ctx, verification, { browser, verifiedAt: ctx.now, seenAt: ctx.now })
    recordKnownBrowser(ctx, { email, browser })
    return renewSecret(ctx, { browser, purpose })
  })
}

/**
 * Gives a browser that opens the list of appointments another secret, so that a copied or planted secret
 * shows nothing. All verifications of the browser are carried over. A verification for a booking keeps the
 * secret, because it shows no data, and a lost answer would lock the browser out.
 */
function renewSecret(
  ctx: Ctx,
  { browser, purpose }: Pick<EmailVerification, 'browser' | 'purpose'>,
): string | undefined {
  if (purpose !== 'my-bookings') return undefined
  const secret = randomToken()
  const carried = ctx.db
    .update(emailVerifications)
    .set({ browser: hashToken(secret) })
    .where(eq(emailVerifications.browser, browser))
    .returning()
    .all()
  for (const { email, verifiedAt, browser: renewed } of carried) {
    if (verifiedAt === null) continue
    forgetKnownBrowser(ctx, { email, browser })
    recordKnownBrowser(ctx, { email, browser: renewed })
  }
  return secret
}

/** A code as typed into a page, and the browser that sends it. */
type TypedCode = Readonly<{
  email: string
  code: string
  /** The secret of the browser; undefined while it has none. */
  browser: string | undefined
  /** Fingerprint of the IP address; undefined while origins are unknown. */
  origin: string | undefined
}>

/**
 * Verifies the browser that asked by the six digits. `MAX_WRONG_CODES` wrong codes use the code up. For the
 * list of appointments, wrong codes above the limits in wrong-code-limits.ts leave only the link.
 * @returns the new secret of the browser that opens a list
 * @throws Problem expired when the code is wrong, used up, replaced or too old, or the browser is another
 * one; too_many when only the link is left
 */
export function verifyByCode(ctx: Ctx, typed: TypedCode): string | undefined {
  const outcome = inTx(ctx, () => checkCode(ctx, typed))
  // The problem is thrown outside the transaction, so that the count of wrong codes is committed.
  if (outcome instanceof Problem) throw outcome
  return outcome
}

/**
 * Works like `verifyByCode`, but returns the refusal `expired` instead of throwing it, so that a wrong code
 * stays counted.
 * @throws Problem too_many
 */
function checkCode(ctx: Ctx, { email, code, browser, origin }: TypedCode): string | undefined | Problem {
  if (browser === undefined) return new Problem('expired', {}, NO_COOKIE)
  const askingBrowser = hashAskingBrowser({ email, browser })
  const verification = findUnused(ctx, askingBrowser)
  if (verification === undefined) return new Problem('expired')
  if (verification.wrongCodes >= MAX_WRONG_CODES) return new Problem('expired', {}, CODE_USED_UP)
  const isForList = verification.purpose === 'my-bookings'
  // The code for a booking shows no data, so its own count is enough.
  const limits = isForList ? wrongCodeLimits(ctx, askingBrowser, origin) : { checked: [], counted: [] }
  assertWithinLimits(ctx, limits.checked, (facts) => new Problem('too_many', facts, ONLY_LINK))
  if (!isCodeOf(ctx, verification, code)) return countWrongCode(ctx, verification, limits.counted)
  updateVerification(ctx, verification, { verifiedAt: ctx.now, seenAt: ctx.now })
  recordKnownBrowser(ctx, askingBrowser)
  return renewSecret(ctx, verification)
}

/** Counts a wrong code for the verification and the limits. @returns the refusal */
function countWrongCode(ctx: Ctx, verification: EmailVerification, limits: Limits): Problem {
  const wrongCodes = verification.wrongCodes + 1
  updateVerification(ctx, verification, { wrongCodes })
  countAttempt(ctx, limits)
  return new Problem('expired', {}, wrongCodes >= MAX_WRONG_CODES ? CODE_USED_UP : WRONG_CODE)
}

/** Finds the newest verification of the browser that is neither used nor expired. */
function findUnused(ctx: Ctx, askingBrowser: AskingBrowser): EmailVerification | undefined {
  return ctx.db
    .select()
    .from(emailVerifications)
    .where(and(unusedOf(askingBrowser), gt(emailVerifications.expiresAt, ctx.now)))
    .orderBy(desc(emailVerifications.id))
    .get()
}

/** Returns whether the code is the verification's, made with the present or the earlier app secret. */
function isCodeOf(ctx: Ctx, verification: EmailVerification, code: string): boolean {
  return contextsOfValidSecrets(ctx).some(
    (secretCtx) => verification.code === codeFingerprint(secretCtx, verification.token, code),
  )
}

function updateVerification(ctx: Ctx, { id }: EmailVerification, changes: Partial<EmailVerification>): void {
  ctx.db.update(emailVerifications).set(changes).where(eq(emailVerifications.id, id)).run()
}
