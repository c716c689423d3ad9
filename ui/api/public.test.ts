import { afterEach, expect, test, vi } from 'vitest'
import { endHold } from './public.ts'

/** Lets the server end every hold. Returns the function that stands for `fetch`. */
function stubFetch() {
  const fetch = vi.fn().mockResolvedValue(new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a hold can be ended while the page is being closed', async () => {
  const fetch = stubFetch()
  await endHold('a')
  const lastingCall = expect.objectContaining({ method: 'DELETE', keepalive: true })
  expect(fetch).toHaveBeenCalledWith('/api/hold/a', lastingCall)
})

test('the id of a hold is encoded in the URL', async () => {
  const fetch = stubFetch()
  await endHold('a/b')
  expect(fetch).toHaveBeenCalledWith('/api/hold/a%2Fb', expect.anything())
})
