import { afterEach, expect, test, vi } from 'vitest'
import { endHold, getServices, servicesIn } from './public.ts'

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

test('the services are read from a list, or from the field `services` or `list` of an object', () => {
  const services = [{ id: 'facial' }]
  for (const answer of [services, { services }, { list: services }])
    expect(servicesIn(answer)).toEqual(services)
  for (const answer of [{}, { services: 5 }, null, 'x']) expect(servicesIn(answer as never)).toEqual([])
})

test('the services of the wizard are read in the same way', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ services: [{ id: 'facial' }] })))
  expect(await getServices(new AbortController().signal)).toEqual([{ id: 'facial' }])
})
