/**
 * A link that is safe to follow, made of the practice's free text (`www.praxis.at` included);
 * undefined for anything that is no address of the web.
 */
export function linkTo(text: string): string | undefined {
  const typed = text.trim()
  const url =
    parseUrl(typed) ??
    (/^[^\s/:@]+\.[^\s/:@]{2,}(?:[/?#].*)?$/.test(typed) ? parseUrl(`https://${typed}`) : undefined)
  return url && isWeb(url) ? url.href : undefined
}

/** The URL that a text is, or undefined. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** True for http and https. */
export function isWeb(url: URL | undefined): boolean {
  return url?.protocol === 'http:' || url?.protocol === 'https:'
}
