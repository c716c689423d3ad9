import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest'
import { endHold } from './public.ts'

let fetch: Mock
beforeEach(() => {
  fetch = vi.fn().mockResolvedValue(new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', fetch)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('the end of a hold is also sent while the page is being closed', async () => {
  await endHold('a')
  const lastingCall = expect.objectContaining({ method: 'DELETE', keepalive: true })
  expect(fetch).toHaveBeenCalledWith('/api/hold/a', lastingCall)
})

test('the id of a hold is encoded in the address', async () => {
  await endHold('a/b')
  expect(fetch).toHaveBeenCalledWith('/api/hold/a%2Fb', expect.anything())
})
