import { describe, expect, it } from 'vitest'
import { writeSettings } from '../../practice/settings.ts'
import { DAY_LENGTH } from '../../shared/day.ts'
import { book } from '../../testing/factory.ts'
import { SAMPLE_SETTINGS } from '../../testing/sample-settings.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const START = '2027-01-12T08:30:00+01:00'
const EMAIL = 'rosa@musterfrau.example'
const PERSON = '/api/admin/privacy/person'

/** Opens the app with a past appointment of Rosa Musterfrau, which has this `id`, and its three messages. */
async function openWithPastAppointment() {
  const app = openTestApp()
  const { json } = await book(app, app.browser(), START)
  app.change(`update messages set status = 'sent'`)
  app.pass(40 * DAY_LENGTH)
  return { ...app, id: json.id as string, admin: app.admin() }
}

describe('what is stored', () => {
  type Row = { what: string; until: string }

  /** Reads the texts, with plain spaces. `untilOf` returns how long something is stored. */
  async function readTexts(app: TestApp) {
    const { text } = await app.admin().get('/api/admin/privacy')
    const json = JSON.parse(text.replaceAll('\u00a0', ' '))
    const untilOf = (what: string) => json.stored.find((row: Row) => row.what.startsWith(what))?.until
    return { text, record: json.record.plain, information: json.information.plain, untilOf }
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
    const { text, information, untilOf } = await readTexts(openTestApp())
    expect(untilOf('Termine')).toBe('ohne Frist')
    expect(untilOf('Sozialversicherungsnummern')).toBe('30 Tage nach dem Termin')
    expect(information).toContain('Derzeit niemand.')
    expect(text).not.toMatch(/ClickSend|seven\.io|Odoo|Cloudflare/)
  })

  it('is listed with the periods of the settings', async () => {
    const { untilOf } = await readTexts(openWithProviders())
    expect(untilOf('Termine')).toBe(
      '365 Tage nach dem Termin, danach nur Monat, Leistung, Status und ob jemand erschienen ist',
    )
    expect(untilOf('Text und Adresse')).toMatch(/^1 Tag, jedenfalls bis zum Termin/)
  })

  it.each(['record', 'information'] as const)(
    'is listed in the %s with its recipients and purposes',
    async (name) => {
      const texts = await readTexts(openWithProviders())
      const plain = texts[name]
      expect(plain).toMatch(/Ordination "Zur Linde", Erfundene Gasse 7, 6850\s?Dornbirn/)
      for (const recipient of [/ClickSend.*Australien/, /seven\.io/, /Odoo \(/, /E-Mail-Server /])
        expect(plain).toMatch(recipient)
      expect(plain).toContain('Bitte prüfen')
      expect(plain).toMatch(/Art\. 6 Abs\. 1 lit\. b.*Art\. 9 Abs\. 2 lit\. h/)
      expect(texts.text).not.toMatch(/secret of|undefined|null/)
    },
  )

  it('is explained to patients with the address of the authority', async () => {
    const { information } = await readTexts(openWithProviders())
    expect(information).toContain('Barichgasse 40–42, 1030 Wien')
  })

  it('is counted if it is due for deletion', async () => {
    const app = await openWithPastAppointment()
    const due = async () => (await app.admin.get('/api/admin/privacy/retention')).json
    expect(await due()).toEqual({ messages: 0, svnr: 1, answers: 0, bookings: 0 })
    writeSettings(app.ctx(), 'general', { retain_bookings_days: 30, retain_messages_days: 30 })
    expect(await due()).toEqual({ messages: 3, svnr: 1, answers: 0, bookings: 1 })
    expect(app.rows('select anonymised from bookings')).toEqual([{ anonymised: 0 }])
  })
})

describe('a person', () => {
  const SUMMARY = { bookings: 1, coming: 0, messages: 3, waiting: 0, odoo_events: [], old_copies: [] }

  it('is found by any spelling of the e-mail address', async () => {
    const app = await openWithPastAppointment()
    const found = await app.admin.post(PERSON, { email: ' Rosa+neu@musterfrau.example ' })
    expect([found.status, found.json]).toEqual([200, expect.objectContaining(SUMMARY)])
  })

  it('can be exported by e-mail address', async () => {
    const app = await openWithPastAppointment()
    const exported = (await app.admin.post(`${PERSON}/export`, { email: EMAIL })).json
    expect(exported.name).toMatch(/^person-2027-02-16T\d{6}Z$/)
    expect(JSON.parse(exported.json).bookings[0].contact.lastName).toBe('Musterfrau')
    expect(exported.html).toContain('Musterfrau')
  })

  it('can be erased by e-mail address', async () => {
    const app = await openWithPastAppointment()
    const erased = await app.admin.post(`${PERSON}/erase`, { email: EMAIL, confirm: EMAIL })
    expect([erased.status, erased.json]).toEqual([200, expect.objectContaining(SUMMARY)])
    expect(app.rows('select anonymised from bookings')).toEqual([{ anonymised: 1 }])
  })

  it('has its export and erasure recorded in the audit', async () => {
    const app = await openWithPastAppointment()
    await app.admin.post(`${PERSON}/export`, { email: EMAIL })
    await app.admin.post(`${PERSON}/erase`, { email: EMAIL, confirm: EMAIL })
    const byAdmin = { actor: 'admin', subject: 'r***@m***.example' }
    expect(app.rows(`select action, actor, subject from audit where action like 'person%'`)).toEqual([
      { action: 'person-exported', ...byAdmin },
      { action: 'person-erased', ...byAdmin },
    ])
  })

  it.each([
    { confirm: undefined, sentence: 'Bitte die Adresse noch einmal eingeben.' },
    { confirm: '', sentence: 'Das ist nicht dieselbe Adresse.' },
    { confirm: 'mara@musterfrau.example', sentence: 'Das ist nicht dieselbe Adresse.' },
  ])('is not erased if the repeated address is "$confirm"', async ({ confirm, sentence }) => {
    const app = await openWithPastAppointment()
    const { status, json } = await app.admin.post(`${PERSON}/erase`, { email: EMAIL, confirm })
    expect([status, json.error, json.fields.confirm]).toEqual([400, 'invalid', sentence])
    expect(app.rows('select anonymised from bookings')).toEqual([{ anonymised: 0 }])
  })

  it('is not erased before a coming appointment', async () => {
    const app = openTestApp()
    await book(app, app.browser(), START)
    const { status, json } = await app.admin().post(`${PERSON}/erase`, { email: EMAIL, confirm: EMAIL })
    expect([status, json.error, json.message]).toEqual([
      409,
      'conflict',
      'Es steht noch ein Termin bevor. Bitte sagen Sie ihn zuerst ab.',
    ])
    expect(app.rows('select anonymised from bookings')).toEqual([{ anonymised: 0 }])
  })

  it('can be found and exported by a booking', async () => {
    const app = await openWithPastAppointment()
    const { id } = app
    const found = await app.admin.post(PERSON, { booking_id: id })
    expect([found.status, found.json]).toMatchObject([200, { label: 'Rosa Musterfrau', bookings: 1 }])

    const exported = (await app.admin.post(`${PERSON}/export`, { booking_id: id })).json
    expect(JSON.parse(exported.json).bookings[0].id).toBe(id)
    expect((await app.admin.post(PERSON, { booking_id: '' })).json.fields).toHaveProperty('booking_id')
  })

  it('can be erased by a booking if the name is typed again', async () => {
    const app = await openWithPastAppointment()
    const { id } = app
    const erase = (confirm?: string) => app.admin.post(`${PERSON}/erase`, { booking_id: id, confirm })
    const wrong = await erase('Rosa')
    expect([wrong.status, wrong.json.fields]).toEqual([400, { confirm: 'Das ist nicht derselbe Name.' }])
    const unnamed = await erase()
    expect([unnamed.status, unnamed.json.fields]).toEqual([400, { confirm: 'Bitte den Namen eingeben.' }])

    const erased = await erase(' rosa  musterfrau')
    expect([erased.status, erased.json.bookings]).toEqual([200, 1])
    expect(app.rows('select anonymised from bookings')).toEqual([{ anonymised: 1 }])
    expect((await app.admin.post(PERSON, { booking_id: id })).status).toBe(404)
  })

  it.each([
    { action: 'shown', call: '' },
    { action: 'exported', call: '/export' },
    { action: 'erased', call: '/erase' },
  ])('without stored data cannot be $action', async ({ call }) => {
    const admin = openTestApp().admin()
    const body = { email: EMAIL, ...(call === '/erase' && { confirm: EMAIL }) }
    const { status, json } = await admin.post(PERSON + call, body)
    expect([status, json]).toEqual([
      404,
      { error: 'not found', message: 'Zu dieser Adresse ist nichts gespeichert.' },
    ])
    expect((await admin.post(PERSON + call, { ...body, email: 'rosa' })).json.fields).toHaveProperty('email')
  })
})
