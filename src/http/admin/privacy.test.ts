import { describe, expect, it } from 'vitest'
import { writeSettings } from '../../practice/settings.ts'
import { openWithPastAppointment } from '../../testing/past-appointment-app.ts'
import { SAMPLE_SETTINGS } from '../../testing/sample-settings.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

describe('what is stored', () => {
  type Row = { what: string; until: string }

  /**
   * Reads the page, with plain spaces. `record` and `information` are its two texts, `answerText` is all of
   * it, and `untilOf` returns how long something is stored.
   */
  async function readPage(app: TestApp) {
    const { text: answerText } = await app.admin().get('/api/admin/privacy')
    const json = JSON.parse(answerText.replaceAll('\u00a0', ' '))
    const untilOf = (what: string) => json.stored.find((row: Row) => row.what.startsWith(what))?.until
    return { answerText, record: json.record.plain, information: json.information.plain, untilOf }
  }

  /**
   * Opens the app where every provider is set up, and bookings and messages are stored for a limited time.
   */
  function openWithProviders() {
    const app = openTestApp()
    for (const group of ['practice', 'odoo', 'clicksend', 'sevenio', 'smtp'] as const)
      writeSettings(app.ctx(), group, SAMPLE_SETTINGS[group])
    writeSettings(app.ctx(), 'odoo', { odoo_sync: true })
    writeSettings(app.ctx(), 'general', { retain_bookings_days: 365, retain_messages_days: 1 })
    return app
  }

  it('is listed for a new practice, which passes on no data', async () => {
    const { answerText, information, untilOf } = await readPage(openTestApp())
    expect(untilOf('Termine')).toBe('ohne Frist')
    expect(untilOf('Sozialversicherungsnummern')).toBe('30 Tage nach dem Termin')
    expect(information).toContain('Derzeit niemand.')
    expect(answerText).not.toMatch(/ClickSend|seven\.io|Odoo|Cloudflare/)
  })

  it('is listed with the periods of the settings', async () => {
    const { untilOf } = await readPage(openWithProviders())
    expect(untilOf('Termine')).toBe(
      '365 Tage nach dem Termin, danach nur Monat, Leistung, Status und ob jemand erschienen ist',
    )
    expect(untilOf('Text und Adresse')).toMatch(/^1 Tag, jedenfalls bis zum Termin/)
  })

  it.each(['record', 'information'] as const)(
    'is listed in the %s with its recipients and purposes',
    async (name) => {
      const page = await readPage(openWithProviders())
      const legalText = page[name]
      expect(legalText).toMatch(/Ordination "Zur Linde", Erfundene Gasse 7, 6850\s?Dornbirn/)
      for (const recipient of [/ClickSend.*Australien/, /seven\.io/, /Odoo \(/, /E-Mail-Server /])
        expect(legalText).toMatch(recipient)
      expect(legalText).toContain('Bitte prüfen')
      expect(legalText).toMatch(/Art\. 6 Abs\. 1 lit\. b.*Art\. 9 Abs\. 2 lit\. h/)
      expect(page.answerText).not.toMatch(/secret of|undefined|null/)
    },
  )

  it('is explained to patients with the address of the authority', async () => {
    const { information } = await readPage(openWithProviders())
    expect(information).toContain('Barichgasse 40–42, 1030 Wien')
  })

  it('is counted if it is due for deletion', async () => {
    const app = await openWithPastAppointment()
    const countDue = async () => (await app.admin.get('/api/admin/privacy/retention')).json
    expect(await countDue()).toEqual({ messages: 0, svnr: 1, answers: 0, bookings: 0 })
    writeSettings(app.ctx(), 'general', { retain_bookings_days: 30, retain_messages_days: 30 })
    expect(await countDue()).toEqual({ messages: 3, svnr: 1, answers: 0, bookings: 1 })
    expect(app.rows('select anonymised from bookings')).toEqual([{ anonymised: 0 }])
  })
})
