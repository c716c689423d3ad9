/**
 * Returns the `tel:` URL of a phone number as people write it. The zero in "+43 (0) 5572" is left out,
 * because it is not dialled after the country.
 */
export function telLink(phone: string): string {
  return `tel:${phone.replace(/\(0\)/g, '').replace(/[^+\d]/g, '')}`
}
