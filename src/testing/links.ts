import type { Decision } from '../booking/decisions.ts'

/** Returns the token in the link of an e-mail, for a verification or an invitation; empty without one. */
export function tokenIn(text: string): string {
  return /token=([\w-]+)/.exec(text)?.[1] ?? ''
}

/** Returns the token in the address of a feed, which is the folder of its file. */
export function feedTokenOf(url: string): string {
  return url.split('/').at(-2) ?? ''
}

/** Returns what the link for a decision names in an e-mail to the practice; both are empty without one. */
export function decisionLinkIn(text: string, decision: Decision): { id: string; sig: string } {
  const [, id = '', sig = ''] =
    new RegExp(`/admin/${decision}\\?id=([\\w-]+)&sig=([\\w.-]+)`).exec(text) ?? []
  return { id, sig }
}
