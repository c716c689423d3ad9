/**
 * Returns the `tel:` address of a phone number as people write it. The zero in "+43 (0) 5572" is not dialled.
 */
export function telLink(phone: string): string {
  return `tel:${phone.replace(/\(0\)/g, '').replace(/[^+\d]/g, '')}`
}

/**
 * Returns the address of another site. Returns undefined unless it is an http or https address
 * (docs/behaviour.md 15.7).
 */
export function webLink(url: string | undefined): string | undefined {
  return url && /^https?:\/\//i.test(url.trim()) ? url.trim() : undefined
}
