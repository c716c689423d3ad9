import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { hashToken } from '../access/crypto.ts'
import { randomToken } from '../access/random.ts'
import { emailVerifications } from '../db/schema.ts'
import { HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import type { Env } from './deps.ts'
import { securityHeaders } from './headers.ts'
import { uiRoutes } from './ui.ts'

const VISITOR = { incoming: { socket: { remoteAddress: '203.0.113.7' } } }

/** Opens the app with the pages as `npm run build` has made them. */
function openBuilt() {
  const app = openTestApp()
  const pages = new Hono<Env>().use(securityHeaders(app.ctx().config)).route('/', uiRoutes(app))
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await pages.request(path, { headers }, VISITOR)
    return { headers: answer.headers, text: await answer.text() }
  }
  return { app, get }
}

/**
 * Stores that a browser has opened the list of appointments of this e-mail address.
 * @returns the browser's cookie
 */
function openList(app: TestApp, email: string) {
  const ctx = app.ctx()
  const browser = randomToken()
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

/** Returns the files that the page links to: its styles and its scripts. */
function linkedFiles(page: string): { styles: string[]; scripts: string[] } {
  const LINK_TO_STYLE = /<link data-later="stylesheet" disabled crossorigin href="\/(assets[^"]+)">/g
  const LINK_TO_SCRIPT = /<link data-later crossorigin href="\/(assets[^"]+)">/g
  const filesOf = (link: RegExp) => Array.from(page.matchAll(link), ([, file = '']) => file)
  return { styles: filesOf(LINK_TO_STYLE), scripts: filesOf(LINK_TO_SCRIPT) }
}

function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

describe('the first screen of a patient', () => {
  it('shows the appointment with its changes as links', async () => {
    const { app, get } = openBuilt()
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed' })
    const { text } = await get(`/patient/overview?id=${id}`)
    expect(text).toContain('Dienstag, 12.\u00a0Jänner')
    expect(text).toContain(`href="/patient/reject?id=${id}"`)
    expect(text).toContain(`href="/patient/move?id=${id}"`)
  })

  it('has the links to move and cancel directly below the time, before the details', async () => {
    const { app, get } = openBuilt()
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed' })
    const { text } = await get(`/patient/overview?id=${id}`)
    const main = text.slice(text.indexOf('<main'))
    const TIME_CHANGES_DETAILS =
      /08:30|\/patient\/move\?|\/patient\/reject\?|Musterfrau|In den Kalender|Beispielstraße/g
    expect([...new Set(main.match(TIME_CHANGES_DETAILS))]).toEqual([
      '08:30',
      '/patient/move?',
      '/patient/reject?',
      'Musterfrau',
      'In den Kalender',
      'Beispielstraße',
    ])
  })

  it('contains the data for the code, which cannot break out of their script element', async () => {
    const { app, get } = openBuilt()
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed', notes: '</script><b>' })
    const { text } = await get(`/patient/overview?id=${id}`)
    const data = JSON.parse(/id="page-data">(.*?)<\/script>/.exec(text)?.[1] ?? '')
    expect(data.booking).toEqual((await app.browser().get(`/api/bookings/${id}`)).json)
    expect(text).not.toMatch(/ style=| on[a-z]+="/)
  })

  it('is neither cached nor indexed', async () => {
    const { app, get } = openBuilt()
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed' })
    const { headers } = await get(`/patient/overview?id=${id}`)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
  })

  it('shows no patient’s data to the next one', async () => {
    const { app, get } = openBuilt()
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
    const { app, get } = openBuilt()
    insertBooking(app.ctx().db)
    const cookie = openList(app, 'rosa@musterfrau.example')
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
    const { app, get } = openBuilt()
    const address = `/patient/overview?id=${insertBooking(app.ctx().db).id}`
    for (let request = 1; request <= 10; request++) expect((await get(address)).text).toContain('Musterfrau')
    expect((await get(address)).text).not.toContain('Musterfrau')
  })
})

describe('the files of a patient’s page', () => {
  it('has its styles inline, as its policy allows', async () => {
    const { app, get } = openBuilt()
    const { text, headers } = await get(`/patient/overview?id=${insertBooking(app.ctx().db).id}`)
    expect(text).not.toContain('<link rel="stylesheet"')
    const [, inlineStyles = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? []
    const stylesheets = await Promise.all(linkedFiles(text).styles.map((file) => get(`/${file}`)))
    expect(inlineStyles).toBe(stylesheets.map((stylesheet) => stylesheet.text.trim()).join(''))
    expect(headers.get('content-security-policy')).toContain(` '${sha256(inlineStyles)}'`)
  })

  it('links to files that exist, few of them scripts', async () => {
    const { app, get } = openBuilt()
    const { text } = await get(`/patient/overview?id=${insertBooking(app.ctx().db).id}`)
    const { styles, scripts } = linkedFiles(text)
    expect(styles.length + scripts.length).toBeGreaterThan(2)
    expect(scripts.length).toBeLessThanOrEqual(4)
    for (const file of [...styles, ...scripts])
      expect((await get(`/${file}`)).headers.get('content-type')).toMatch(/javascript|css/)
  })

  it('loads no scripts for forms', async () => {
    const { app, get } = openBuilt()
    const { text } = await get(`/patient/overview?id=${insertBooking(app.ctx().db).id}`)
    const { scripts } = linkedFiles(text)
    expect(scripts).not.toEqual([])
    const scriptsOfList = (await get('/meine-termine')).text.match(/assets\/[\w-]+\.js/g) ?? []
    expect(scriptsOfList).toEqual(expect.arrayContaining([expect.stringMatching(/\/my-bookings-page-/)]))
    // The rules of forms and the contact form are a third of all that these pages would load.
    for (const file of [...scripts, ...scriptsOfList]) expect(file).not.toMatch(/\/(forms|contact)-/)
  })
})
