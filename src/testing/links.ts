import type { Decision } from '../booking/decisions.ts'

/** Returns the token in the link of a verification or invitation e-mail; empty if there is no link. */
export function tokenIn(text: string): string {
  return /token=([\w-]+)/.exec(text)?.[1] ?? ''
}

/** Returns the token in the URL of a feed: the path segment before the file name. */
export function feedTokenOf(url: string): string {
  return url.split('/').at(-2) ?? ''
}

/**
 * Returns id and signature from the decision link in an e-mail to the practice; both are empty if there is no
 * link.
 */
export function decisionLinkIn(text: string, decision: Decision): { id: string; sig: string } {
  const [, id = '', sig = ''] =
    new RegExp(`/admin/${decision}\\?id=([\\w-]+)&sig=([\\w.-]+)`).exec(text) ?? []
  return { id, sig }
}
