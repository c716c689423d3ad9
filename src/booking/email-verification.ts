import { and, count, desc, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { type BotCheckResult, spendBotToken } from '../access/bot-check.ts'
import { fingerprint, hashToken, randomCode, randomToken, withEarlierSecret } from '../access/crypto.ts'
import {
  assertWithinLimits,
  countAttempt,
  deleteAttempts,
  type Limits,
  recentAttempts,
} from '../access/rate-limit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { deleteSome, prepared } from '../db/open.ts'
import { type EmailVerification, emailVerifications, knownBrowsers } from '../db/schema.ts'
import { VERIFICATION_MINUTES } from '../messaging/kinds/email-verification.ts'
import { emailKey, mailboxKey } from '../shared/contact/email.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { EMAIL_UNVERIFIED } from '../shared/messages.de.ts'
import { Problem } from '../shared/problems.ts'
import { holdsOfMailbox } from './hold-limits.ts'
import { isStranger } from './live-holds.ts'
import { notifyEmailVerification } from './notifications.ts'
import { requiredLevel, tooMany } from './request-limits.ts'

/** Milliseconds for which an address stays verified in the browser that asked. */
const VERIFIED_FOR = 24 * HOUR
const MAX_WRONG_CODES = 5
const WRONG_CODE = 'Dieser Code stimmt nicht. Bitte vergleichen Sie ihn mit der letzten E-Mail von uns.'
const CODE_USED_UP = 'Der Code wurde zu oft falsch eingegeben. Bitte lassen Sie sich eine neue E-Mail senden.'
const ONLY_LINK = 'Es wurden zu viele falsche Codes eingegeben. Bitte öffnen Sie den Link in der E-Mail.'
/** Limits of wrong codes for lists of appointments. They keep strangers from guessing a code. */
const WRONG_PER_ORIGIN = { most: 10, window: DAY_LENGTH }
const WRONG_PER_MAILBOX = { most: 10, window: DAY_LENGTH }
const WRONG_IN_ALL = { most: 100, window: DAY_LENGTH }
const PER_MAILBOX = { most: 3, window: HOUR }
/** The counter of known browsers has no limit, but is read while e-mails are scarce. */
const UNLIMITED = { most: Number.POSITIVE_INFINITY, window: HOUR }
const PER_ORIGIN = { most: 20, window: HOUR }
/** E-mails to one origin while they are scarce, unless a patient's known browser asks. */
const PER_ORIGIN_WHILE_SCARCE = { most: 1, window: HOUR }
/** E-mails of an origin within an hour, from which each asks for the bot check. */
const UNCHECKED_PER_ORIGIN = 2
/** E-mails of all within an hour. From half of them on they are scarce. */
const IN_ALL = { most: 200, window: HOUR }
const SCARCE_AFTER = IN_ALL.most / 2
/**
 * E-mails of an hour for strangers, by purpose. A quarter is kept for the known browsers of patients, and
 * half of it for lists of appointments too. Who has verified mailboxes of their own is still a stranger,
 * because anybody can collect those.
 */
const FOR_STRANGERS = {
  booking: { most: (IN_ALL.most * 3) / 4, window: HOUR },
  'my-bookings': { most: (IN_ALL.most * 7) / 8, window: HOUR },
}

/**
 * Days for which a browser that has verified a mailbox is free from the mailbox's limit. Its cookie lasts as
 * long.
 */
export const KNOWN_DAYS = 90

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
    .limit(1)
    .prepare(),
)

type VerificationRequest = Readonly<{
  email: string
  browser: string
  origin: string | undefined
  purpose?: EmailVerification['purpose'] | undefined
}>

/**
 * Sends a link and a code to the address, bound to the browser that asks. Replaces unused verifications of
 * the same address and browser (docs/behaviour.md 6).
 * @param botCheck undefined when the browser has not solved one, which most e-mails do not need
 * @throws Problem too_many above the limits of mailbox, origin or all; bot_check_failed
 */
export function requestVerification(
  ctx: Ctx,
  { email, browser, origin, purpose = 'booking' }: VerificationRequest,
  botCheck?: BotCheckResult,
): void {
  const token = randomToken()
  const code = randomCode()
  const asked = askerOf(email, browser)
  inTx(ctx, () => {
    countSending(ctx, { ...asked, origin, purpose }, botCheck)
    const queuePosition = countRecent(ctx, origin ?? '')
    ctx.db.delete(emailVerifications).where(unusedOf(asked)).run()
    ctx.db
      .insert(emailVerifications)
      .values({
        ...asked,
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

/**
 * Counts an e-mail and throws too_many above the limits. Known browsers are counted apart, because a stranger
 * who asks for e-mails to a patient's mailbox must not keep the patient from getting one. Only where the
 * practice has confirmed a booking of the mailbox, a known browser is a patient's.
 */
function countSending(
  ctx: Ctx,
  {
    origin,
    purpose,
    ...asked
  }: Asker & Pick<VerificationRequest, 'origin'> & Pick<EmailVerification, 'purpose'>,
  botCheck: BotCheckResult | undefined,
): void {
  if (!ctx.config.rateLimits) return
  const names = counterNames(ctx, mailboxKey(asked.email))
  const ofOrigin = origin === undefined ? undefined : `email-check from ${origin}`
  const isScarce = recentAttempts(ctx, 'email-check', HOUR).made >= SCARCE_AFTER
  const known = isKnown(ctx, asked)
  const isPatient = known && !isStranger(ctx, mailboxKey(asked.email))
  const perOrigin = isScarce && !isPatient ? PER_ORIGIN_WHILE_SCARCE : PER_ORIGIN
  const limits: Limits = [
    known ? [names.known, isScarce ? PER_MAILBOX : UNLIMITED] : [names.unknown, PER_MAILBOX],
    ...(isPatient ? [] : [['email-check of strangers', FOR_STRANGERS[purpose]] as const]),
    ...(ofOrigin === undefined ? [] : [[ofOrigin, perOrigin] as const]),
    ['email-check', IN_ALL],
  ]
  const sentence =
    'Wir haben in der letzten Stunde schon sehr viele E-Mails gesendet. Bitte warten Sie ein wenig oder rufen Sie uns an'
  const refusal: Parameters<typeof countAttempt>[2] = (facts) => tooMany(ctx, sentence, facts)
  // A refusal for good comes first, so that nobody solves a check in vain.
  assertWithinLimits(ctx, limits, refusal)
  const wereMany = ofOrigin !== undefined && recentAttempts(ctx, ofOrigin, HOUR).made >= UNCHECKED_PER_ORIGIN
  if (!isPatient && (isScarce || wereMany)) spendBotToken(ctx, botCheck, requiredLevel(ctx, origin))
  countAttempt(ctx, limits, refusal)
}

/**
 * Verifies the browser that asked, whichever device opens the link. For the list of appointments it verifies
 * the browser that opens the link. A stranger who asks for an e-mail to a patient must not see the
 * appointments once the patient opens it.
 * @param openedIn the secret of the browser that sends the token, if it has one
 * @returns the new secret of the browser that opens a list
 * @throws Problem expired when the token is unknown, replaced, too old, or has opened a list already
 */
export function verifyByToken(ctx: Ctx, token: string, openedIn = ''): string | undefined {
  return inTx(ctx, () => {
    const verification = ctx.db
      .select()
      .from(emailVerifications)
      .where(eq(emailVerifications.token, hashToken(token)))
      .get()
    if (verification === undefined) throw new Problem('expired')
    const { email, purpose, verifiedAt, expiresAt } = verification
    if (verifiedAt !== null) {
      // What the link has verified already stays so, and a second press is told the same.
      if (purpose === 'booking' && verifiedAt > ctx.now - VERIFIED_FOR) return undefined
      throw new Problem('expired')
    }
    if (expiresAt <= ctx.now) throw new Problem('expired')
    const browser = purpose === 'my-bookings' ? hashToken(openedIn) : verification.browser
    updateVerification(ctx, verification, { browser, verifiedAt: ctx.now, seenAt: ctx.now })
    recordKnown(ctx, { email, browser })
    return renewSecret(ctx, { browser, purpose })
  })
}

/**
 * Gives a browser that opens the list of appointments another secret, so that a copied or planted secret
 * shows nothing. All verifications of the browser are carried over. A verification for a booking keeps the
 * secret, because it shows no data, and an answer that gets lost would lock the browser out.
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
    forgetKnown(ctx, { email, browser })
    recordKnown(ctx, { email, browser: renewed })
  }
  return secret
}

/**
 * Verifies the browser that asked by the six digits. `MAX_WRONG_CODES` wrong codes use the code up. For the
 * list of appointments, wrong codes above `WRONG_PER_ORIGIN`, `WRONG_PER_MAILBOX` or `WRONG_IN_ALL` leave
 * only the link.
 * @param origin fingerprint of the IP address; undefined while origins are unknown
 * @returns the new secret of the browser that opens a list
 * @throws Problem expired when the code is wrong, used up, replaced or too old, or the browser is another
 * one; too_many when only the link is left
 */
export function verifyByCode(
  ctx: Ctx,
  email: string,
  code: string,
  browser: string | undefined,
  origin?: string,
): string | undefined {
  const outcome = inTx(ctx, () => tryCode(ctx, email, code, { browser, origin }))
  // The problem is thrown outside the transaction, so that the count of wrong codes is committed.
  if (outcome instanceof Problem) throw outcome
  return outcome
}

/**
 * Works like `verifyByCode`, except that it returns the refusal `expired`, so that a wrong code stays
 * counted.
 * @throws Problem too_many
 */
function tryCode(
  ctx: Ctx,
  email: string,
  code: string,
  { browser, origin }: Readonly<{ browser: string | undefined; origin: string | undefined }>,
): string | undefined | Problem {
  if (browser === undefined) return new Problem('expired')
  const asked = askerOf(email, browser)
  const verification = findUnused(ctx, asked)
  if (verification === undefined) return new Problem('expired')
  if (verification.wrongCodes >= MAX_WRONG_CODES) return new Problem('expired', {}, CODE_USED_UP)
  const { checked, counted } =
    verification.purpose === 'my-bookings'
      ? wrongCodeLimits(ctx, asked, origin)
      : { checked: [], counted: [] }
  assertWithinLimits(ctx, checked, (facts) => new Problem('too_many', facts, ONLY_LINK))
  if (!isCodeOf(ctx, verification, code)) {
    const wrongCodes = verification.wrongCodes + 1
    updateVerification(ctx, verification, { wrongCodes })
    countAttempt(ctx, counted)
    return new Problem('expired', {}, wrongCodes >= MAX_WRONG_CODES ? CODE_USED_UP : WRONG_CODE)
  }
  updateVerification(ctx, verification, { verifiedAt: ctx.now, seenAt: ctx.now })
  recordKnown(ctx, asked)
  return renewSecret(ctx, verification)
}

/** Returns the newest verification that is neither used nor expired. */
function findUnused(ctx: Ctx, asked: Asker): EmailVerification | undefined {
  return ctx.db
    .select()
    .from(emailVerifications)
    .where(and(unusedOf(asked), gt(emailVerifications.expiresAt, ctx.now)))
    .orderBy(desc(emailVerifications.id))
    .get()
}

/**
 * Returns the limits that a code must be within, and those that a wrong one counts for. Strangers can use up
 * the limits of a mailbox and of all, so a browser that has verified the mailbox before is counted by itself,
 * and the limit of all does not hold for an origin without a wrong code of its own.
 */
function wrongCodeLimits(
  ctx: Ctx,
  asked: Asker,
  origin: string | undefined,
): Readonly<{ checked: Limits; counted: Limits }> {
  const { wrongCode } = counterNames(ctx, mailboxKey(asked.email))
  const ofMailbox = isKnown(ctx, asked) ? `${wrongCode} by ${asked.browser}` : wrongCode
  const inAll: Limits = [['wrong code', WRONG_IN_ALL]]
  const ofOrigin: Limits = origin === undefined ? [] : [[`wrong code from ${origin}`, WRONG_PER_ORIGIN]]
  const hasNone =
    ofOrigin.length > 0 &&
    ofOrigin.every(([subject, { window }]) => recentAttempts(ctx, subject, window).made === 0)
  const own: Limits = [...ofOrigin, [ofMailbox, WRONG_PER_MAILBOX]]
  // Above the limit of all, a wrong code of another origin is counted for that origin only.
  const isUsedUp = recentAttempts(ctx, 'wrong code', WRONG_IN_ALL.window).made >= WRONG_IN_ALL.most
  return { checked: hasNone ? own : [...own, ...inAll], counted: isUsedUp ? own : [...own, ...inAll] }
}

/** Accepts codes that were made with the earlier secret too, while it is valid. */
function isCodeOf(ctx: Ctx, verification: EmailVerification, code: string): boolean {
  return withEarlierSecret(ctx).some(
    (secretCtx) => verification.code === codeFingerprint(secretCtx, verification.token, code),
  )
}

function updateVerification(ctx: Ctx, { id }: EmailVerification, changes: Partial<EmailVerification>): void {
  ctx.db.update(emailVerifications).set(changes).where(eq(emailVerifications.id, id)).run()
}

/**
 * Returns the names of a mailbox's counters: e-mails asked for by known and by other browsers, and wrong
 * codes.
 */
function counterNames(ctx: Ctx, mailbox: string) {
  const recipient = fingerprint(ctx, 'recipient', mailbox)
  return {
    known: `email-check known ${recipient}`,
    unknown: `email-check to ${recipient}`,
    wrongCode: `wrong code to ${recipient}`,
  }
}

/** Returns whether this browser verified the address within the last 24 hours. */
export function isVerified(ctx: Ctx, email: string, browser: string | undefined): boolean {
  if (browser === undefined) return false
  const since = ctx.now - VERIFIED_FOR
  return findVerified(ctx.db).get({ ...askerOf(email, browser), since }) !== undefined
}

/** @throws Problem email_unverified */
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

/** Deletes some browsers whose cookie has expired. @returns whether there may be more */
export function deleteForgottenBrowsers(ctx: Ctx): boolean {
  return deleteSome(ctx, knownBrowsers, lte(knownBrowsers.verifiedAt, ctx.now - KNOWN_DAYS * DAY_LENGTH))
}

/** Lists the verifications of a mailbox, under any of its addresses. */
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
    forgetKnown(ctx, verification)
    ctx.db.delete(emailVerifications).where(eq(emailVerifications.id, verification.id)).run()
  }
  const counters = [...Object.values(counterNames(ctx, mailbox)), holdsOfMailbox(ctx, mailbox)]
  for (const subject of counters) deleteAttempts(ctx, subject)
}

/** Counts the verifications of this origin that have not expired. */
function countRecent(ctx: Ctx, origin: string): number {
  const recent = and(eq(emailVerifications.origin, origin), gt(emailVerifications.expiresAt, ctx.now))
  return ctx.db.select({ asked: count() }).from(emailVerifications).where(recent).get()?.asked ?? 0
}

/** The key of an address, and the hash of the secret of the browser that asks for its verification. */
type Asker = Readonly<{ email: string; browser: string }>

function askerOf(email: string, browser: string): Asker {
  return { email: emailKey(email), browser: hashToken(browser) }
}

function isKnown(ctx: Ctx, asked: Asker): boolean {
  const found = eq(knownBrowsers.fingerprint, knownFingerprint(ctx, asked))
  return ctx.db.select().from(knownBrowsers).where(found).get() !== undefined
}

function recordKnown(ctx: Ctx, asked: Asker): void {
  ctx.db
    .insert(knownBrowsers)
    .values({ fingerprint: knownFingerprint(ctx, asked), verifiedAt: ctx.now })
    .onConflictDoUpdate({ target: knownBrowsers.fingerprint, set: { verifiedAt: ctx.now } })
    .run()
}

function forgetKnown(ctx: Ctx, asked: Asker): void {
  ctx.db
    .delete(knownBrowsers)
    .where(eq(knownBrowsers.fingerprint, knownFingerprint(ctx, asked)))
    .run()
}

function knownFingerprint(ctx: Ctx, { email, browser }: Asker): string {
  return fingerprint(ctx, 'known', mailboxKey(email), browser)
}

function unusedOf({ email, browser }: Asker): SQL | undefined {
  const { email: address, browser: asker, verifiedAt } = emailVerifications
  return and(eq(address, email), eq(asker, browser), isNull(verifiedAt))
}

/** @param token hash of the link's token, which makes equal codes of two verifications differ */
function codeFingerprint(ctx: Ctx, token: string, code: string): string {
  return fingerprint(ctx, 'code', token, code)
}
