import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { SMALL_PAGE, SMALL_SCRIPT, writeSmallUi } from '../testing/built-ui.ts'
import { openTestApp } from '../testing/test-app.ts'
import type { Env } from './deps.ts'
import { securityHeaders } from './headers.ts'
import { uiRoutes } from './ui.ts'

/** Requests a page or file of a new small interface. */
function requestPage(path: string, init: RequestInit = {}) {
  const app = openTestApp()
  const pages = new Hono<Env>()
    .use(securityHeaders(app.ctx().config))
    .route('/', uiRoutes(app, writeSmallUi()))
  return pages.request(path, init)
}

/** Returns what the answer to a page says to search engines. */
const readRobots = async (path: string) => (await requestPage(path)).headers.get('x-robots-tag')

describe('an asset', () => {
  it('is cached forever, and has the security headers', async () => {
    const answer = await requestPage('/assets/main-Bx1.js')
    expect([answer.status, await answer.text()]).toEqual([200, SMALL_SCRIPT])
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/)
  })

  it.each([
    { encoding: 'br', accepted: 'gzip, deflate, br', bytes: brotliCompressSync(SMALL_SCRIPT) },
    { encoding: 'gzip', accepted: 'gzip, deflate', bytes: gzipSync(SMALL_SCRIPT) },
  ])('is sent in $encoding, as compressed by the build', async ({ encoding, accepted, bytes }) => {
    const answer = await requestPage('/assets/main-Bx1.js', { headers: { 'accept-encoding': accepted } })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    expect(answer.headers.get('content-length')).toBe(String(bytes.length))
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it('is sent plain without a compressed file', async () => {
    const answer = await requestPage('/assets/figtree-Cy2.woff2', { headers: { 'accept-encoding': 'br' } })
    expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual([null, 'font'])
    expect(answer.headers.get('content-type')).toBe('font/woff2')
  })

  it('without a hash in its name is cached for an hour', async () => {
    const answer = await requestPage('/icon.svg')
    expect(await answer.text()).toBe('<svg/>')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
  })
})

describe('a page', () => {
  it.each(['/', '/booking?step=3', '/admin/settings', '/patient/overview?id=x', '/anything', '/%C3%A4'])(
    'is the same one for %s',
    async (path) => {
      const answer = await requestPage(path)
      expect([answer.status, await answer.text()]).toEqual([200, SMALL_PAGE])
      expect(answer.headers.get('content-type')).toBe('text/html; charset=UTF-8')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      expect(answer.headers.get('content-security-policy')).toContain(`style-src 'self';`)
    },
  )

  it.each(['/', '/booking', '/administration', '/patienten'])('may be indexed: %s', async (path) => {
    expect(await readRobots(path)).toBeNull()
  })

  it.each([
    '/admin',
    '/admin/confirm?id=x&sig=y',
    '/patient/overview?id=x',
    '/Patient/Overview?id=x',
    '/email/verify?token=x',
    '/meine-termine',
  ])('is not indexed in the admin area, or if its URL may contain a secret: %s', async (path) => {
    expect(await readRobots(path)).toBe('noindex, nofollow')
  })

  it.each([
    { path: '//booking?step=3', location: '/booking?step=3' },
    { path: '///evil.example/x', location: '/evil.example/x' },
    { path: '/.//evil', location: '/evil' },
    { path: '/\\evil', location: '/evil' },
  ])('is redirected to a URL with a single leading slash: $path', async ({ path, location }) => {
    const answer = await requestPage(`http://localhost${path}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, location])
  })

  it('answers HEAD without a body', async () => {
    const answer = await requestPage('/booking', { method: 'HEAD' })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  })
})

describe('a missing file', () => {
  it.each([
    '/assets/main-Old.js',
    '/assets',
    '/assets/',
    '/favicon.ico',
    '/index.php',
    '/.env',
    '/.git/HEAD',
    '/.git/HEAD.x',
    '/assets/../.env',
    '/assets/..%2f.env',
    '/assets/%2e%2e/.env',
    '/assets/..%5c.env',
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/data/ordi.db',
  ])('is 404: %s', async (path) => {
    const answer = await requestPage(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json'])
    expect(await answer.json()).toEqual({ error: 'unknown_path', message: 'Diese Adresse gibt es nicht.' })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
})

describe('a URL with a dot', () => {
  /** The header with which a browser opens a URL. */
  const ACCEPTS_PAGES = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

  it.each(['/index.html', '/termin.php', '/v1.2'])(
    'is a page for a visitor with a browser: %s',
    async (path) => {
      const answer = await requestPage(path, ACCEPTS_PAGES)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
    },
  )

  it.each(['/.env', '/assets/main-Old.js', '/.git/HEAD.x'])('is still 404: %s', async (path) => {
    expect((await requestPage(path, ACCEPTS_PAGES)).status).toBe(404)
  })
})

describe('a browser without JavaScript', () => {
  it.each([
    {
      shown: 'the phone number',
      phone: '+43 5572 000000',
      html: '<a href="tel:+435572000000">+43 5572 000000</a>.</p>',
    },
    {
      shown: 'HTML in the phone number as text',
      phone: '05572 "><script>$&',
      html: '<a href="tel:05572">05572 &#34;&#62;&#60;script&#62;$&#38;</a>',
    },
    { shown: 'nothing without a phone number', phone: '', html: '<noscript></noscript>' },
  ])('shows $shown', async ({ phone, html }) => {
    const folder = writeSmallUi()
    writeFileSync(join(folder, 'index.html'), '<noscript><!-- practice-phone --></noscript>')
    const app = openTestApp()
    writeSettings(app.ctx(), 'practice', { phone })
    const pages = new Hono<Env>().route('/', uiRoutes(app, folder))
    const page = await (await pages.request('/')).text()
    expect(page).toContain(html)
    expect(page.includes('<p>Oder rufen Sie uns an: ')).toBe(phone !== '')
  })
})
