import { afterEach, describe, expect, test, vi } from 'vitest'
import { cancelBooking, decideBooking, getAppointment } from './appointment.ts'

const { signal } = new AbortController()
/** A document instead of JSON, which the specification allows. */
const PAGE = '<h1>Ihr Termin</h1>'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Lets the server answer every call with this body. Returns the function that stands for `fetch`. */
function stubServer(body: string, { status = 200, type = 'application/json' } = {}) {
  const response = new Response(body, { status, headers: { 'content-type': type } })
  const fetchStub = vi.fn().mockResolvedValue(response)
  vi.stubGlobal('fetch', fetchStub)
  return fetchStub
}

describe.each([
  { purpose: 'an appointment', call: () => getAppointment('x', signal) },
  { purpose: 'a cancellation', call: () => cancelBooking({ id: 'x', message: '' }) },
  {
    purpose: 'a confirmation',
    call: () => decideBooking({ decision: 'confirm', id: 'x', message: '', sig: 's' }),
  },
  {
    purpose: 'a rejection',
    call: () => decideBooking({ decision: 'reject', id: 'x', message: '', sig: 's' }),
  },
])('the answer to a call for $purpose', ({ call }) => {
  test('may be a whole HTML document', async () => {
    stubServer(PAGE, { type: 'text/html; charset=utf-8' })
    expect(await call()).toEqual({ html: PAGE })
    stubServer('', { type: 'text/html' })
    expect(await call()).toEqual({ html: '' })
  })

  test('is an error when the document is a refusal', async () => {
    stubServer(PAGE, { status: 502, type: 'text/html' })
    await expect(call()).rejects.toMatchObject({
      status: 502,
      message: expect.stringContaining('HTTP 502'),
    })
  })
})

test('the booking, and the note about its change, are read from JSON', async () => {
  stubServer('{"id":"x","status":"requested"}')
  expect(await getAppointment('x', signal)).toEqual({ booking: { id: 'x', status: 'requested' } })
  stubServer('{"status":"cancelled","note":"Storniert."}')
  expect(await cancelBooking({ id: 'x', message: '' })).toEqual({ status: 'cancelled', note: 'Storniert.' })
})

test.each([{ body: '' }, { body: 'null' }, { body: '{}' }])(
  'a change succeeds if its answer has the body "$body"',
  async ({ body }) => {
    stubServer(body)
    expect(await cancelBooking({ id: 'x', message: '' })).toEqual({})
  },
)

test.each([{ body: '' }, { body: 'null' }, { body: '{}' }])(
  'an answer with the body "$body" is no appointment',
  async ({ body }) => {
    stubServer(body)
    await expect(getAppointment('x', signal)).rejects.toThrow('HTTP 200')
  },
)

test('the id of an appointment is encoded in the URL, and the browser cache is bypassed', async () => {
  const fetchStub = stubServer('{"id":"x"}')
  await getAppointment('../email/status?email=a', signal)
  expect(fetchStub).toHaveBeenCalledWith(
    '/api/bookings/..%2Femail%2Fstatus%3Femail%3Da',
    expect.objectContaining({ cache: 'no-store' }),
  )
})
