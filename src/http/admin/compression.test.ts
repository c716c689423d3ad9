import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { HOUR } from '../../shared/day.ts'
import { insertAdmin, signIn } from '../../testing/admins.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openTestApp } from '../../testing/test-app.ts'

/** The headers that a browser sends for a page of the portal. */
const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'accept-encoding': 'gzip, deflate, br' }

/** Characters of an answer that is clearly long enough to be compressed. */
const LONG_ANSWER_LENGTH = 5000

/** Opens the app with enough bookings for a long list, and returns the function by which a doctor reads. */
async function openPractice() {
  const app = openTestApp()
  for (let hour = 1; hour <= 20; hour++)
    insertBooking(app.ctx().db, { startsAt: app.ctx().now + hour * HOUR, holdId: `hold-${hour}` })
  insertAdmin(app, { role: 'doctor' })
  const { token } = await signIn(app)
  return (path: string, headers: Record<string, string> = OWN_PAGE) =>
    app.http.request(`/api/admin/${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } })
}

const encodingOf = (answer: Response) => answer.headers.get('content-encoding')

it.each([
  { encoding: 'br', accepted: 'gzip, deflate, br', decompress: brotliDecompressSync },
  { encoding: 'gzip', accepted: 'gzip, deflate', decompress: gunzipSync },
])(
  'a list is compressed for the page that reads it: $encoding',
  async ({ encoding, accepted, decompress }) => {
    const getAsDoctor = await openPractice()
    const plain = await (await getAsDoctor('bookings', {})).text()
    expect(plain.length).toBeGreaterThan(LONG_ANSWER_LENGTH)
    const answer = await getAsDoctor('bookings', { ...OWN_PAGE, 'accept-encoding': accepted })
    const bytes = await answer.arrayBuffer()
    expect([answer.status, encodingOf(answer)]).toEqual([200, encoding])
    expect(bytes.byteLength).toBeLessThan(plain.length / 4)
    expect(decompress(bytes).toString()).toBe(plain)
  },
)

it('a list is not compressed for another site', async () => {
  const getAsDoctor = await openPractice()
  const answer = await getAsDoctor('bookings', { ...OWN_PAGE, 'sec-fetch-site': 'cross-site' })
  expect([answer.status, encodingOf(answer)]).toEqual([200, null])
  expect((await answer.text()).length).toBeGreaterThan(LONG_ANSWER_LENGTH)
})

it.each([
  { answered: 'a short answer', path: 'session', content: 'assistenz' },
  { answered: 'an answer with an ETag', path: 'settings/working-hours', content: '08:00' },
  { answered: 'a CSV file', path: 'bookings.csv', content: 'Musterfrau' },
])('$answered is not compressed', async ({ path, content }) => {
  const getAsDoctor = await openPractice()
  const answer = await getAsDoctor(path)
  expect([answer.status, encodingOf(answer)]).toEqual([200, null])
  expect(await answer.text()).toContain(content)
})
