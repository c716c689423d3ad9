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

/** The key of an address, and the hash of the secret of the browser that asks for its verification. */
export type Asker = Readonly<{ email: string; browser: string }>

/** Returns the asker for `knownFingerprint`, with a hash instead of the browser's secret. */
export function askerOf(email: string, browser: string): Asker {
  return { email: emailKey(email), browser: hashToken(browser) }
}

/** Returns whether the browser has verified the mailbox within the last `KNOWN_DAYS`. */
export function isKnown(ctx: Ctx, asked: Asker): boolean {
  const isSameBrowser = eq(knownBrowsers.fingerprint, knownFingerprint(ctx, asked))
  return ctx.db.select().from(knownBrowsers).where(isSameBrowser).get() !== undefined
}

/** Remembers that the browser has verified the address, or has done so again. */
export function recordKnown(ctx: Ctx, asked: Asker): void {
  ctx.db
    .insert(knownBrowsers)
    .values({ fingerprint: knownFingerprint(ctx, asked), verifiedAt: ctx.now })
    .onConflictDoUpdate({ target: knownBrowsers.fingerprint, set: { verifiedAt: ctx.now } })
    .run()
}

/** Forgets that the browser has verified the address. */
export function forgetKnown(ctx: Ctx, asked: Asker): void {
  ctx.db
    .delete(knownBrowsers)
    .where(eq(knownBrowsers.fingerprint, knownFingerprint(ctx, asked)))
    .run()
}

/** Returns the fingerprint that is stored for a browser. It cannot be traced back to the mailbox. */
function knownFingerprint(ctx: Ctx, { email, browser }: Asker): string {
  return fingerprint(ctx, 'known', mailboxKey(email), browser)
}

/** Deletes some fingerprints that are older than `KNOWN_DAYS`. @returns whether there may be more */
export function deleteForgottenBrowsers(ctx: Ctx): boolean {
  return deleteSome(ctx, knownBrowsers, lte(knownBrowsers.verifiedAt, ctx.now - KNOWN_DAYS * DAY_LENGTH))
}
