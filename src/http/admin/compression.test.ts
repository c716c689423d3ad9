import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { HOUR } from '../../shared/day.ts'
import { insertAdmin, signIn } from '../../testing/admins.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openTestApp } from '../../testing/test-app.ts'

const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'accept-encoding': 'gzip, deflate, br' }

/** Opens the app with enough bookings for a long list, and returns the GET of a signed-in doctor. */
async function openPractice() {
  const app = openTestApp()
  for (let i = 0; i < 20; i++)
    insertBooking(app.ctx().db, { startsAt: app.ctx().now + (i + 1) * HOUR, holdId: `hold-${i}` })
  insertAdmin(app, { role: 'doctor' })
  const { token } = await signIn(app)
  return (path: string, headers: Record<string, string> = OWN_PAGE) =>
    app.http.request(`/api/admin/${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } })
}

const encodingOf = (answer: Response) => answer.headers.get('content-encoding')

it.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip, deflate', gunzipSync],
] as const)('a list is compressed for the page that reads it: %s', async (encoding, accepted, decompress) => {
  const get = await openPractice()
  const plain = await (await get('bookings', {})).text()
  expect(plain.length).toBeGreaterThan(5000)
  const answer = await get('bookings', { ...OWN_PAGE, 'accept-encoding': accepted })
  const bytes = await answer.arrayBuffer()
  expect([answer.status, encodingOf(answer)]).toEqual([200, encoding])
  expect(bytes.byteLength).toBeLessThan(plain.length / 4)
  expect(decompress(bytes).toString()).toBe(plain)
})

it('a list is not compressed for another site', async () => {
  const get = await openPractice()
  const answer = await get('bookings', { ...OWN_PAGE, 'sec-fetch-site': 'cross-site' })
  expect([answer.status, encodingOf(answer)]).toEqual([200, null])
  expect((await answer.text()).length).toBeGreaterThan(5000)
})

it.each([
  ['a short answer', 'session', 'assistenz'],
  ['an answer with an ETag', 'settings/working-hours', '08:00'],
  ['a CSV file', 'bookings.csv', 'Musterfrau'],
])('%s is not compressed', async (_, path, content) => {
  const get = await openPractice()
  const answer = await get(path)
  expect([answer.status, encodingOf(answer)]).toEqual([200, null])
  expect(await answer.text()).toContain(content)
})
