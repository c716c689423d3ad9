import { and, desc, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { fingerprint, hashToken, randomCode, randomToken } from '../access/crypto.ts'
import { countAttempt } from '../access/throttle.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { emailProofs } from '../db/schema.ts'
import { EMAIL_CHECK_MINUTES } from '../messaging/deliver.ts'
import { emailKey } from '../rules/contact.ts'
import { HOUR, MINUTE } from '../rules/day.ts'
import { Problem } from '../rules/problems.ts'
import { EMAIL_UNVERIFIED } from '../rules/sentences.ts'
import { announceEmailCheck } from './announcements.ts'

/** How long a verified address stays verified in the browser that asked. */
const VERIFIED_FOR = 24 * HOUR
const MOST_WRONG_CODES = 5
const PER_RECIPIENT = { most: 3, window: HOUR }
const PER_ORIGIN = { most: 20, window: HOUR }

const verifiedProof = prepared((db) =>
  db
    .select({ id: emailProofs.id })
    .from(emailProofs)
    .where(
      and(
        eq(emailProofs.email, sql.placeholder('email')),
        eq(emailProofs.browser, sql.placeholder('browser')),
        gt(emailProofs.verifiedAt, sql.placeholder('since')),
      ),
    )
    .limit(1)
    .prepare(),
)

/**
 * Sends a link and a code to the address, bound to the browser that asks. A newer check replaces older ones
 * of the same browser that nobody used.
 * @throws Problem too_many: three an hour for a recipient, twenty for an origin.
 */
export function askForProof(
  ctx: Ctx,
  { email, browser, origin }: { email: string; browser: string; origin: string },
): void {
  const token = randomToken()
  const code = randomCode()
  const asked = { email: emailKey(email), browser: hashToken(browser) }
  inTx(ctx, () => {
    countAttempt(ctx, [
      [`email-check to ${fingerprint(ctx, 'recipient', asked.email)}`, PER_RECIPIENT],
      [`email-check from ${origin}`, PER_ORIGIN],
    ])
    ctx.db
      .delete(emailProofs)
      .where(
        and(
          eq(emailProofs.email, asked.email),
          eq(emailProofs.browser, asked.browser),
          isNull(emailProofs.verifiedAt),
        ),
      )
      .run()
    ctx.db
      .insert(emailProofs)
      .values({
        ...asked,
        token: hashToken(token),
        code: codeFingerprint(ctx, asked, code),
        createdAt: ctx.now,
        expiresAt: ctx.now + EMAIL_CHECK_MINUTES * MINUTE,
      })
      .run()
    announceEmailCheck(ctx, { email, token, code })
  })
}

/**
 * The link was opened and its button pressed, on whatever device: the browser that asked is now verified.
 * @throws Problem expired when the token is unknown, used, superseded or too old.
 */
export function proveByToken(ctx: Ctx, token: string): void {
  const proved = ctx.db
    .update(emailProofs)
    .set({ verifiedAt: ctx.now })
    .where(
      and(
        eq(emailProofs.token, hashToken(token)),
        isNull(emailProofs.verifiedAt),
        gt(emailProofs.expiresAt, ctx.now),
      ),
    )
    .run()
  if (proved.changes === 0) throw new Problem('expired')
}

/**
 * The six digits were typed in the browser that asked. Five wrong ones use the code up.
 * @throws Problem expired when the code is wrong, used, superseded or too old, or the browser is another.
 */
export function proveByCode(ctx: Ctx, email: string, code: string, browser: string | undefined): void {
  const proved = inTx(ctx, () => {
    if (browser === undefined) return false
    const asked = { email: emailKey(email), browser: hashToken(browser) }
    const proof = ctx.db
      .select()
      .from(emailProofs)
      .where(
        and(
          eq(emailProofs.email, asked.email),
          eq(emailProofs.browser, asked.browser),
          isNull(emailProofs.verifiedAt),
          gt(emailProofs.expiresAt, ctx.now),
        ),
      )
      .orderBy(desc(emailProofs.id))
      .get()
    if (proof === undefined || proof.wrongCodes >= MOST_WRONG_CODES) return false
    const right = proof.code === codeFingerprint(ctx, asked, code)
    ctx.db
      .update(emailProofs)
      .set(right ? { verifiedAt: ctx.now } : { wrongCodes: proof.wrongCodes + 1 })
      .where(eq(emailProofs.id, proof.id))
      .run()
    return right
  })
  // Thrown outside, so that the count of wrong codes stays.
  if (!proved) throw new Problem('expired')
}

/** Has this browser proved the address within the last day? A stranger's browser always hears no. */
export function isProved(ctx: Ctx, email: string, browser: string | undefined): boolean {
  if (browser === undefined) return false
  const asked = { email: emailKey(email), browser: hashToken(browser), since: ctx.now - VERIFIED_FOR }
  return verifiedProof(ctx.db).get(asked) !== undefined
}

/** @throws Problem email_unverified */
export function refuseUnproved(ctx: Ctx, email: string, browser: string | undefined): void {
  if (!isProved(ctx, email, browser)) {
    throw new Problem('email_unverified', {
      fields: { email: EMAIL_UNVERIFIED },
    })
  }
}

/** Forgets checks that serve nobody any more. */
export function sweepProofs(ctx: Ctx): void {
  ctx.db
    .delete(emailProofs)
    .where(and(isNull(emailProofs.verifiedAt), lte(emailProofs.expiresAt, ctx.now)))
    .run()
  ctx.db
    .delete(emailProofs)
    .where(and(isNotNull(emailProofs.verifiedAt), lte(emailProofs.verifiedAt, ctx.now - VERIFIED_FOR)))
    .run()
}

function codeFingerprint(ctx: Ctx, asked: { email: string; browser: string }, code: string): string {
  return fingerprint(ctx, 'code', asked.email, asked.browser, code)
}
