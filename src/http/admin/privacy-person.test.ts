import { describe, expect, it } from 'vitest'
import { book } from '../../testing/factory.ts'
import { openWithPastAppointment } from '../../testing/past-appointment-app.ts'
import { openTestApp } from '../../testing/test-app.ts'

const EMAIL = 'rosa@musterfrau.example'
/** The path keeps the older word for a patient (docs/architecture.md, Glossary). */
const PERSON_PATH = '/api/admin/privacy/person'

describe('a person', () => {
  /** The booking of `openWithPastAppointment`, and its three messages. */
  const SUMMARY = { bookings: 1, coming: 0, messages: 3, waiting: 0, odoo_events: [], old_copies: [] }

  /** The three calls, by e-mail address. */
  const CALLS = [
    { action: 'shown', path: PERSON_PATH, body: { email: EMAIL } },
    { action: 'exported', path: `${PERSON_PATH}/export`, body: { email: EMAIL } },
    { action: 'erased', path: `${PERSON_PATH}/erase`, body: { email: EMAIL, confirm: EMAIL } },
  ]

  it('is found by any spelling of the e-mail address', async () => {
    const app = await openWithPastAppointment()
    const found = await app.admin.post(PERSON_PATH, { email: ' Rosa+neu@musterfrau.example ' })
    expect([found.status, found.json]).toEqual([200, expect.objectContaining(SUMMARY)])
  })

  it('can be exported by e-mail address', async () => {
    const app = await openWithPastAppointment()
    const exported = (await app.admin.post(`${PERSON_PATH}/export`, { email: EMAIL })).json
    // Forty days after the clock of the app started.
    expect(exported.name).toMatch(/^person-2027-02-16T\d{6}Z$/)
    expect(JSON.parse(exported.json).bookings).toMatchObject([{ contact: { lastName: 'Musterfrau' } }])
    expect(exported.html).toContain('Musterfrau')
  })

  it('can be erased by e-mail address', async () => {
    const app = await openWithPastAppointment()
    const erased = await app.admin.post(`${PERSON_PATH}/erase`, { email: EMAIL, confirm: EMAIL })
    expect([erased.status, erased.json]).toEqual([200, expect.objectContaining(SUMMARY)])
    expect(app.rows('select anonymised from bookings')).toEqual([{ anonymised: 1 }])
  })

  it('has its export and erasure recorded in the audit', async () => {
    const app = await openWithPastAppointment()
    await app.admin.post(`${PERSON_PATH}/export`, { email: EMAIL })
    await app.admin.post(`${PERSON_PATH}/erase`, { email: EMAIL, confirm: EMAIL })
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
  ])('is not erased if the repeated e-mail address is "$confirm"', async ({ confirm, sentence }) => {
    const app = await openWithPastAppointment()
    const { status, json } = await app.admin.post(`${PERSON_PATH}/erase`, { email: EMAIL, confirm })
    expect([status, json.error, json.fields.confirm]).toEqual([400, 'invalid', sentence])
    expect(app.rows('select anonymised from bookings')).toEqual([{ anonymised: 0 }])
  })

  it('is not erased before a coming appointment', async () => {
    const app = openTestApp()
    await book(app, app.browser(), '2027-01-12T08:30:00+01:00')
    const { status, json } = await app.admin().post(`${PERSON_PATH}/erase`, { email: EMAIL, confirm: EMAIL })
    expect([status, json.error]).toEqual([409, 'conflict'])
    expect(json.message).toBe('Es steht noch ein Termin bevor. Bitte sagen Sie ihn zuerst ab.')
    expect(app.rows('select anonymised from bookings')).toEqual([{ anonymised: 0 }])
  })

  it('can be found and exported by a booking', async () => {
    const app = await openWithPastAppointment()
    const found = await app.admin.post(PERSON_PATH, { booking_id: app.bookingId })
    expect(found.status).toBe(200)
    expect(found.json).toMatchObject({ label: 'Rosa Musterfrau', bookings: 1 })

    const exported = (await app.admin.post(`${PERSON_PATH}/export`, { booking_id: app.bookingId })).json
    expect(JSON.parse(exported.json).bookings).toMatchObject([{ id: app.bookingId }])
  })

  it('cannot be found by an empty id of a booking', async () => {
    const { json } = await openTestApp().admin().post(PERSON_PATH, { booking_id: '' })
    expect(json.fields).toHaveProperty('booking_id')
  })

  it('can be erased by a booking if the name is typed again', async () => {
    const app = await openWithPastAppointment()
    const { bookingId } = app
    const erase = (confirm?: string) =>
      app.admin.post(`${PERSON_PATH}/erase`, { booking_id: bookingId, confirm })
    const misnamed = await erase('Rosa')
    expect([misnamed.status, misnamed.json.fields]).toEqual([
      400,
      { confirm: 'Das ist nicht derselbe Name.' },
    ])
    const unnamed = await erase()
    expect([unnamed.status, unnamed.json.fields]).toEqual([400, { confirm: 'Bitte den Namen eingeben.' }])

    const erased = await erase(' rosa  musterfrau')
    expect([erased.status, erased.json.bookings]).toEqual([200, 1])
    expect(app.rows('select anonymised from bookings')).toEqual([{ anonymised: 1 }])
    expect((await app.admin.post(PERSON_PATH, { booking_id: bookingId })).status).toBe(404)
  })

  it.each(CALLS)('without stored data cannot be $action', async ({ path, body }) => {
    const { status, json } = await openTestApp().admin().post(path, body)
    const message = 'Zu dieser Adresse ist nichts gespeichert.'
    expect([status, json]).toEqual([404, { error: 'not found', message }])
  })

  it.each(CALLS)('cannot be $action by half an e-mail address', async ({ path, body }) => {
    const { json } = await openTestApp()
      .admin()
      .post(path, { ...body, email: 'rosa' })
    expect(json.fields).toHaveProperty('email')
  })
})
