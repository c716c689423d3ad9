import type { App } from '../app.ts'

export type Browser = ReturnType<typeof openBrowser>

/**
 * Opens a browser, which calls the app and keeps the cookies of the answers.
 * @param options the IP address, the headers to send with every call, and the initial cookies by name
 */
export function openBrowser(
  app: App['http'],
  {
    address,
    headers: headersOfEveryCall = {},
    cookies = new Map<string, string>(),
  }: Readonly<{ address: string; headers?: Record<string, string>; cookies?: Map<string, string> }>,
) {
  /** Sends a call. A body that is no text is sent as JSON. */
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const response = await app.request(
      path,
      {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(cookie !== '' && { cookie }),
          ...headersOfEveryCall,
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      },
      { incoming: { socket: { remoteAddress: address } } },
    )
    storeCookies(cookies, response)
    return readAnswer(response)
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

/** Stores the cookies that the answer sets, without their attributes. */
function storeCookies(cookies: Map<string, string>, { headers }: Response): void {
  for (const cookie of headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(cookie) ?? []
    cookies.set(name, value)
  }
}

/** Returns the parts of an answer that tests look at. `json` is undefined for other answers than JSON. */
async function readAnswer(response: Response) {
  const { status, headers } = response
  // The decoder keeps a byte order mark, with which some answers must begin.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
  const isJson = text !== '' && headers.get('content-type')?.includes('json')
  return { status, headers, text, json: isJson ? JSON.parse(text) : undefined }
}
