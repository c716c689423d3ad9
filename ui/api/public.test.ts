import { afterEach, expect, test, vi } from 'vitest'
import { endHold, getServices, servicesIn } from './public.ts'

/** Lets the server end every hold. Returns the function that stands for `fetch`. */
function stubServer() {
  const fetchStub = vi.fn().mockResolvedValue(new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', fetchStub)
  return fetchStub
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a hold can be ended while the page is being closed', async () => {
  const fetchStub = stubServer()
  await endHold('a')
  const lastingCall = expect.objectContaining({ method: 'DELETE', keepalive: true })
  expect(fetchStub).toHaveBeenCalledWith('/api/hold/a', lastingCall)
})

test('the id of a hold is encoded in the URL', async () => {
  const fetchStub = stubServer()
  await endHold('a/b')
  expect(fetchStub).toHaveBeenCalledWith('/api/hold/a%2Fb', expect.anything())
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
