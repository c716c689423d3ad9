import type { Context } from 'hono'
import { fingerprint } from '../../access/crypto.ts'
import { type Ctx, inTx } from '../../ctx.ts'
import { Problem } from '../../shared/problems.ts'
import { ctxOf } from '../deps.ts'
import type { AdminEnv } from './guard.ts'

/** Returns a hash of the answer, without the quotes of the header. */
export function etagOf(ctx: Ctx, answer: unknown): string {
  return fingerprint(ctx, 'version', JSON.stringify(answer))
}

/** Sets the answer's ETag. @returns the answer */
export function withEtag<T>(c: Context<AdminEnv>, answer: T): T {
  c.header('ETag', `"${etagOf(ctxOf(c), answer)}"`)
  return answer
}

/**
 * Saves in a transaction, unless the caller has read an older version, and sets the new ETag.
 * @param read returns the answer of a GET
 * @param conflictSentence returns a better sentence for a conflict than the usual one, where there is one
 * @returns the answer after the change
 * @throws Problem conflict
 */
export function saveIfCurrent<T>(
  c: Context<AdminEnv>,
  read: () => T,
  save: () => void,
  conflictSentence?: () => string | undefined,
): T {
  const ctx = ctxOf(c)
  return inTx(ctx, () => {
    const current = read()
    assertEtag(c, current, etagOf(ctx, current), conflictSentence)
    save()
    return withEtag(c, read())
  })
}

/**
 * Refuses to overwrite a newer version: `If-Match` has the version that the caller has read, `If-None-Match:
 * *` requires that there is none yet (RFC 9110, section 13.1). Without either header the last write wins.
 * Call in the transaction of the change.
 * @param current the answer of a GET at this moment
 * @param version its etag; undefined when the resource does not exist
 * @throws Problem conflict with `current`
 */
export function assertEtag(
  c: Context<AdminEnv>,
  current: unknown,
  version: string | undefined,
  conflictSentence?: () => string | undefined,
): void {
  const ifMatch = c.req.header('if-match')
  const isOutdated = ifMatch !== undefined && (version === undefined || !isVersionIn(ifMatch, version))
  const existsAlready = c.req.header('if-none-match')?.trim() === '*' && version !== undefined
  if (isOutdated || existsAlready) throw new Problem('conflict', { current }, conflictSentence?.())
}

/**
 * Returns whether `If-Match` names the version. The header is a list of tags, or `*` for any version.
 * Compressing proxies make weak tags (`W/"…"`), and some callers leave out the quotes.
 */
function isVersionIn(ifMatch: string, version: string): boolean {
  const tags = ifMatch.split(',').map((tag) => tag.trim())
  return tags.some((tag) => tag === '*' || tag.replace(/^(?:W\/)?"(.*)"$/, '$1') === version)
}
