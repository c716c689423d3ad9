import type { App } from '../app.ts'

export type Browser = ReturnType<typeof openBrowser>

/**
 * Opens a browser, which calls the app from an IP address and keeps the cookies of the answers.
 * @param always headers to send with every call
 * @param cookies the initial cookies by name
 */
export function openBrowser(
  app: App['http'],
  address: string,
  always: Record<string, string> = {},
  cookies = new Map<string, string>(),
) {
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await app.request(
      path,
      {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(cookies.size > 0 ? { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') } : {}),
          ...always,
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      },
      { incoming: { socket: { remoteAddress: address } } },
    )
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    // The decoder keeps a byte order mark, with which some answers must begin.
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
    const json =
      text !== '' && response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined
    return { status: response.status, headers: response.headers, text, json }
  }
  return {
    get: (path: string, headers?: Record<string, string>) => send('GET', path, undefined, headers),
    post: (path: string, body: unknown = {}, headers?: Record<string, string>) =>
      send('POST', path, body, headers),
    put: (path: string, body: unknown = {}, headers?: Record<string, string>) =>
      send('PUT', path, body, headers),
    delete: (path: string) => send('DELETE', path),
    send,
    /** A test passes these cookies to open the same browser at another IP address. */
    cookies,
  }
}
