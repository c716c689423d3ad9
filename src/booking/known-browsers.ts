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

/** The key of an e-mail address, and the hash of the secret of the browser that asks for its verification. */
export type AskingBrowser = Readonly<{ email: string; browser: string }>

/** Returns the browser that asks, with a hash instead of its secret. */
export function askingBrowser(email: string, browser: string): AskingBrowser {
  return { email: emailKey(email), browser: hashToken(browser) }
}

/** Returns whether the browser has verified the mailbox within the last `KNOWN_DAYS`. */
export function isKnownBrowser(ctx: Ctx, asked: AskingBrowser): boolean {
  const isSameBrowser = eq(knownBrowsers.fingerprint, knownFingerprint(ctx, asked))
  return ctx.db.select().from(knownBrowsers).where(isSameBrowser).get() !== undefined
}

/** Remembers that the browser has verified the e-mail address, or has done so again. */
export function recordKnownBrowser(ctx: Ctx, asked: AskingBrowser): void {
  ctx.db
    .insert(knownBrowsers)
    .values({ fingerprint: knownFingerprint(ctx, asked), verifiedAt: ctx.now })
    .onConflictDoUpdate({ target: knownBrowsers.fingerprint, set: { verifiedAt: ctx.now } })
    .run()
}

/** Forgets that the browser has verified the e-mail address. */
export function forgetKnownBrowser(ctx: Ctx, asked: AskingBrowser): void {
  ctx.db
    .delete(knownBrowsers)
    .where(eq(knownBrowsers.fingerprint, knownFingerprint(ctx, asked)))
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
