/**
 * Returns the URL for a link to another site, also if it was typed without `https://`; undefined for
 * anything but http or https, such as `javascript:` (docs/behaviour.md 15.7).
 */
export function webLink(url = ''): string | undefined {
  const address = url.trim()
  if (/^https?:\/\//i.test(address)) return address
  return /^[\p{L}\d.-]+\.\p{L}{2,}([/?#]|$)/u.test(address) ? `https://${address}` : undefined
}
