/**
 * Returns the `tel:` address of a phone number as people write it. The zero in "+43 (0) 5572" is left out,
 * because it is not dialled after the country.
 */
export function telLink(phone: string): string {
  return `tel:${phone.replace(/\(0\)/g, '').replace(/[^+\d]/g, '')}`
}

/**
 * Returns the address for a link to another site, without spaces around it; undefined for everything but an
 * http or https address, such as `javascript:` (docs/behaviour.md 15.7).
 */
export function webLink(url: string | undefined): string | undefined {
  return url && /^https?:\/\//i.test(url.trim()) ? url.trim() : undefined
}
