import { eq, lte } from 'drizzle-orm'
import { fingerprint, hashToken } from '../access/crypto.ts'
import type { Ctx } from '../ctx.ts'
import { deleteSome } from '../db/delete-some.ts'
import { knownBrowsers } from '../db/schema.ts'
import { emailKey, mailboxKey } from '../shared/contact/email.ts'
import { DAY_LENGTH } from '../shared/day.ts'

/** This module remembers which browsers have verified a mailbox, by fingerprints only. */

/**
 * Days for which a browser that has verified a mailbox is exempt from the mailbox's limit. Its cookie lasts
 * as long.
 */
export const KNOWN_DAYS = 90

/**
 * A browser that asks for the verification of an e-mail address, as the tables identify it: by the key of the
 * address and the hash of the browser's secret.
 */
export type AskingBrowser = Readonly<{ email: string; browser: string }>

/** Returns a browser that asks. @param input the e-mail address as typed, and the secret of the browser */
export function hashAskingBrowser(input: Readonly<{ email: string; browser: string }>): AskingBrowser {
  return { email: emailKey(input.email), browser: hashToken(input.browser) }
}

/** Returns whether the browser has verified the mailbox within the last `KNOWN_DAYS`. */
export function isKnownBrowser(ctx: Ctx, askingBrowser: AskingBrowser): boolean {
  const isSameBrowser = eq(knownBrowsers.fingerprint, knownFingerprint(ctx, askingBrowser))
  return ctx.db.select().from(knownBrowsers).where(isSameBrowser).get() !== undefined
}

/** Remembers that the browser has verified the mailbox. The days are counted anew each time. */
export function recordKnownBrowser(ctx: Ctx, askingBrowser: AskingBrowser): void {
  ctx.db
    .insert(knownBrowsers)
    .values({ fingerprint: knownFingerprint(ctx, askingBrowser), verifiedAt: ctx.now })
    .onConflictDoUpdate({ target: knownBrowsers.fingerprint, set: { verifiedAt: ctx.now } })
    .run()
}

/** Forgets that the browser has verified the mailbox. */
export function forgetKnownBrowser(ctx: Ctx, askingBrowser: AskingBrowser): void {
  ctx.db
    .delete(knownBrowsers)
    .where(eq(knownBrowsers.fingerprint, knownFingerprint(ctx, askingBrowser)))
    .run()
}

/** Returns the fingerprint that is stored for a browser. It cannot be traced back to the mailbox. */
function knownFingerprint(ctx: Ctx, { email, browser }: AskingBrowser): string {
  return fingerprint(ctx, 'known', mailboxKey(email), browser)
}

/** Deletes some fingerprints that are older than `KNOWN_DAYS`. @returns whether there may be more */
export function deleteOutdatedBrowsers(ctx: Ctx): boolean {
  return deleteSome(ctx, knownBrowsers, lte(knownBrowsers.verifiedAt, ctx.now - KNOWN_DAYS * DAY_LENGTH))
}
