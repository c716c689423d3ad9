import { describe, expect, it } from 'vitest'
import { writeSettings } from '../../practice/settings.ts'
import { DAY_LENGTH } from '../../shared/day.ts'
import { book } from '../../testing/factory.ts'
import { SAMPLE_SETTINGS } from '../../testing/sample-settings.ts'
import { openTestApp } from '../../testing/test-app.ts'

const START = '2027-01-12T08:30:00+01:00'
const EMAIL = 'rosa@musterfrau.example'
const PERSON = '/api/admin/privacy/person'

/** An appointment that is over. */
async function aPastAppointment() {
  const app = openTestApp()
  await book(app, app.browser(), START)
  app.change(`update messages set status = 'sent'`)
  app.pass(40 * DAY_LENGTH)
  return { ...app, admin: app.admin() }
}

describe('what is stored', () => {
  it('is told by the settings in force', async () => {
    const app = openTestApp()
    const read = async () => (await app.admin().get('/api/admin/privacy')).json
    const untilOf = (answer: { stored: { what: string; until: string }[] }, what: string) =>
      answer.stored.find((row) => row.what.startsWith(what))?.until.replaceAll('\u00a0', ' ')
    const before = await read()
    expect(untilOf(before, 'Termine')).toBe('ohne Frist')
    expect(untilOf(before, 'Sozialversicherungsnummern')).toBe('30 Tage nach dem Termin')
    expect(before.information.plain).toContain('Derzeit niemand.')
    expect(JSON.stringify(before)).not.toMatch(/ClickSend|seven\.io|Odoo|Cloudflare/)

    for (const group of ['practice', 'odoo', 'clicksend', 'sevenio', 'smtp'] as const)
      writeSettings(app.ctx(), group, SAMPLE_SETTINGS[group])
    writeSettings(app.ctx(), 'odoo', { odoo_sync: true })
    writeSettings(app.ctx(), 'general', { retain_bookings_days: 365, retain_messages_days: 1 })
    const after = await read()
    expect(untilOf(after, 'Termine')).toBe(
      '365 Tage nach dem Termin, danach nur Monat, Leistung, Status und ob jemand erschienen ist',
    )
    expect(untilOf(after, 'Text und Adresse')).toMatch(/^1 Tag, jedenfalls bis zum Termin/)
    for (const { plain } of [after.record, after.information]) {
      expect(plain).toMatch(/Ordination "Zur Linde", Erfundene Gasse 7, 6850\s?Dornbirn/)
      for (const name of [/ClickSend.*Australien/, /seven\.io/, /Odoo \(/, /E-Mail-Server /])
        expect(plain).toMatch(name)
      expect(plain).toContain('Bitte prüfen')
      expect(plain.replaceAll('\u00a0', ' ')).toMatch(/Art\. 6 Abs\. 1 lit\. b.*Art\. 9 Abs\. 2 lit\. h/)
    }
    expect(after.information.plain.replaceAll('\u00a0', ' ')).toContain('Barichgasse 40–42, 1030 Wien')
    expect(JSON.stringify(after)).not.toMatch(/secret of|undefined|null/)
  })

  it('is counted as far as it is due', async () => {
    const app = await aPastAppointment()
    const due = async () => (await app.admin.get('/api/admin/privacy/retention')).json
    expect(await due()).toEqual({ messages: 0, svnr: 1, answers: 0, bookings: 0 })
    writeSettings(app.ctx(), 'general', { retain_bookings_days: 30, retain_messages_days: 30 })
    expect(await due()).toEqual({ messages: 3, svnr: 1, answers: 0, bookings: 1 })
    expect(app.rows('select anonymised from bookings')).toEqual([{ anonymised: 0 }])
  })
})

describe('a person', () => {
  it('is found, exported and erased by e-mail address', async () => {
    const app = await aPastAppointment()
    const summary = { bookings: 1, coming: 0, messages: 3, waiting: 0, odoo_events: [], old_copies: [] }
    const found = await app.admin.post(PERSON, { email: ' Rosa+neu@musterfrau.example ' })
    expect([found.status, found.json]).toEqual([200, expect.objectContaining(summary)])

    const exported = (await app.admin.post(`${PERSON}/export`, { email: EMAIL })).json
    expect(exported.name).toMatch(/^person-2027-02-16T\d{6}Z$/)
    expect(JSON.parse(exported.json).bookings[0].contact.lastName).toBe('Musterfrau')
    expect(exported.html).toContain('Musterfrau')

    const erased = await app.admin.post(`${PERSON}/erase`, { email: EMAIL, confirm: EMAIL })
    expect([erased.status, erased.json]).toEqual([200, expect.objectContaining(summary)])
    expect(app.rows('select anonymised from bookings')).toEqual([{ anonymised: 1 }])
    expect(app.rows(`select action, actor, subject from audit where action like 'person%'`)).toEqual(
      ['person-exported', 'person-erased'].map((action) => ({
        action,
        actor: 'admin',
        subject: 'r***@m***.example',
      })),
    )
  })

  it('is not erased without the same address twice, nor while an appointment is coming', async () => {
    const app = openTestApp()
    await book(app, app.browser(), START)
    const admin = app.admin()
    const erase = async (confirm?: string) => {
      const { status, json } = await admin.post(`${PERSON}/erase`, { email: EMAIL, confirm })
      return [status, json.error, json.fields?.confirm ?? json.message]
    }
    expect(await erase()).toEqual([400, 'invalid', 'Bitte die Adresse noch einmal eingeben.'])
    expect(await erase('')).toEqual([400, 'invalid', 'Das ist nicht dieselbe Adresse.'])
    expect(await erase('mara@musterfrau.example')).toEqual([
      400,
      'invalid',
      'Das ist nicht dieselbe Adresse.',
    ])
    expect(await erase(EMAIL)).toEqual([
      409,
      'conflict',
      'Es steht noch ein Termin bevor. Bitte sagen Sie ihn zuerst ab.',
    ])
    expect(app.rows('select anonymised from bookings')).toEqual([{ anonymised: 0 }])
  })

  it('is found, exported and erased by a booking, with the name typed once more', async () => {
    const app = await aPastAppointment()
    const [{ id = '' } = {}] = app.rows<{ id: string }>('select id from bookings')
    const found = await app.admin.post(PERSON, { booking_id: id })
    expect([found.status, found.json]).toMatchObject([200, { label: 'Rosa Musterfrau', bookings: 1 }])
    const exported = (await app.admin.post(`${PERSON}/export`, { booking_id: id })).json
    expect(JSON.parse(exported.json).bookings[0].id).toBe(id)
    const wrong = await app.admin.post(`${PERSON}/erase`, { booking_id: id, confirm: 'Rosa' })
    expect([wrong.status, wrong.json.fields]).toEqual([400, { confirm: 'Das ist nicht derselbe Name.' }])
    const unnamed = await app.admin.post(`${PERSON}/erase`, { booking_id: id })
    expect([unnamed.status, unnamed.json.fields]).toEqual([400, { confirm: 'Bitte den Namen eingeben.' }])
    const erased = await app.admin.post(`${PERSON}/erase`, { booking_id: id, confirm: ' rosa  musterfrau' })
    expect([erased.status, erased.json.bookings]).toEqual([200, 1])
    expect(app.rows('select anonymised from bookings')).toEqual([{ anonymised: 1 }])
    expect((await app.admin.post(PERSON, { booking_id: id })).status).toBe(404)
    expect((await app.admin.post(PERSON, { booking_id: '' })).json.fields).toHaveProperty('booking_id')
  })

  it.each(['', '/export', '/erase'])('without anything stored is not found (%s)', async (call) => {
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
