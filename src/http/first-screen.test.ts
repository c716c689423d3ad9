import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { smallUi } from '../testing/built-ui.ts'
import { openTestApp, recordLog } from '../testing/test-app.ts'
import type { Deps, Env } from './deps.ts'
import { LINKED_PAGE_MODULES } from './page-data.ts'
import { uiRoutes } from './ui.ts'

const QUESTION = 'Ist das Ihr erster Besuch bei uns?'
const END_OF_SCRIPT = '</script><script>alert(1)</script>'

function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

describe('the first screen', () => {
  /** Opens the app with the built pages. */
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

  it('has the number of a practice without a name', async () => {
    const { app, textOf } = openBuilt()
    writeSettings(app.ctx(), 'practice', { name: '', phone: '+43 1 2345678' })
    const page = await textOf('/')
    expect(page).toContain('<b>Ordination</b>')
    expect(page).toContain('href="tel:+4312345678"')
  })

  /** Lists what a page fetches in addition to its own code, without the hashes in file names. */
  const fetchedLater = (page: string) =>
    [...page.matchAll(/<link data-(?:later|ahead)=[^>]* href="\/([^"]+)"/g)]
      .map(([, file = '']) => file.replace(/-[\w-]{8}(?=\.(js|css)$)/, ''))
      .toSorted()

  it('prefetches what the second step needs, while booking is open', async () => {
    const { app, textOf } = openBuilt()
    const needed = ['api/services', 'assets/parts.css', 'assets/parts.js', 'assets/step-service.js']
    for (const path of ['/', '/booking']) expect(fetchedLater(await textOf(path))).toEqual(needed)
    expect(fetchedLater(await textOf('/datenschutz'))).toEqual([])
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: true })
    expect(fetchedLater(await textOf('/'))).toEqual([])
  })

  it.each([...LINKED_PAGE_MODULES])(
    'fetches the code of a page that a message links to: %s',
    async (path, module) => {
      const { textOf } = openBuilt()
      const [, name] = /([\w-]+)\.tsx$/.exec(module) ?? []
      for (const address of [path, `${path}?id=x`])
        expect(fetchedLater(await textOf(address))).toContain(`assets/${name}.js`)
    },
  )

  it.each([
    { booking: 'open', isClosed: false, sentence: 'kommen Sie bitte in der Ordination vorbei' },
    { booking: 'closed', isClosed: true, sentence: 'Bitte versuchen Sie es später noch einmal' },
  ])('has no phone number if the practice has none, while booking is $booking', async (given) => {
    const { isClosed, sentence } = given
    const { app, textOf } = openBuilt()
    writeSettings(app.ctx(), 'practice', { name: '', phone: '', mail: '' })
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: isClosed })
    const page = await textOf('/')
    expect(page).toContain(sentence)
    expect(page).not.toMatch(/tel:|mailto:/)
  })

  it('includes status and practice in every page for patients, so that none has to wait for a call', async () => {
    const { app, textOf } = openBuilt()
    const phone = '+43 1 2345678'
    writeSettings(app.ctx(), 'practice', { name: 'Ordination Neu', phone })
    for (const path of [
      '/',
      '/booking',
      '/gibt-es-nicht',
      '/datenschutz',
      '/impressum',
      '/barrierefreiheit',
      '/patient/overview',
      '/patient/overview?id=x',
      '/patient/reject?id=x',
      '/patient/move?id=x',
      '/patient/waiting-list?id=x',
      '/patient/offer?id=x',
      '/meine-termine',
      '/meine-termine?token=x',
      '/email/verify?token=x',
      '/admin/confirm?id=x&sig=y',
      '/admin/reject?id=x&sig=y',
    ]) {
      const page = await textOf(path)
      const status = JSON.parse(/id="start-data">(.*?)<\/script>/.exec(page)?.[1] ?? 'null')
      expect([path, status]).toMatchObject([path, { booking: { open: true }, practice: { phone } }])
      expect([path, page.includes(' · Ordination Neu</title>')]).toEqual([path, true])
    }
  })

  it('changes at once with the name of the practice', async () => {
    const { app, textOf } = openBuilt()
    await textOf('/')
    writeSettings(app.ctx(), 'practice', { name: 'Ordination Neu' })
    expect(await textOf('/')).toContain('<b>Ordination Neu</b>')
  })

  it('changes at once with the subtitle of the practice', async () => {
    const { app, textOf } = openBuilt()
    writeSettings(app.ctx(), 'practice', { name: 'Ordination Neu' })
    const readSubtitle = async () => /<b>Ordination Neu<\/b><span[^>]*>([^<]*)/.exec(await textOf('/'))?.[1]
    expect(await readSubtitle()).toBe('Wahlarztordination für Allgemeinmedizin')
    writeSettings(app.ctx(), 'practice', { subtitle: 'Praxis für Physiotherapie' })
    expect(await readSubtitle()).toBe('Praxis für Physiotherapie')
    writeSettings(app.ctx(), 'practice', { subtitle: '' })
    expect(await readSubtitle()).toBe('')
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

  it('has only inline scripts and styles that the content policy allows by their hashes', async () => {
    const { app, textOf, pages } = openBuilt()
    writeSettings(app.ctx(), 'practice', { name: END_OF_SCRIPT })
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
      if (attributes === '') expect(policy).toContain(`; ${tag}-src 'self' '${sha256(text)}'`)
    expect(policy).not.toContain('unsafe')
  })

  it('includes the answer of the status, also with a name that ends a script', async () => {
    const { app, textOf } = openBuilt()
    writeSettings(app.ctx(), 'practice', { name: END_OF_SCRIPT })
    const data = /id="start-data">(.*?)<\/script>/.exec(await textOf('/'))?.[1] ?? ''
    expect(JSON.parse(data)).toEqual((await app.browser().get('/api/status')).json)
  })

  it('is left to the browser if it cannot be rendered, and the log says why', async () => {
    const dist = smallUi()
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

  it('is left to the browser for a link without an appointment', async () => {
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
