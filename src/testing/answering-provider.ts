/** An SMS to send, in the form that the clients of both providers take. */
export const TEXT_MESSAGE = {
  to: '+436641234567',
  text: 'Ihr Termin ist bestätigt.',
  logUuid: 'our-reference',
}

/**
 * Makes a provider that gives one answer to every call, and records the calls.
 * @param body a text, or data to send as JSON
 */
export function providerAnswering(status: number, body: unknown) {
  const calls: [url: string, init: RequestInit | undefined][] = []
  const httpFetch: typeof fetch = async (url, init) => {
    calls.push([String(url), init])
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
  }
  return { httpFetch, calls }
}
