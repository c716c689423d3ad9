import type { Context } from 'hono'
import { fingerprint } from '../../access/crypto.ts'
import type { Ctx } from '../../ctx.ts'
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
 * Refuses a change if the caller has read an older version than `current`, the answer of a GET at this
 * moment. Call in the transaction of the change.
 * @param conflictSentence returns a more specific sentence for a conflict, if there is one
 * @throws Problem conflict with `current`
 */
export function assertAnswerUnchanged(
  c: Context<AdminEnv>,
  current: unknown,
  conflictSentence?: () => string | undefined,
): void {
  assertVersionUnchanged(c, { current, version: etagOf(ctxOf(c), current) }, conflictSentence)
}

/**
 * Refuses to overwrite a newer version (RFC 9110, section 13.1): `If-Match` has the version that the caller
 * has read, and `If-None-Match: *` requires that the resource does not exist yet. Without either header the
 * last write wins. Call in the transaction of the change.
 * Here `current` is the answer of a GET at this moment, and `version` its etag, which is undefined when the
 * resource does not exist.
 * @param conflictSentence returns a more specific sentence for a conflict, if there is one
 * @throws Problem conflict with `current`
 */
export function assertVersionUnchanged(
  c: Context<AdminEnv>,
  { current, version }: Readonly<{ current: unknown; version: string | undefined }>,
  conflictSentence?: () => string | undefined,
): void {
  const ifMatch = c.req.header('if-match')
  const isOutdated = ifMatch !== undefined && (version === undefined || !isVersionIn(ifMatch, version))
  const existsAlready = c.req.header('if-none-match')?.trim() === '*' && version !== undefined
  if (isOutdated || existsAlready) throw new Problem('conflict', { current }, conflictSentence?.())
}

/**
 * Returns whether `If-Match` names the version. The header is a list of tags, or `*` for any version.
 * Compressing proxies send weak tags (`W/"…"`), and some callers omit the quotes.
 */
function isVersionIn(ifMatch: string, version: string): boolean {
  const tags = ifMatch.split(',').map((tag) => tag.trim())
  return tags.some((tag) => tag === '*' || tag.replace(/^(?:W\/)?"(.*)"$/, '$1') === version)
}
