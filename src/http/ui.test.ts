import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { hashToken } from '../access/crypto.ts'
import { randomToken } from '../access/random.ts'
import { emailVerifications } from '../db/schema.ts'
import { writeSettings } from '../practice/settings.ts'
import { saveAbsence } from '../schedule/absences.ts'
import { HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { openTestApp, recordLog } from '../testing/test-app.ts'
import type { Deps, Env } from './deps.ts'
import { securityHeaders } from './headers.ts'
import { uiRoutes } from './ui.ts'

const PAGE = '<!doctype html><html lang="de-AT"><title>Terminbuchung</title></html>'
const QUESTION = 'Ist das Ihr erster Besuch bei uns?'
const SCRIPT = 'export const answer = 42\n'.repeat(50)

/** A built interface with next to nothing in it. */
function aDist(): string {
  const dist = tempDir()
  mkdirSync(join(dist, 'assets'))
  mkdirSync(join(dist, 'server'))
  writeFileSync(join(dist, 'server/first-screen.js'), `export const renderFirstScreen = async () => ''`)
  mkdirSync(join(dist, '.vite'))
  writeFileSync(join(dist, '.vite/manifest.json'), '{}')
  writeFileSync(join(dist, 'index.html'), PAGE)
  writeFileSync(join(dist, 'icon.svg'), '<svg/>')
  writeFileSync(join(dist, 'assets/main-Bx1.js'), SCRIPT)
  writeFileSync(join(dist, 'assets/main-Bx1.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(dist, 'assets/main-Bx1.js.gz'), gzipSync(SCRIPT))
  writeFileSync(join(dist, 'assets/figtree-Cy2.woff2'), 'font')
  writeFileSync(join(dist, '.env'), 'SECRET=1')
  return dist
}

function open(dist = aDist()) {
  const app = openTestApp()
  const pages = new Hono<Env>().use(securityHeaders(app.ctx().config)).route('/', uiRoutes(app, dist))
  return (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    pages.request(path, { method, headers })
}

describe('an asset', () => {
  it('is cached forever, and has the security headers', async () => {
    const answer = await open()('/assets/main-Bx1.js')
    expect([answer.status, await answer.text()]).toEqual([200, SCRIPT])
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/)
  })

  it.each([
    ['br', 'gzip, deflate, br', brotliCompressSync(SCRIPT)],
    ['gzip', 'gzip, deflate', gzipSync(SCRIPT)],
  ])('is sent as compressed by the build: %s', async (encoding, accepted, bytes) => {
    const answer = await open()('/assets/main-Bx1.js', { 'accept-encoding': accepted })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    expect(answer.headers.get('content-length')).toBe(String(bytes.length))
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it('is sent plain without a compressed file', async () => {
    const answer = await open()('/assets/figtree-Cy2.woff2', { 'accept-encoding': 'br' })
    expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual([null, 'font'])
    expect(answer.headers.get('content-type')).toBe('font/woff2')
  })

  it('without a hash in its name is cached for an hour', async () => {
    const answer = await open()('/icon.svg')
    expect([await answer.text(), answer.headers.get('cache-control')]).toEqual([
      '<svg/>',
      'public, max-age=3600',
    ])
  })
})

describe('a page', () => {
  it.each(['/', '/booking?step=3', '/admin/settings', '/patient/overview?id=x', '/anything', '/%C3%A4'])(
    'is the same one for %s',
    async (path) => {
      const answer = await open()(path)
      expect([answer.status, await answer.text()]).toEqual([200, PAGE])
      expect(answer.headers.get('content-type')).toBe('text/html; charset=UTF-8')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      expect(answer.headers.get('content-security-policy')).toContain(`style-src 'self';`)
    },
  )

  it.each([
    ['/ /booking /administration /patienten', null],
    [
      '/admin /admin/confirm?id=x&sig=y /patient/overview?id=x /email/verify?token=x /meine-termine',
      'noindex, nofollow',
    ],
  ])('is indexed unless its address holds a secret: %s', async (paths, robots) => {
    for (const path of paths.split(' '))
      expect([path, (await open()(path)).headers.get('x-robots-tag')]).toEqual([path, robots])
  })

  it('answers HEAD without a body', async () => {
    const answer = await open()('/booking', {}, 'HEAD')
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  })
})

describe('the first screen', () => {
  /** With the built pages. */
  function openBuilt() {
    const app = openTestApp()
    const pages = new Hono<Env>().route('/', uiRoutes(app))
    return { app, textOf: async (path: string) => (await pages.request(path)).text(), pages }
  }

  it.each(['/', '/booking'])('has the practice and the question of step 1: %s', async (path) => {
    const { app, textOf } = openBuilt()
    writeSettings(app.ctx(), 'practice', { name: 'Dr. <Berg> & Söhne' })
    const page = await textOf(path)
    expect(page).toContain('<title>Online-Terminbuchung · Dr. &#60;Berg&#62; &#38; Söhne</title>')
    expect(page).toContain('<b>Dr. &lt;Berg&gt; &amp; Söhne</b>')
    expect(page).toContain(QUESTION)
  })

  it('has the number of a practice without a name, and never an invented one', async () => {
    const { app, textOf } = openBuilt()
    writeSettings(app.ctx(), 'practice', { name: '', phone: '+43 1 2345678' })
    expect(await textOf('/')).toContain('<b>Ordination</b>')
    expect(await textOf('/')).toContain('href="tel:+4312345678"')
    writeSettings(app.ctx(), 'practice', { phone: '', mail: '' })
    const page = await textOf('/')
    expect(page).toContain('kommen Sie bitte in der Ordination vorbei')
    expect(page).not.toMatch(/tel:|mailto:/)
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: true })
    const closed = await textOf('/')
    expect(closed).toContain('Bitte versuchen Sie es später noch einmal')
    expect(closed).not.toMatch(/tel:|mailto:/)
  })

  it('brings status and practice to every page of patients, so that none waits for a call or invents a number', async () => {
    const { app, textOf } = openBuilt()
    const phone = '+43 1 2345678'
    writeSettings(app.ctx(), 'practice', { name: 'Ordination Neu', phone })
    const paths = `/ /booking /gibt-es-nicht /patient/overview /patient/overview?id=x /patient/reject?id=x /patient/move?id=x
      /patient/waiting-list?id=x /patient/offer?id=x /meine-termine /meine-termine?token=x /email/verify?token=x
      /datenschutz /impressum /barrierefreiheit /admin/confirm?id=x&sig=y /admin/reject?id=x&sig=y`
    for (const path of paths.split(/\s+/)) {
      const page = await textOf(path)
      const status = JSON.parse(/id="start-data">(.*?)<\/script>/.exec(page)?.[1] ?? 'null')
      expect([path, status]).toMatchObject([path, { booking: { open: true }, practice: { phone } }])
      expect([path, page.includes(' · Ordination Neu</title>')]).toEqual([path, true])
    }
  })

  it('changes with the practice data at once', async () => {
    const { app, textOf } = openBuilt()
    await textOf('/')
    writeSettings(app.ctx(), 'practice', { name: 'Ordination Neu' })
    expect(await textOf('/')).toContain('<b>Ordination Neu</b>')
    const kindOf = async () => /<b>Ordination Neu<\/b><span[^>]*>([^<]*)/.exec(await textOf('/'))?.[1]
    expect(await kindOf()).toBe('Wahlarztordination für Allgemeinmedizin')
    writeSettings(app.ctx(), 'practice', { subtitle: 'Praxis für Physiotherapie' })
    expect(await kindOf()).toBe('Praxis für Physiotherapie')
    writeSettings(app.ctx(), 'practice', { subtitle: '' })
    expect(await kindOf()).toBe('')
  })

  it('is the maintenance page while booking is closed', async () => {
    const { app, textOf } = openBuilt()
    await textOf('/')
    writeSettings(app.ctx(), 'general', {
      booking_maintenance_active: true,
      maintenance_message: 'Wir sind im Urlaub.',
    })
    const page = await textOf('/')
    expect(page).not.toContain(QUESTION)
    expect(page).toContain('<p class="mb-4">Wir sind im Urlaub.</p>')
    expect(await textOf('/booking')).toContain('Die Online-Buchung ist derzeit geschlossen.')
  })

  it('has no inline script or style but those that the content policy allows by their hashes', async () => {
    const { app, textOf, pages } = openBuilt()
    writeSettings(app.ctx(), 'practice', { name: '</script><script>alert(1)</script>' })
    const page = await textOf('/')
    const inline = [...page.matchAll(/<(script|style)(?![^>]* src=)([^>]*)>(.*?)<\/\1>/gs)]
    expect(inline.map(([, tag, attributes]) => `${tag}${attributes}`).toSorted()).toEqual([
      'script',
      'script type="application/json" id="start-data"',
      'style',
    ])
    expect(page).not.toMatch(/ style=| on[a-z]+="/)
    const policy = (await pages.request('/')).headers.get('content-security-policy')
    for (const [, tag, attributes, text = ''] of inline)
      if (attributes === '') expect(policy).toContain(`; ${tag}-src 'self' '${sha256(text)}';`)
    expect(policy).not.toContain('unsafe')
    const data = /id="start-data">(.*?)<\/script>/.exec(page)?.[1] ?? ''
    expect(JSON.parse(data)).toEqual((await app.browser().get('/api/status')).json)
  })

  it('is left to the browser when it cannot be rendered, and the log says why', async () => {
    const dist = aDist()
    writeFileSync(join(dist, 'index.html'), '<div id="root"><!-- first-screen --></div>')
    writeFileSync(
      join(dist, 'server/first-screen.js'),
      `export const renderFirstScreen = async () => nothing`,
    )
    const { lines, log } = recordLog()
    const pages = new Hono<Env>().route('/', uiRoutes({ ctx: openTestApp().ctx as Deps['ctx'], log }, dist))
    expect(await (await pages.request('/')).text()).toBe('<div id="root"></div>')
    expect(lines.join()).toContain('nothing is not defined')
  })

  it('is the times of the service that the address asks for, with the answers of the calls for them', async () => {
    const { app, textOf } = openBuilt()
    const text = await textOf('/?service=erstordination')
    expect(text).toContain('Termin wählen')
    expect(text).toMatch(/Nächster freier Termin <\/span><time [^>]+>Do\u00a07\.\u00a0Jänner, \d\d:\d\d</)
    expect(text.match(/data-free="true"/g)?.length).toBeGreaterThan(10)
    expect(text).not.toMatch(/ style=| on[a-z]+="/)
    const { services, times } = JSON.parse(/id="page-data">(.*?)<\/script>/.exec(text)?.[1] ?? '')
    const answerTo = async (path: string) => (await app.browser().get(`/api/${path}`)).json
    expect(services).toEqual(await answerTo('services'))
    expect(times).toEqual({
      ...{ service: 'erstordination', from: '2027-01-07', to: '2027-05-06', day: '2027-01-07' },
      days: await answerTo('slots?summary=1&from=2027-01-07&to=2027-05-06&service=erstordination'),
      closures: await answerTo('closures?from=2027-01-07&to=2027-05-06'),
      slots: await answerTo('slots?date=2027-01-07&service=erstordination'),
    })
    // Eight letters of the content's hash follow the name, and may begin with a hyphen too.
    const later = [...text.matchAll(/<link data-later crossorigin href="\/assets\/([\w-]+)-[\w-]{8}\.js"/g)]
    expect(later.map(([, file]) => file)).toEqual(expect.arrayContaining(['step-slot', 'times']))
    expect(later.length).toBeLessThanOrEqual(4)
  })

  it('is the services of the visit that the address asks for', async () => {
    const { textOf } = openBuilt()
    const text = await textOf('/booking?visit=first&step=2')
    expect(text).toContain('Leistung wählen')
    expect(text).toContain('€\u00a0')
    expect(text).not.toMatch(/ style=| on[a-z]+="/)
  })

  it.each([
    'service=nichts',
    'service=facial&view=list',
    'service=facial&date=2027-02-01',
    'visit=first',
    'step=3',
  ])('is the first step for an address that the browser follows itself: %s', async (search) => {
    const text = await openBuilt().textOf(`/?${search}`)
    expect([text.includes(QUESTION), text.includes('id="page-data"')]).toEqual([true, false])
  })

  it('is the first step for a service of which nothing is free, and the closed page while booking is closed', async () => {
    const { app, textOf } = openBuilt()
    const search = 'service=erstordination'
    expect(await textOf(`/?${search}`)).not.toContain(QUESTION)
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: true })
    expect(await textOf(`/?${search}`)).toContain('Online-Buchung derzeit nicht möglich')
    for (const path of ['/', '/booking'])
      expect(await textOf(`${path}?${search}`)).not.toContain('id="page-data"')
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: false })
    saveAbsence(app.ctx(), {
      kind: 'closure',
      from: '2027-01-07',
      to: '2027-12-31',
      title: '',
      reason: '',
      resource_id: null,
    })
    const text = await textOf(`/?${search}`)
    expect([text.includes(QUESTION), text.includes('id="page-data"')]).toEqual([true, false])
  })

  it('is left to the browser for a link that leads to no appointment', async () => {
    const page = await openBuilt().textOf('/patient/overview?id=geheim')
    expect(page).toContain('<div id="root"></div>')
    expect(page).not.toContain('geheim')
  })

  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
  ] as const)('is sent compressed: %s', async (encoding, accepted, decompress) => {
    const { pages, textOf } = openBuilt()
    const answer = await pages.request('/', { headers: { 'accept-encoding': accepted } })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    expect(decompress(await answer.arrayBuffer()).toString()).toBe(await textOf('/'))
  })
})

describe('the first screen of a patient', () => {
  const VISITOR = { incoming: { socket: { remoteAddress: '203.0.113.7' } } }

  function openBuilt() {
    const app = openTestApp()
    const pages = new Hono<Env>().use(securityHeaders(app.ctx().config)).route('/', uiRoutes(app))
    const get = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await pages.request(path, { headers }, VISITOR)
      return { headers: answer.headers, text: await answer.text() }
    }
    return { app, get }
  }
  const opened = async ({ app }: ReturnType<typeof openBuilt>, email: string) => {
    const browser = randomToken()
    const now = app.ctx().now
    app
      .ctx()
      .db.insert(emailVerifications)
      .values({
        ...{
          email,
          browser: hashToken(browser),
          purpose: 'my-bookings',
          token: browser,
          code: '',
          origin: '',
        },
        ...{ createdAt: now, expiresAt: now, verifiedAt: now, seenAt: now },
      })
      .run()
    return { cookie: `ordi_browser=${browser}` }
  }

  it('shows the appointment, its changes as links, and the data that the code starts with', async () => {
    const { app, get } = openBuilt()
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed', notes: '</script><b>' })
    const { text, headers } = await get(`/patient/overview?id=${id}`)
    expect(text).toContain('Dienstag, 12.\u00a0Jänner')
    expect(text).toContain(`href="/patient/reject?id=${id}"`)
    expect(text).toContain(`href="/patient/move?id=${id}"`)
    // Moving and cancelling stand directly below the time, before what is said about the appointment.
    const main = text.slice(text.indexOf('<main'))
    const places = [
      '08:30',
      '/patient/move?',
      '/patient/reject?',
      'Musterfrau',
      'In den Kalender',
      'Beispielstraße',
    ]
    const order = places.map((piece) => main.indexOf(piece))
    expect(order).not.toContain(-1)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    const data = JSON.parse(/id="page-data">(.*?)<\/script>/.exec(text)?.[1] ?? '')
    expect(data.booking).toEqual((await app.browser().get(`/api/bookings/${id}`)).json)
    expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual([
      'no-store',
      'noindex, nofollow',
    ])
    expect(text).not.toMatch(/ style=| on[a-z]+="/)
  })

  it('leaves nothing of a patient for the next one', async () => {
    const { app, get } = openBuilt()
    const first = insertBooking(app.ctx().db, { lastName: 'Ersterfrau' })
    const second = insertBooking(app.ctx().db, { lastName: 'Zweiterfrau', startsAt: first.startsAt + HOUR })
    const addresses = [first, second].map(({ id }) => `/patient/overview?id=${id}`) as [string, string]
    const both = await Promise.all(addresses.map((address) => get(address)))
    expect(both.map(({ text }) => [text.includes('Ersterfrau'), text.includes('Zweiterfrau')])).toEqual([
      [true, false],
      [false, true],
    ])
    for (const path of ['/', '/patient/overview', '/patient/overview?id=x', '/meine-termine'])
      expect([path, /Ersterfrau|Zweiterfrau/.test((await get(path)).text)]).toEqual([path, false])
  })

  it('is the list of appointments for the browser that has opened it, and the form for every other', async () => {
    const built = openBuilt()
    const { app, get } = built
    insertBooking(app.ctx().db)
    const cookie = await opened(built, 'rosa@musterfrau.example')
    const own = await get('/meine-termine', cookie)
    expect(own.text).toContain('Ihre nächsten Termine')
    expect(own.text).toContain('Rosa Musterfrau')
    expect(own.headers.get('cache-control')).toBe('no-store')
    for (const [path, headers] of [
      ['/meine-termine', {}],
      ['/meine-termine?token=geheim', cookie],
    ] as const) {
      const { text } = await get(path, headers)
      expect([text.includes('Musterfrau'), text.includes('geheim')]).toEqual([false, false])
      expect(text).toContain('Meine Termine')
    }
    app.pass(HOUR)
    expect((await get('/meine-termine', cookie)).text).not.toContain('Musterfrau')
  })

  it('has the styles of its page, which its policy allows, and all its scripts for one fetch', async () => {
    const { app, get } = openBuilt()
    const { text, headers } = await get(`/patient/overview?id=${insertBooking(app.ctx().db).id}`)
    const files = [
      ...text.matchAll(
        /<link (data-later="stylesheet" disabled|data-later) crossorigin href="\/(assets[^"]+)">/g,
      ),
    ]
    expect(text).not.toContain('<link rel="stylesheet"')
    const [styles = ''] = [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => css)
    expect(headers.get('content-security-policy')).toContain(` '${sha256(styles)}';`)
    const linked = files.filter(([, kind]) => kind !== 'data-later').map(([, , file]) => file)
    const texts = await Promise.all(linked.map(async (file) => (await get(`/${file}`)).text.trim()))
    expect(styles).toBe(texts.join(''))
    expect((await get('/')).headers.get('content-security-policy')).not.toContain(sha256(styles))
    expect(files.length).toBeGreaterThan(2)
    const scripts = files.filter(([, kind]) => kind === 'data-later').map(([, , file]) => file)
    expect(scripts.length).toBeLessThanOrEqual(4)
    const list = (await get('/meine-termine')).text.match(/assets\/[\w-]+\.js/g) ?? []
    expect(list).toEqual(expect.arrayContaining([expect.stringMatching(/\/my-bookings-page-/)]))
    // The rules of forms and the contact form are a third of all that these pages would load.
    for (const file of [...scripts, ...list]) expect(file).not.toMatch(/\/(forms|contact)-/)
    for (const [, , file] of files)
      expect((await get(`/${file}`)).headers.get('content-type')).toMatch(/javascript|css/)
  })

  it('is left to the browser for an origin that asks for very many', async () => {
    const { app, get } = openBuilt()
    const address = `/patient/overview?id=${insertBooking(app.ctx().db).id}`
    const texts = []
    for (let i = 0; i < 11; i++) texts.push((await get(address)).text)
    expect(texts.map((text) => text.includes('Musterfrau'))).toEqual([...Array(10).fill(true), false])
  })
})

function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

describe('a missing file', () => {
  const PATHS = `/assets/main-Old.js /assets /assets/ /favicon.ico /index.php /.env /.git/HEAD /.git/HEAD.x /assets/../.env
    /assets/..%2f.env /assets/%2e%2e/.env /assets/..%5c.env /../package.json /..%2f..%2fpackage.json /data/ordi.db`

  it.each(PATHS.split(/\s+/))('is 404: %s', async (path) => {
    const answer = await open()(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json'])
    expect(await answer.json()).toEqual({ error: 'unknown_path', message: 'Diese Adresse gibt es nicht.' })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
})

describe('a browser without JavaScript', () => {
  it('shows the phone number, escaped', async () => {
    const dist = aDist()
    writeFileSync(join(dist, 'index.html'), '<noscript><!-- practice-phone --></noscript>')
    const app = openTestApp()
    const pages = new Hono<Env>().route('/', uiRoutes(app, dist))
    const page = async () => (await pages.request('/')).text()
    expect(await page()).toContain(
      '<p>Oder rufen Sie uns an: <a href="tel:+435572000000">+43 5572 000000</a>.</p>',
    )
    writeSettings(app.ctx(), 'practice', { phone: '05572 "><script>$&' })
    expect(await page()).toContain('<a href="tel:05572">05572 &#34;&#62;&#60;script&#62;$&#38;</a>')
    writeSettings(app.ctx(), 'practice', { phone: '' })
    expect(await page()).toContain('<noscript></noscript>')
  })
})
