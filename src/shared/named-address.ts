/** The sender of e-mails: an address, and the name before it, which may be empty. */
export type NamedAddress = Readonly<{ name: string; address: string }>

const ONE_ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u

/**
 * Reads `Ordination <a@b.at>` or `a@b.at`, the forms of MAIL_FROM. Returns undefined unless it holds exactly
 * one e-mail address.
 */
export function readNamedAddress(text: string): NamedAddress | undefined {
  const [, name = '', bracketed] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text.trim()) ?? []
  const address = bracketed ?? text.trim()
  return isOneAddress(address) ? { name: name.trim(), address } : undefined
}

/** Returns whether the text is exactly one e-mail address, which is safe in a header and as a recipient. */
export function isOneAddress(text: string): boolean {
  return ONE_ADDRESS.test(text)
}
