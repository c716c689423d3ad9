/** A message as the client of a provider accepts it. */
export const TEXT_MESSAGE = {
  to: '+436641234567',
  text: 'Ihr Termin ist bestätigt.',
  logUuid: 'our-reference',
}

/** Makes a provider that gives one answer to every call, and records the calls. */
export function providerAnswering(status: number, body: unknown) {
  const asked: [url: string, init: RequestInit | undefined][] = []
  const httpFetch: typeof fetch = async (url, init) => {
    asked.push([String(url), init])
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
  }
  return { httpFetch, asked }
}
