import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { openBuiltPages, writeSmallUi } from '../testing/built-ui.ts'
import { openTestApp, recordLog } from '../testing/test-app.ts'
import type { Deps, Env } from './deps.ts'
import { uiRoutes } from './ui.ts'

/** The question of the wizard's first step. */
const QUESTION = 'Ist das Ihr erster Besuch bei uns?'

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
    const dist = writeSmallUi()
    // Rendering throws, because `nothing` is not defined.
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
