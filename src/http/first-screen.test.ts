import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { openBuiltPages, smallUi } from '../testing/built-ui.ts'
import { openTestApp, recordLog } from '../testing/test-app.ts'
import type { Deps, Env } from './deps.ts'
import { LINKED_PAGE_MODULES } from './page-data.ts'
import { uiRoutes } from './ui.ts'

/** The question of the wizard's first step. */
const QUESTION = 'Ist das Ihr erster Besuch bei uns?'
const END_OF_SCRIPT = '</script><script>alert(1)</script>'

/** Reads the status and the practice that a page includes. */
function readStartData(page: string): unknown {
  return JSON.parse(/id="start-data">(.*?)<\/script>/.exec(page)?.[1] ?? 'null')
}

/** Lists what a page fetches in addition to its own code, without the hashes in file names. */
function filesFetchedLater(page: string): string[] {
  const LINK = /<link data-(?:later|ahead)=[^>]* href="\/([^"]+)"/g
  const HASH = /-[\w-]{8}(?=\.(js|css)$)/
  return [...page.matchAll(LINK)].map(([, file = '']) => file.replace(HASH, '')).toSorted()
}

/** Returns the hash of an inline element as the content policy names it. */
function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

describe('the first screen', () => {
  it.each(['/', '/booking'])('has the practice and the question of step 1: %s', async (path) => {
    const { app, textOf } = openBuiltPages()
    writeSettings(app.ctx(), 'practice', { name: 'Dr. <Berg> & Söhne' })
    const page = await textOf(path)
    expect(page).toContain('<title>Online-Terminbuchung · Dr. &#60;Berg&#62; &#38; Söhne</title>')
    expect(page).toContain('<b>Dr. &lt;Berg&gt; &amp; Söhne</b>')
    expect(page).toContain(QUESTION)
  })

  it('has the number of a practice without a name', async () => {
    const { app, textOf } = openBuiltPages()
    writeSettings(app.ctx(), 'practice', { name: '', phone: '+43 1 2345678' })
    const page = await textOf('/')
    expect(page).toContain('<b>Ordination</b>')
    expect(page).toContain('href="tel:+4312345678"')
  })

  it.each([
    { booking: 'open', isClosed: false, sentence: 'kommen Sie bitte in der Ordination vorbei' },
    { booking: 'closed', isClosed: true, sentence: 'Bitte versuchen Sie es später noch einmal' },
  ])(
    'has no phone number if the practice has none, while booking is $booking',
    async ({ isClosed, sentence }) => {
      const { app, textOf } = openBuiltPages()
      writeSettings(app.ctx(), 'practice', { name: '', phone: '', mail: '' })
      writeSettings(app.ctx(), 'general', { booking_maintenance_active: isClosed })
      const page = await textOf('/')
      expect(page).toContain(sentence)
      expect(page).not.toMatch(/tel:|mailto:/)
    },
  )

  it('changes at once with the name of the practice', async () => {
    const { app, textOf } = openBuiltPages()
    await textOf('/')
    writeSettings(app.ctx(), 'practice', { name: 'Ordination Neu' })
    expect(await textOf('/')).toContain('<b>Ordination Neu</b>')
  })

  it('changes at once with the subtitle of the practice', async () => {
    const { app, textOf } = openBuiltPages()
    writeSettings(app.ctx(), 'practice', { name: 'Ordination Neu' })
    const readSubtitle = async () => /<b>Ordination Neu<\/b><span[^>]*>([^<]*)/.exec(await textOf('/'))?.[1]
    expect(await readSubtitle()).toBe('Wahlarztordination für Allgemeinmedizin')
    writeSettings(app.ctx(), 'practice', { subtitle: 'Praxis für Physiotherapie' })
    expect(await readSubtitle()).toBe('Praxis für Physiotherapie')
    writeSettings(app.ctx(), 'practice', { subtitle: '' })
    expect(await readSubtitle()).toBe('')
  })

  it('is the maintenance page while booking is closed', async () => {
    const { app, textOf } = openBuiltPages()
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
    const page = await openBuiltPages().textOf('/patient/overview?id=geheim')
    expect(page).toContain('<div id="root"></div>')
    expect(page).not.toContain('geheim')
  })
})

describe('a page for patients', () => {
  const PATHS_FOR_PATIENTS = [
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
  ]

  it.each(PATHS_FOR_PATIENTS)(
    'includes status and practice, so that it need not wait for a call: %s',
    async (path) => {
      const { app, textOf } = openBuiltPages()
      const phone = '+43 1 2345678'
      writeSettings(app.ctx(), 'practice', { name: 'Ordination Neu', phone })
      const page = await textOf(path)
      expect(readStartData(page)).toMatchObject({ booking: { open: true }, practice: { phone } })
      expect(page).toContain(' · Ordination Neu</title>')
    },
  )

  it('includes the answer of the status, also with a name that ends a script', async () => {
    const { app, textOf } = openBuiltPages()
    writeSettings(app.ctx(), 'practice', { name: END_OF_SCRIPT })
    expect(readStartData(await textOf('/'))).toEqual((await app.browser().get('/api/status')).json)
  })

  it('prefetches what the second step needs, while booking is open', async () => {
    const { app, textOf } = openBuiltPages()
    const filesOfSecondStep = [
      'api/services',
      'assets/parts.css',
      'assets/parts.js',
      'assets/step-service.js',
    ]
    for (const path of ['/', '/booking'])
      expect(filesFetchedLater(await textOf(path))).toEqual(filesOfSecondStep)
    expect(filesFetchedLater(await textOf('/datenschutz'))).toEqual([])
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: true })
    expect(filesFetchedLater(await textOf('/'))).toEqual([])
  })

  it.each([...LINKED_PAGE_MODULES])(
    'fetches the code of a page that a message links to: %s',
    async (path, module) => {
      const { textOf } = openBuiltPages()
      const [, name] = /([\w-]+)\.tsx$/.exec(module) ?? []
      for (const address of [path, `${path}?id=x`])
        expect(filesFetchedLater(await textOf(address))).toContain(`assets/${name}.js`)
    },
  )

  it('has only inline scripts and styles that the content policy allows by their hashes', async () => {
    const { app, textOf, pages } = openBuiltPages()
    writeSettings(app.ctx(), 'practice', { name: END_OF_SCRIPT })
    const page = await textOf('/')
    const INLINE_ELEMENT = /<(?<tag>script|style)(?![^>]* src=)(?<attributes>[^>]*)>(?<text>.*?)<\/\1>/gs
    const elements = Array.from(page.matchAll(INLINE_ELEMENT), ({ groups }) => ({ ...groups }))
    expect(elements.map(({ tag, attributes }) => `${tag}${attributes}`).toSorted()).toEqual([
      'script',
      'script type="application/json" id="start-data"',
      'style',
    ])
    expect(page).not.toMatch(/ style=| on[a-z]+="/)

    const policy = (await pages.request('/')).headers.get('content-security-policy')
    for (const { tag, attributes, text = '' } of elements)
      if (attributes === '') expect(policy).toContain(`; ${tag}-src 'self' '${sha256(text)}'`)
    expect(policy).not.toContain('unsafe')
  })

  it.each([
    { encoding: 'br', accepted: 'gzip, deflate, br', decompress: brotliDecompressSync },
    { encoding: 'gzip', accepted: 'gzip, deflate', decompress: gunzipSync },
  ])('is sent compressed: $encoding', async ({ encoding, accepted, decompress }) => {
    const { pages, textOf } = openBuiltPages()
    const answer = await pages.request('/', { headers: { 'accept-encoding': accepted } })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    expect(decompress(await answer.arrayBuffer()).toString()).toBe(await textOf('/'))
  })
})
