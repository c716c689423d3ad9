import { describe, expect, it } from 'vitest'
import { hashToken } from '../access/crypto.ts'
import { randomToken } from '../access/random.ts'
import { emailVerifications } from '../db/schema.ts'
import { HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openVisitedPages } from '../testing/built-ui.ts'
import type { TestApp } from '../testing/test-app.ts'

/**
 * Stores that a browser has opened the list of appointments of this e-mail address.
 * @returns the browser's cookie
 */
function insertOpenedList(app: TestApp, email: string) {
  const ctx = app.ctx()
  const browser = randomToken()
  // The link itself is used up, but its list stays open for an hour after `seenAt`.
  const instants = { createdAt: ctx.now, expiresAt: ctx.now, verifiedAt: ctx.now, seenAt: ctx.now }
  ctx.db
    .insert(emailVerifications)
    .values({
      email,
      browser: hashToken(browser),
      purpose: 'my-bookings',
      token: browser,
      code: '',
      origin: '',
      ...instants,
    })
    .run()
  return { cookie: `ordi_browser=${browser}` }
}

describe('the first screen of a patient', () => {
  it('shows the appointment with its changes as links', async () => {
    const { app, get } = openVisitedPages()
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed' })
    const { text } = await get(`/patient/overview?id=${id}`)
    expect(text).toContain('Dienstag, 12.\u00a0Jänner')
    expect(text).toContain(`href="/patient/reject?id=${id}"`)
    expect(text).toContain(`href="/patient/move?id=${id}"`)
  })

  it('has the links to move and cancel directly below the time, before the details', async () => {
    const { app, get } = openVisitedPages()
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed' })
    const { text } = await get(`/patient/overview?id=${id}`)
    const main = text.slice(text.indexOf('<main'))
    const timeChangesDetails =
      /08:30|\/patient\/move\?|\/patient\/reject\?|Musterfrau|In den Kalender|Beispielstraße/g
    expect([...new Set(main.match(timeChangesDetails))]).toEqual([
      '08:30',
      '/patient/move?',
      '/patient/reject?',
      'Musterfrau',
      'In den Kalender',
      'Beispielstraße',
    ])
  })

  it('contains the data for the code, which cannot break out of their script element', async () => {
    const { app, get } = openVisitedPages()
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed', notes: '</script><b>' })
    const { text } = await get(`/patient/overview?id=${id}`)
    const data = JSON.parse(/id="page-data">(.*?)<\/script>/.exec(text)?.[1] ?? '')
    expect(data.booking).toEqual((await app.browser().get(`/api/bookings/${id}`)).json)
    expect(text).not.toMatch(/ style=| on[a-z]+="/)
  })

  it('is neither cached nor indexed', async () => {
    const { app, get } = openVisitedPages()
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed' })
    const { headers } = await get(`/patient/overview?id=${id}`)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
  })

  it('shows no patient’s data to the next one', async () => {
    const { app, get } = openVisitedPages()
    const earlier = insertBooking(app.ctx().db, { lastName: 'Ersterfrau' })
    const later = insertBooking(app.ctx().db, { lastName: 'Zweiterfrau', startsAt: earlier.startsAt + HOUR })
    const [earlierPage, laterPage] = await Promise.all([
      get(`/patient/overview?id=${earlier.id}`),
      get(`/patient/overview?id=${later.id}`),
    ])
    expect(earlierPage.text).toContain('Ersterfrau')
    expect(earlierPage.text).not.toContain('Zweiterfrau')
    expect(laterPage.text).toContain('Zweiterfrau')
    expect(laterPage.text).not.toContain('Ersterfrau')
    for (const path of ['/', '/patient/overview', '/patient/overview?id=x', '/meine-termine'])
      expect((await get(path)).text, path).not.toMatch(/Ersterfrau|Zweiterfrau/)
  })

  it('is the list of appointments in the browser that has opened it, and the form in all others', async () => {
    const { app, get } = openVisitedPages()
    insertBooking(app.ctx().db)
    const cookie = insertOpenedList(app, 'rosa@musterfrau.example')
    const list = await get('/meine-termine', cookie)
    expect(list.text).toContain('Ihre nächsten Termine')
    expect(list.text).toContain('Rosa Musterfrau')
    expect(list.headers.get('cache-control')).toBe('no-store')

    const inOtherBrowser = await get('/meine-termine')
    const byLink = await get('/meine-termine?token=geheim', cookie)
    for (const { text } of [inOtherBrowser, byLink]) {
      expect(text).toContain('Meine Termine')
      expect(text).not.toMatch(/Musterfrau|geheim/)
    }

    app.pass(HOUR)
    expect((await get('/meine-termine', cookie)).text).not.toContain('Musterfrau')
  })

  it('is left to the browser once an origin has asked for ten in a second', async () => {
    const { app, get } = openVisitedPages()
    const address = `/patient/overview?id=${insertBooking(app.ctx().db).id}`
    const screensASecond = 10
    for (let request = 1; request <= screensASecond; request++)
      expect((await get(address)).text).toContain('Musterfrau')
    expect((await get(address)).text).not.toContain('Musterfrau')
  })
})
