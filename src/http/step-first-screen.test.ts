import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { saveAbsence } from '../schedule/absences.ts'
import { openBuiltPages } from '../testing/built-ui.ts'

/** The question of the first step. */
const QUESTION = 'Ist das Ihr erster Besuch bei uns?'

describe('the first screen of a step in the URL', () => {
  it('has the times of a service', async () => {
    const { textOf } = openBuiltPages()
    const text = await textOf('/?service=erstordination')
    expect(text).toContain('Termin wählen')
    expect(text).toMatch(/Nächster freier Termin <\/span><time [^>]+>Do\u00a07\.\u00a0Jänner, \d\d:\d\d</)
    expect(text.match(/data-free="true"/g)?.length).toBeGreaterThan(10)
    expect(text).not.toMatch(/ style=| on[a-z]+="/)
  })

  it('includes the answers of the calls for these times', async () => {
    const { app, textOf } = openBuiltPages()
    const text = await textOf('/?service=erstordination')
    const { services, times } = JSON.parse(/id="page-data">(.*?)<\/script>/.exec(text)?.[1] ?? '')
    const answerTo = async (path: string) => (await app.browser().get(`/api/${path}`)).json
    expect(services).toEqual(await answerTo('services'))
    expect(times).toEqual({
      service: 'erstordination',
      from: '2027-01-07',
      to: '2027-05-06',
      day: '2027-01-07',
      days: await answerTo('slots?summary=1&from=2027-01-07&to=2027-05-06&service=erstordination'),
      closures: await answerTo('closures?from=2027-01-07&to=2027-05-06'),
      slots: await answerTo('slots?date=2027-01-07&service=erstordination'),
    })
  })

  it('loads the few scripts of these times later', async () => {
    const text = await openBuiltPages().textOf('/?service=erstordination')
    // The name is followed by eight characters of the content's hash, which may begin with a hyphen.
    const laterScript = /<link data-later crossorigin href="\/assets\/([\w-]+)-[\w-]{8}\.js"/g
    const laterScripts = Array.from(text.matchAll(laterScript), ([, name]) => name)
    expect(laterScripts).toEqual(expect.arrayContaining(['step-slot', 'times']))
    expect(laterScripts.length).toBeLessThanOrEqual(4)
  })

  it('has the services for a kind of visit', async () => {
    const { textOf } = openBuiltPages()
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
  ])('is the first step for a URL that only the browser can follow: %s', async (search) => {
    const text = await openBuiltPages().textOf(`/?${search}`)
    expect(text).toContain(QUESTION)
    expect(text).not.toContain('id="page-data"')
  })

  it('is the first step for a service without free times', async () => {
    const { app, textOf } = openBuiltPages()
    const closure = { title: '', reason: '', from: '2027-01-07', to: '2027-12-31', resource_id: null }
    saveAbsence(app.ctx(), { kind: 'closure', ...closure })
    const text = await textOf('/?service=erstordination')
    expect(text).toContain(QUESTION)
    expect(text).not.toContain('id="page-data"')
  })

  it('is the closed page while booking is closed', async () => {
    const { app, textOf } = openBuiltPages()
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: true })
    expect(await textOf('/?service=erstordination')).toContain('Online-Buchung derzeit nicht möglich')
    for (const path of ['/', '/booking'])
      expect(await textOf(`${path}?service=erstordination`)).not.toContain('id="page-data"')
  })
})

describe('the fragment of a step, which another page can insert', () => {
  const PATH = '/?visit=first&step=2'

  /** Opens the app. `partOf` requests a page as the script of another page does. */
  function openFragments() {
    const { pages, textOf } = openBuiltPages()
    const headers = { 'X-Requested-With': 'XMLHttpRequest' }
    const partOf = async (path: string) => (await pages.request(path, { headers })).text()
    return { pages, textOf, partOf }
  }

  it('has the first screen and its data, but not the rest of the page', async () => {
    const { textOf, partOf } = openFragments()
    const firstScreenPattern = /<div id="root">.*<\/div>(?=\s*<noscript>)/s
    const [firstScreen = 'no first screen'] = firstScreenPattern.exec(await textOf(PATH)) ?? []
    const part = await partOf(PATH)
    expect(part).toContain(firstScreen)
    expect(part).toContain('id="page-data"')
    expect(part).not.toMatch(/<html|<noscript|<script>|start-data/)
  })

  it('has the style of the whole page, which the content policy of every page allows', async () => {
    const { pages, textOf, partOf } = openFragments()
    const styles = (await partOf(PATH)).match(/<style>.*?<\/style>/gs) ?? []
    expect(styles).toHaveLength(1)
    const [style = ''] = styles
    expect(await textOf(PATH)).toContain(style)
    const css = style.replace(/<.?style>/g, '')
    const hash = createHash('sha256').update(css).digest('base64')
    const policy = (await pages.request('/')).headers.get('content-security-policy')
    expect(policy).toContain(` 'sha256-${hash}'`)
  })

  it('is the whole page for the first step, which comes after no other', async () => {
    const { textOf, partOf } = openFragments()
    expect(await partOf('/')).toBe(await textOf('/'))
  })
})
