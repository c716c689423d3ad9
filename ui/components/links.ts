/** `tel:` address of a phone number as people write it; the zero in "+43 (0) 5572" is not dialled. */
export function telLink(phone: string): string {
  return `tel:${phone.replace(/\(0\)/g, '').replace(/[^+\d]/g, '')}`
}

/** The address of another site, or undefined unless it is an http or https address (docs/behaviour.md 15.7). */
export function webLink(url: string | undefined): string | undefined {
  return url && /^https?:\/\//i.test(url.trim()) ? url.trim() : undefined
}
