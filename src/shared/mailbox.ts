export type Mailbox = Readonly<{ name: string; address: string }>

const ONE_MAILBOX = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u

/**
 * Reads `Ordination <a@b.at>` or `a@b.at`, the forms of MAIL_FROM. Returns undefined unless it holds exactly
 * one address.
 */
export function readMailbox(text: string): Mailbox | undefined {
  const [, name = '', bracketed] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text.trim()) ?? []
  const address = bracketed ?? text.trim()
  return isOneMailbox(address) ? { name: name.trim(), address } : undefined
}

/** Returns whether the text is exactly one address, which is safe in a header and as a recipient. */
export function isOneMailbox(text: string): boolean {
  return ONE_MAILBOX.test(text)
}
