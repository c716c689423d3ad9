/** Returns the parsed URL; undefined for a text that is not an absolute URL. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/**
 * Returns whether the URL can be shown and extended by paths: it has no user, password, query or
 * fragment.
 */
export function isBaseUrl(text: string): boolean {
  const url = parseUrl(text)
  // The pattern also finds an empty query, fragment or user, which the parsed URL omits.
  return url !== undefined && url.username === '' && url.password === '' && !/[?#]|\/\/[^/]*@/.test(text)
}

/**
 * Returns whether two slashes stand before the host. A browser adds missing ones, but an e-mail program makes
 * no link of a URL without them.
 */
export function hasSlashes(text: string): boolean {
  return /^[a-z]+:\/\//i.test(text)
}

/**
 * Returns whether the URL has no path. The pages are served from the root, so a link with a path would
 * open the first page.
 */
export function isWithoutPath(text: string): boolean {
  return /^\/+$/.test(parseUrl(text)?.pathname ?? '')
}

/** Returns whether the URL is http or https. Others, such as `javascript:`, must not become a link. */
export function isWeb(url: URL | undefined): boolean {
  return url?.protocol === 'http:' || url?.protocol === 'https:'
}
