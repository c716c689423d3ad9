import { basename } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { openBuiltPages, policyHash } from '../testing/built-ui.ts'
import { LINKED_PAGE_MODULES } from './page-data.ts'

/** A name of a practice that would end an inline script if it were not escaped. */
const END_OF_SCRIPT = '</script><script>alert(1)</script>'

/** Reads the status and the practice that a page includes. */
function readStartData(page: string): unknown {
  return JSON.parse(/id="start-data">(.*?)<\/script>/.exec(page)?.[1] ?? 'null')
}

/** Lists what a page fetches in addition to its own code, without the hashes in file names. */
function filesFetchedLater(page: string): string[] {
  const linkForLater = /<link data-(?:later|ahead)=[^>]* href="\/([^"]+)"/g
  const hash = /-[\w-]{8}(?=\.(js|css)$)/
  return [...page.matchAll(linkForLater)].map(([, file = '']) => file.replace(hash, '')).toSorted()
}

/** Lists the scripts and styles whose text is within the page. */
function inlineElements(page: string): { tag: string; attributes: string; text: string }[] {
  const inlineElement = /<(script|style)(?![^>]* src=)([^>]*)>(.*?)<\/\1>/gs
  return [...page.matchAll(inlineElement)].map(([, tag = '', attributes = '', text = '']) => ({
    tag,
    attributes,
    text,
  }))
}

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
      // Vite names the file of the code after the module.
      const script = `assets/${basename(module, '.tsx')}.js`
      for (const address of [path, `${path}?id=x`])
        expect(filesFetchedLater(await textOf(address))).toContain(script)
    },
  )

  it('has only inline scripts and styles that the content policy allows by their hashes', async () => {
    const { app, textOf, pages } = openBuiltPages()
    writeSettings(app.ctx(), 'practice', { name: END_OF_SCRIPT })
    const page = await textOf('/')
    const elements = inlineElements(page)
    expect(elements.map(({ tag, attributes }) => `${tag}${attributes}`).toSorted()).toEqual([
      'script',
      'script type="application/json" id="start-data"',
      'style',
    ])
    expect(page).not.toMatch(/ style=| on[a-z]+="/)

    const policy = (await pages.request('/')).headers.get('content-security-policy')
    // Elements with attributes are data, which no policy needs to allow.
    for (const { tag, attributes, text } of elements)
      if (attributes === '') expect(policy).toContain(`; ${tag}-src 'self' '${policyHash(text)}'`)
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
