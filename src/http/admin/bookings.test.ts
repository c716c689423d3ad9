import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openSession } from '../../access/sessions.ts'
import { inTx } from '../../ctx.ts'
import type { Booking } from '../../db/schema.ts'
import { openLog } from '../../log.ts'
import { writeSettings } from '../../practice/settings.ts'
import { saveResource } from '../../schedule/resources.ts'
import { getService, saveService } from '../../schedule/services.ts'
import { HOUR } from '../../shared/day.ts'
import { PROBLEMS } from '../../shared/problems.ts'
import { anyText } from '../../testing/any-text.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { aContact, aManualBooking, book } from '../../testing/factory.ts'
import { NOW, openTestApp, recordLog, type TestApp } from '../../testing/test-app.ts'
import { bookingsCsv, writeCsv } from './bookings-csv.ts'

async function booked() {
  const app = openTestApp()
  const { json } = await book(app, app.browser(), '2027-01-12T08:30:00+01:00')
  return { app, assistant: app.admin(), id: json.id as string }
}

const ASSISTANT = 'assistenz@ordination.example'

describe('the list of bookings', () => {
  it('has a row for each booking, by start, and is not in the audit', async () => {
    const { app, assistant, id } = await booked()
    const entered = await assistant.post('/api/admin/bookings', aManualBooking())
    const { status, json } = await assistant.get('/api/admin/bookings')
    expect([status, json]).toEqual([
      200,
      {
        bookings: [
          {
            id,
            status: 'requested',
            start: '2027-01-12T08:30:00+01:00',
            end: '2027-01-12T09:15:00+01:00',
            service_name: 'Erstordination',
            service_id: 'erstordination',
            name: 'Rosa Musterfrau',
            first_visit: true,
            mobile: '+43 660 0000012',
            email: 'rosa@musterfrau.example',
            created_at: '2027-01-07T13:40:00+01:00',
            resource_id: 'doctor-1',
            marked: false,
            attendance: null,
          },
          entered.json,
        ],
        total: 2,
      },
    ])
    const filter = 'from=2027-01-12&to=2027-01-12&status=requested&search=ROSA&limit=1'
    const found = await assistant.get(`/api/admin/bookings?${filter}`)
    expect(found.json).toEqual({ bookings: [json.bookings[0]], total: 1 })
    expect((await assistant.get('/api/admin/bookings?offset=50')).json).toEqual({ bookings: [], total: 2 })
    expect(app.rows('select action from audit')).toEqual([{ action: 'booking-entered' }])
  })

  it.each([
    ['to=2027-02-30', 'to', 'Bitte ein gültiges Datum angeben.'],
    ['from=2027-01-13&to=2027-01-12', 'to', 'Der letzte Tag darf nicht vor dem ersten liegen.'],
    ['status=offen', 'status', 'Diesen Status gibt es nicht.'],
    ['when=bald', 'when', 'Bitte coming oder past angeben.'],
    ['limit=501', 'limit', 'Bitte eine Zahl von 1 bis 500 angeben.'],
    ['offset=1e3', 'offset', 'Bitte eine Zahl von 0 bis 1000000 angeben.'],
    [`search=${'x'.repeat(201)}`, 'search', 'Bitte höchstens 200 Zeichen eingeben.'],
  ])('is refused for %s', async (query, field, sentence) => {
    const { status, json } = await openTestApp().admin().get(`/api/admin/bookings?${query}`)
    expect([status, json.error, json.fields]).toEqual([400, 'invalid', { [field]: sentence }])
  })
})

describe('one booking', () => {
  it('has its contact, history and messages', async () => {
    const { app, assistant, id } = await booked()
    writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: 'k', SEVENIO_FROM: 'Ordination' })
    app.pass(60_000)
    await assistant.post('/api/admin/confirm', { id, message: 'Bitte nüchtern kommen.' })
    const { status, json } = await assistant.get(`/api/admin/bookings/${id}`)
    expect(status).toBe(200)
    const { history, messages, contact, ...row } = json
    expect(row).toMatchObject({
      id,
      status: 'confirmed',
      start: '2027-01-12T08:30:00+01:00',
      duration_min: 45,
      price: 180,
      notes: expect.stringContaining('Ausführliches Gespräch'),
    })
    const { svn4: _, ...person } = aContact()
    expect(contact).toEqual({ ...person, reminderBySms: false, svnr_masked: '•••• 010180' })
    expect(history).toEqual([
      { kind: 'requested', actor: 'visitor', actor_name: '', message: '', at: '2027-01-07T13:40:00+01:00' },
      {
        kind: 'confirmed',
        actor: 'admin',
        actor_name: ASSISTANT,
        message: 'Bitte nüchtern kommen.',
        at: '2027-01-07T13:41:00+01:00',
      },
    ])
    const kinds = messages.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(['reservation-received', 'new-reservation', 'confirmed', 'confirmed'])
    const message = {
      id: expect.any(Number),
      kind: 'confirmed',
      status: 'queued',
      error: null,
      emptied: null,
      created_at: '2027-01-07T13:41:00+01:00',
      remedy: null,
      obstacle: null,
    }
    const subject = 'Termin bestätigt: Dienstag, 12. Jänner 2027, 08:30 Uhr'
    const text = expect.stringContaining('ist bestätigt')
    expect(messages.slice(2)).toEqual([
      { ...message, channel: 'email', recipient: 'rosa@musterfrau.example', subject },
      { ...message, channel: 'sms', recipient: '+436600000012', text },
    ])
  })

  it('never contains the social security number, and does not decrypt it', async () => {
    const { app, assistant, id } = await booked()
    app.change(`update bookings set svnr = 'v1:sealed:elsewhere:x'`)
    const answer = await assistant.get(`/api/admin/bookings/${id}`)
    expect([answer.status, answer.json.contact.svnr_masked]).toEqual([200, '•••• 010180'])
    expect(answer.text).not.toContain('sealed')
    expect(answer.text).not.toContain('1237')
    app.change('update bookings set svnr = null')
    expect((await assistant.get(`/api/admin/bookings/${id}`)).json.contact.svnr_masked).toBeNull()
  })
})

it.each([
  ['GET', '', undefined],
  ['POST', '/cancel', {}],
  ['POST', '/move', { start: '2027-01-13T19:00:00+01:00' }],
  ['POST', '/undo', undefined],
  ['PUT', '/contact', { firstName: 'Rosa', lastName: 'Musterfrau', mobile: '0660 0000012' }],
  ['GET', '/slots?from=2027-01-12', undefined],
])('no booking is found under any other id: %s %s', async (method, call, body) => {
  const path = `/api/admin/bookings/${'x'.repeat(32)}${call}`
  const { status, json } = await openTestApp().admin().send(method, path, body)
  const message = 'Der Termin konnte nicht gefunden werden.'
  expect([status, json]).toEqual([404, { error: 'not found', message }])
})

describe('POST /api/admin/bookings', () => {
  it('keeps a time where only paddings are in the way, with without_paddings alone', async () => {
    const app = openTestApp()
    const enter = (time: string, changes = {}) =>
      app
        .admin()
        .post('/api/admin/bookings', aManualBooking({ start: `2027-01-12T${time}:00+01:00`, ...changes }))
    expect((await enter('09:00', { service_id: 'akupunktur' })).status).toBe(201)
    expect((await enter('09:40')).json.error).toBe('slot_taken')
    expect((await enter('09:40', { without_paddings: true })).status).toBe(201)
    expect((await enter('09:40', { without_paddings: true })).json.error).toBe('slot_taken')
    expect((await enter('11:00', { without_paddings: 'ja' })).json.fields).toEqual({
      without_paddings: 'Bitte true oder false angeben.',
    })
  })

  it('answers the row of a confirmed booking, which the patient can open and cancel', async () => {
    const app = openTestApp()
    const { status, json } = await app.admin().post('/api/admin/bookings', aManualBooking())
    expect([status, json]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[\w-]{32}$/),
        status: 'confirmed',
        start: '2027-01-12T10:00:00+01:00',
        end: '2027-01-12T10:30:00+01:00',
        service_name: 'Folgebehandlung',
        service_id: 'folgebehandlung',
        name: 'Otto Beispielmann',
        first_visit: false,
        mobile: '+43 660 0000034',
        email: '',
        created_at: '2027-01-07T13:40:00+01:00',
        resource_id: 'doctor-1',
        marked: false,
        attendance: null,
      },
    ])
    const overview = await app.browser().get(`/api/bookings/${json.id}`)
    expect([overview.status, overview.json]).toMatchObject([
      200,
      {
        status: 'confirmed',
        contact: { name: 'Otto Beispielmann' },
        slot: { start: '2027-01-12T10:00:00+01:00' },
      },
    ])
    const file = await app.browser().get(`/api/bookings/${json.id}/termin.ics`)
    expect(file.text).toContain('STATUS:CONFIRMED')
    expect((await app.browser().post('/api/patient/reject', { id: json.id, message: '' })).json).toEqual({
      status: 'cancelled',
    })
  })

  it('records who entered it, and why no message goes to the patient', async () => {
    const assistant = openTestApp().admin()
    // A start without an offset is Vienna's wall time.
    const entry = aManualBooking({ start: '2027-07-13T10:00', message: 'Bis Dienstag!' })
    const { id, start } = (await assistant.post('/api/admin/bookings', entry)).json
    expect(start).toBe('2027-07-13T10:00:00+02:00')
    expect((await assistant.get(`/api/admin/bookings/${id}`)).json).toMatchObject({
      contact: { salutation: '', email: '', country: 'AT', birthDate: '', svnr_masked: null },
      history: [{ kind: 'entered', actor: 'admin', actor_name: ASSISTANT, message: 'Bis Dienstag!' }],
      messages: [
        { channel: 'email', status: 'muted', recipient: '', error: 'Es ist keine E-Mail-Adresse angegeben.' },
        { channel: 'sms', status: 'muted', error: 'Es ist kein SMS-Provider eingerichtet.' },
      ],
    })
  })

  it('can be taken back for ten seconds, which deletes it and its messages', async () => {
    const app = openTestApp()
    const admin = app.admin()
    const contact = { ...aManualBooking().contact, email: 'otto@beispiel.example' }
    const { json } = await admin.post('/api/admin/bookings', aManualBooking({ contact, undoable: true }))
    expect(json).toMatchObject({ notified: true, undo_until: '2027-01-07T13:40:10+01:00' })
    expect((await admin.post(`/api/admin/bookings/${json.id}/undo`)).status).toBe(200)
    expect(app.rows('select id from bookings union all select id from messages')).toEqual([])
    const later = await admin.post('/api/admin/bookings', aManualBooking({ undoable: true }))
    expect(later.json).toMatchObject({ notified: false })
    app.pass(10_000)
    const { status, json: refusal } = await admin.post(`/api/admin/bookings/${later.json.id}/undo`)
    expect([status, refusal.error]).toEqual([409, 'too_late'])
  })

  it('refuses the second of two simultaneous calls', async () => {
    const app = openTestApp()
    const assistant = app.admin()
    const answers = await Promise.all(
      [1, 2].map(() => assistant.post('/api/admin/bookings', aManualBooking())),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(app.rows('select id from bookings')).toHaveLength(1)
  })

  it.each<[Record<string, unknown>, Record<string, string>]>([
    [{ service_id: '' }, { service_id: 'Bitte eine Leistung angeben.' }],
    [{ start: undefined }, { start: 'Bitte einen Zeitpunkt angeben.' }],
    [
      { start: '2027-03-28T02:30' },
      { start: 'Diese Uhrzeit gibt es an diesem Tag nicht: die Uhren werden umgestellt.' },
    ],
    [{ start: '+275760-09-12T00:00:00Z' }, { start: 'Bitte einen gültigen Zeitpunkt angeben.' }],
    [{ start: '2027-01-07T13:39:00+01:00' }, { start: 'Dieser Zeitpunkt liegt in der Vergangenheit.' }],
    [
      { contact: {} },
      {
        firstName: 'Vorname ist erforderlich.',
        lastName: 'Nachname ist erforderlich.',
        mobile: 'Telefon ist erforderlich.',
      },
    ],
    [{ message: 'x'.repeat(1001) }, { message: 'Bitte höchstens 1000 Zeichen eingeben.' }],
    [{ price: 1 }, { price: 'Unbekannte Angabe.' }],
  ])('refuses %j', async (changes, fields) => {
    const app = openTestApp()
    const { status, json } = await app.admin().post('/api/admin/bookings', aManualBooking(changes))
    expect([status, json.error, json.fields]).toEqual([400, 'invalid', fields])
    expect(app.rows('select 1 from bookings union all select 1 from audit')).toEqual([])
  })

  it('refuses an unknown service', async () => {
    const entry = aManualBooking({ service_id: 'massage' })
    const { status, json } = await openTestApp().admin().post('/api/admin/bookings', entry)
    expect([status, json.error]).toEqual([404, 'service_not_found'])
  })
})

describe('PUT /api/admin/bookings/{id}/contact', () => {
  const { svn4: _, ...sent } = aContact()

  it('answers the contact with its new ETag, and takes what GET has answered', async () => {
    const { assistant, id } = await booked()
    const path = `/api/admin/bookings/${id}`
    const read = await assistant.get(path)
    const corrected = { ...read.json.contact, email: 'Rosa@Beispiel.example' }
    const etag = { 'if-match': read.headers.get('etag') ?? '' }
    const { status, headers, json } = await assistant.put(`${path}/contact`, corrected, etag)
    expect([status, json]).toEqual([200, { ...corrected, email: 'rosa@beispiel.example' }])
    const after = await assistant.get(path)
    expect([after.headers.get('etag'), after.json.contact]).toEqual([headers.get('etag'), json])
    expect(headers.get('etag')).not.toBe(read.headers.get('etag'))
    expect(after.json.history.at(-1)).toMatchObject({ kind: 'contact-changed', message: 'E-Mail' })
  })

  it('may be short, and removes the social security number', async () => {
    const { assistant, id } = await booked()
    const short = { firstName: 'Rosa', lastName: 'Musterfrau', mobile: '0660 0000012', svn4: null }
    const { status, json } = await assistant.put(`/api/admin/bookings/${id}/contact`, short)
    expect([status, json.country, json.address, json.svnr_masked]).toEqual([200, 'AT', '', null])
  })

  it('is refused to whoever has read an older one, with what is stored now and who was faster', async () => {
    const { app, assistant, id } = await booked()
    const path = `/api/admin/bookings/${id}`
    const read = await assistant.get(path)
    const other = app.admin('zweite@ordination.example')
    await other.put(`${path}/contact`, { ...sent, city: 'Bregenz' })
    const late = await assistant.put(`${path}/contact`, sent, { 'if-match': read.headers.get('etag') ?? '' })
    expect([late.status, late.json.error, late.json.message, late.json.current.city]).toEqual([
      409,
      'conflict',
      'zweite@ordination.example hat die Kontaktdaten inzwischen geändert.',
      'Bregenz',
    ])
    expect((await assistant.get(path)).json.contact.city).toBe('Bregenz')
  })

  it.each([
    [
      { lastName: '', email: 'rosa' },
      { lastName: 'Nachname ist erforderlich.', email: 'Bitte eine gültige E-Mail-Adresse eingeben.' },
    ],
    [{ svn4: '1237', birthDate: '' }, { svn4: expect.stringContaining('Ungültige SVNR') }],
    [{ svn4: '1237010181' }, { svn4: expect.stringContaining('mit Ihrer e-card') }],
    [{ svn4: 1237 }, { svn4: expect.any(String) }],
    [{ status: 'confirmed' }, { status: 'Unbekannte Angabe.' }],
  ])('refuses %j', async (changes, fields) => {
    const { app, assistant, id } = await booked()
    const { status, json } = await assistant.put(`/api/admin/bookings/${id}/contact`, { ...sent, ...changes })
    expect([status, json.error, json.fields]).toEqual([400, 'invalid', fields])
    expect(app.rows(`select kind from events where kind <> 'requested'`)).toEqual([])
  })
})

describe('GET /api/admin/slots', () => {
  it('answers the free starts of the day', async () => {
    const { assistant } = await booked()
    const { json } = await assistant.get('/api/admin/slots?service_id=folgebehandlung&date=2027-01-12')
    expect(json[0]).toEqual({
      slot_start: '2027-01-12T08:00:00+01:00',
      slot_end: '2027-01-12T08:30:00+01:00',
    })
    // The first appointment ends at 09:15 and has five minutes after it.
    expect(json[1].slot_start).toBe('2027-01-12T09:30:00+01:00')
  })

  it.each([
    ['2027-06-01', '2027-06-01T08:00:00+02:00'],
    ['2027-01-07', '2027-01-07T13:45:00+01:00'],
    ['2027-01-06', undefined],
    ['2027-01-10', undefined],
    ['2031-01-13', undefined],
  ])('answers days beyond maxBookingDays, and no past starts: %s', async (date, first) => {
    const app = openTestApp()
    writeSettings(app.ctx(), 'general', { maxBookingDays: 3 })
    const { json } = await app.admin().get(`/api/admin/slots?service_id=folgebehandlung&date=${date}`)
    expect(json[0]?.slot_start).toBe(first)
  })

  it.each([
    ['service_id=massage&date=2027-01-12', 404, 'service_not_found'],
    ['date=2027-01-12', 400, 'invalid'],
    ['service_id=facial', 400, 'invalid'],
    ['service_id=facial&date=2027-13-01', 400, 'invalid'],
  ])('refuse %s', async (query, status, error) => {
    const answer = await openTestApp().admin().get(`/api/admin/slots?${query}`)
    expect([answer.status, answer.json.error]).toEqual([status, error])
  })
})

describe('a move by the practice', () => {
  const TO = '2027-01-13T19:00:00+01:00'
  const move = (app: TestApp, id: string, body: object = {}) =>
    app.admin().post(`/api/admin/bookings/${id}/move`, { start: TO, ...body })

  it('answers the new time, which is in the history with the time until then', async () => {
    const { app, id } = await booked()
    const time = { start: TO, end: '2027-01-13T19:45:00+01:00' }
    const moved = { status: 'requested', ...time }
    const first = await move(app, id, { message: 'Der Arzt ist krank.', notify: true })
    expect([first.status, first.json]).toEqual([
      200,
      { ...moved, note: 'Termin wurde verschoben und der Patient informiert.', notified: true },
    ])
    expect((await move(app, id)).json).toMatchObject({ note: 'Der Termin hat diese Zeit bereits.' })
    const { json } = await app.admin().get(`/api/admin/bookings/${id}`)
    expect(json).toMatchObject(time)
    expect(json.history[1]).toEqual({
      kind: 'moved',
      actor: 'admin',
      actor_name: ASSISTANT,
      message: 'Der Arzt ist krank.',
      from: '2027-01-12T08:30:00+01:00',
      to: time.start,
      at: '2027-01-07T13:40:00+01:00',
    })
    expect(json.messages.at(-1)).toMatchObject({ kind: 'moved', status: 'muted', channel: 'sms' })
  })

  it('of fifty to one time at once succeeds once', async () => {
    const app = openTestApp()
    const ids = Array.from({ length: 50 }, (_, i) => {
      const startsAt = Date.parse('2027-02-01T08:00:00+01:00') + i * HOUR
      return insertBooking(app.ctx().db, { status: i % 2 === 0 ? 'requested' : 'confirmed', startsAt }).id
    })
    const answers = await Promise.all(ids.map((id) => move(app, id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(409)])
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(app.rows('select booking_id from occupations where starts_at = ?', Date.parse(TO))).toEqual([
      { booking_id: ids[winner] },
    ])
  })

  it('says when the patient gets no message', async () => {
    const { app, id } = await booked()
    await move(app, id)
    app.pass(1_000)
    const start = '2027-01-14T09:00:00+01:00'
    expect((await move(app, id, { start, notify: false })).json.note).toBe(
      'Termin wurde verschoben. Der Patient bekommt wie gewünscht keine Nachricht.',
    )
    writeSettings(app.ctx(), 'general', { notify_off: true })
    expect((await move(app, id)).json.note).toBe(
      'Termin wurde verschoben. Der Patient bekommt keine Nachricht davon, bitte rufen Sie an.',
    )
  })

  it('can be taken back for ten seconds', async () => {
    const { app, id } = await booked()
    const { json } = await move(app, id, { undoable: true })
    expect(json).toMatchObject({
      note: 'Termin wurde verschoben. Die Nachricht geht in 10 Sekunden hinaus.',
      undo_until: '2027-01-07T13:40:10+01:00',
    })
    const undone = await app.admin().post(`/api/admin/bookings/${id}/undo`)
    expect(undone.json.note).toBe('Zurückgenommen, es ging keine Nachricht hinaus.')
    expect((await app.admin().get(`/api/admin/bookings/${id}`)).json.start).toBe('2027-01-12T08:30:00+01:00')
  })

  it.each([
    ['an undoable that is no boolean', { undoable: 'ja' }, 400, 'invalid'],
    ['no time', { start: undefined }, 400, 'invalid'],
    ['a time from which it was moved', { from: '2027-01-11T08:30:00+01:00' }, 409, 'conflict'],
    ['a notify that is no boolean', { notify: 'ja' }, 400, 'invalid'],
    ['an unknown key', { end: TO }, 400, 'invalid'],
  ])('is refused with %s', async (_, body, status, error) => {
    const { app, id } = await booked()
    const answer = await move(app, id, body)
    expect([answer.status, answer.json.error]).toEqual([status, error])
  })
})

describe('GET /api/admin/bookings/{id}/slots', () => {
  it('answers the next days with times for the appointment, over its own time too, which is not one of them', async () => {
    const { assistant, id } = await booked()
    const { json } = await assistant.get(`/api/admin/bookings/${id}/slots?from=2027-01-12`)
    const days = json.map(({ date }: { date: string }) => date)
    expect(days).toEqual(['2027-01-12', '2027-01-13', '2027-01-14', '2027-01-15'])
    expect(json[0].starts.slice(0, 3)).toEqual([
      '2027-01-12T08:00:00+01:00',
      '2027-01-12T08:15:00+01:00',
      '2027-01-12T08:45:00+01:00',
    ])
  })

  it('answers those of a part of the day', async () => {
    const { assistant, id } = await booked()
    const { json } = await assistant.get(`/api/admin/bookings/${id}/slots?from=2027-01-12&part=afternoon`)
    expect(json[0].starts[0]).toBe('2027-01-12T13:30:00+01:00')
    const night = await assistant.get(`/api/admin/bookings/${id}/slots?from=2027-01-12&part=night`)
    expect([night.status, night.json.error]).toEqual([400, 'invalid'])
  })

  it('starts with now, and crosses days on which nothing is free', async () => {
    const { assistant, id } = await booked()
    const past = await assistant.get(`/api/admin/bookings/${id}/slots?from=2026-12-01`)
    expect(past.json[0].starts[0]).toBe('2027-01-07T13:45:00+01:00')
    const weekend = await assistant.get(`/api/admin/bookings/${id}/slots?from=2027-01-16`)
    expect(weekend.json[0].date).toBe('2027-01-18')
    const tooFar = await assistant.get(`/api/admin/bookings/${id}/slots?from=2031-01-16`)
    expect(tooFar.json).toEqual([])
  })

  it.each(['', '?from=2027-02-30'])('is refused without a day, or such a day: %s', async (query) => {
    const { assistant, id } = await booked()
    const answer = await assistant.get(`/api/admin/bookings/${id}/slots${query}`)
    expect([answer.status, answer.json.error]).toEqual([400, 'invalid'])
  })

  it('is refused for a cancelled appointment', async () => {
    const { assistant, id } = await booked()
    await assistant.post(`/api/admin/bookings/${id}/cancel`, {})
    const { status, json } = await assistant.get(`/api/admin/bookings/${id}/slots?from=2027-01-12`)
    expect([status, json.error]).toEqual([409, 'already_decided'])
  })
})

describe('POST /api/admin/bookings/slots', () => {
  it('answers times for each booking, or why it cannot be moved, in the order of the ids', async () => {
    const { assistant, id } = await booked()
    const { status, json } = await assistant.post('/api/admin/bookings/slots', { ids: ['x', id] })
    expect([status, json]).toEqual([
      200,
      {
        results: [
          { id: 'x', error: 'not found', message: 'Der Termin konnte nicht gefunden werden.' },
          {
            id,
            starts: ['2027-01-12T09:30:00+01:00', '2027-01-13T08:30:00+01:00', '2027-01-14T08:30:00+01:00'],
          },
        ],
      },
    ])
  })

  it('names colleagues who have time on the same day', async () => {
    const { app, assistant, id } = await booked()
    saveResource(app.ctx(), 'b', { name: 'Dr. B' })
    saveService(app.ctx(), { ...getService(app.ctx(), 'erstordination'), otherResourceIds: ['b'] })
    const { json } = await assistant.post('/api/admin/bookings/slots', { ids: [id] })
    const start = '2027-01-12T08:30:00+01:00'
    expect(json.results[0].elsewhere).toEqual([{ start, resource_id: 'b', resource_name: 'Dr. B' }])
    const { json: there } = await assistant.post('/api/admin/bookings/slots', { ids: [id], resource: 'b' })
    expect(there.results).toEqual([{ id, starts: expect.arrayContaining([start]) }])
  })

  it('is refused without ids', async () => {
    const { status, json } = await openTestApp().admin().post('/api/admin/bookings/slots', { ids: [] })
    expect([status, json.fields]).toEqual([400, { ids: 'Bitte 1 bis 100 Termine angeben.' }])
  })
})

describe('a cancellation by the practice', () => {
  const cancel = (app: TestApp, id: string, body = {}) =>
    app.admin().post(`/api/admin/bookings/${id}/cancel`, body)

  it('notifies the patient, is recorded with its admin, and is answered alike the second time', async () => {
    const { app, id } = await booked()
    const answer = await cancel(app, id, { message: 'Der Arzt ist krank.' })
    expect([answer.status, answer.json]).toEqual([
      200,
      { status: 'cancelled', note: 'Termin wurde abgesagt und der Patient informiert.' },
    ])
    const second = await cancel(app, id)
    expect([second.status, second.json]).toEqual([
      200,
      { status: 'cancelled', note: 'Termin war bereits abgesagt.' },
    ])
    expect(app.rows(`select actor_name, message from events where kind = 'cancelled'`)).toEqual([
      { actor_name: ASSISTANT, message: 'Der Arzt ist krank.' },
    ])
    expect(app.rows('select action, subject from audit')).toEqual([
      { action: 'booking-cancelled', subject: `${id.slice(0, 6)}…` },
    ])
  })

  it.each([
    ['without an e-mail address', '', false],
    ['while notifications are switched off', 'otto@beispiel.example', true],
  ])('says when no message reaches the patient: %s', async (_, email, notify_off) => {
    const app = openTestApp()
    writeSettings(app.ctx(), 'general', { notify_off })
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed', email })
    expect((await cancel(app, id)).json).toEqual({
      status: 'cancelled',
      note: 'Termin wurde abgesagt. Der Patient bekommt keine Nachricht davon, bitte rufen Sie an.',
    })
  })

  it('is refused for a rejected booking', async () => {
    const app = openTestApp()
    const { id } = insertBooking(app.ctx().db, { status: 'rejected' })
    const { status, json } = await cancel(app, id)
    expect([status, json]).toMatchObject([
      409,
      { error: 'already_decided', message: 'Dieser Termin wurde bereits abgelehnt.' },
    ])
  })
})

describe('rejecting marked requests', () => {
  it('sends no message, and refuses others', async () => {
    const app = openTestApp()
    const add = (hour: number, changes: Partial<Booking>) => {
      const startsAt = Date.parse(`2027-01-12T${hour}:00:00+01:00`)
      return insertBooking(app.ctx().db, { startsAt, endsAt: startsAt + 30 * 60_000, ...changes }).id
    }
    const [marked, unmarked] = [add(10, { marked: true, origin: 'a' }), add(11, {})]
    const confirmed = add(12, { marked: true, status: 'confirmed' })
    const ids = [marked, unmarked, confirmed, 'unknown', marked]
    const answer = await app.admin().post('/api/admin/bookings/reject', { ids })
    expect([answer.status, answer.json.results]).toEqual([
      200,
      [
        { id: marked, status: 'rejected' },
        { id: unmarked, error: 'conflict', message: 'Diese Anfrage ist nicht auffällig.' },
        { id: confirmed, error: 'already_decided', message: 'Dieser Termin wurde bereits bestätigt.' },
        { id: 'unknown', error: 'not found', message: PROBLEMS['not found'][1] },
        { id: marked, status: 'rejected' },
      ],
    ])
    const reason = 'Auffällige Anfrage, ohne Nachricht abgelehnt.'
    expect(app.rows('select distinct kind, status from messages')).toEqual([
      { kind: 'rejected', status: 'suppressed' },
    ])
    expect(app.rows(`select error from messages where channel = 'email'`)).toEqual([{ error: reason }])
    expect(app.rows(`select kind, actor_name, message from events where actor = 'admin'`)).toEqual([
      { kind: 'rejected', actor_name: ASSISTANT, message: reason },
    ])
    expect(app.rows('select booking_id from occupations where booking_id = ?', marked)).toEqual([])
  })

  it.each([{}, { ids: [] }, { ids: 'x' }, { ids: ['a'], message: 'Hallo' }])(
    'is refused with %j',
    async (body) => {
      const answer = await openTestApp().admin().post('/api/admin/bookings/reject', body)
      expect([answer.status, answer.json.error]).toEqual([400, 'invalid'])
    },
  )
})

describe('cancelling several', () => {
  const cancel = (app: TestApp, body: object) => app.admin().post('/api/admin/bookings/cancel', body)
  const at = (hour: number) => Date.parse(`2027-01-12T${hour}:00:00+01:00`)

  it('answers for each booking what became of it, in the order of the ids', async () => {
    const app = openTestApp()
    const add = (startsAt: number, status: Booking['status'], email = 'rosa@musterfrau.example') =>
      insertBooking(app.ctx().db, { startsAt, endsAt: startsAt + 30 * 60_000, status, email }).id
    const [confirmed, requested, silent] = [
      add(at(10), 'confirmed'),
      add(at(11), 'requested'),
      add(at(12), 'confirmed', ''),
    ]
    const [rejected, cancelled] = [add(at(13), 'rejected'), add(at(14), 'cancelled')]
    const ids = [rejected, confirmed, 'unknown', requested, silent, cancelled, confirmed]
    const { status, json } = await cancel(app, { ids, message: 'Wir sind krank.' })
    const [told, again] = [
      'Termin wurde abgesagt und der Patient informiert.',
      'Termin war bereits abgesagt.',
    ]
    const phone = 'Termin wurde abgesagt. Der Patient bekommt keine Nachricht davon, bitte rufen Sie an.'
    expect([status, json.results]).toEqual([
      200,
      [
        { id: rejected, error: 'already_decided', message: 'Dieser Termin wurde bereits abgelehnt.' },
        { id: confirmed, status: 'cancelled', note: told, notified: true },
        { id: 'unknown', error: 'not found', message: PROBLEMS['not found'][1] },
        { id: requested, status: 'cancelled', note: told, notified: true },
        { id: silent, status: 'cancelled', note: phone, notified: false },
        { id: cancelled, status: 'cancelled', note: again, notified: false },
        { id: confirmed, status: 'cancelled', note: again, notified: true },
      ],
    ])
    expect(app.rows(`select actor_name, message from events where actor = 'admin'`)).toEqual(
      Array(3).fill({ actor_name: ASSISTANT, message: 'Wir sind krank.' }),
    )
    expect(
      app.rows(`select 1 from messages where text like '%Wir sind krank.%' and status = 'queued'`),
    ).toHaveLength(2)
    expect(app.rows('select id from occupations')).toEqual([])
  })

  it('sends nothing with notify: false', async () => {
    const app = openTestApp()
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed' })
    const note = 'Termin wurde abgesagt. Der Patient bekommt wie gewünscht keine Nachricht.'
    expect((await cancel(app, { ids: [id], notify: false })).json.results).toEqual([
      { id, status: 'cancelled', note, notified: false },
    ])
    expect(app.rows('select id from messages')).toEqual([])
  })

  it.each([
    [{}, { ids: 'Bitte 1 bis 100 Termine angeben.' }],
    [{ ids: [] }, { ids: 'Bitte 1 bis 100 Termine angeben.' }],
    [{ ids: Array(101).fill('x') }, { ids: 'Bitte 1 bis 100 Termine angeben.' }],
    [{ ids: 'x' }, { ids: 'Bitte 1 bis 100 Termine angeben.' }],
    [{ ids: ['x'], message: 'x'.repeat(1001) }, { message: 'Bitte höchstens 1000 Zeichen eingeben.' }],
    [{ ids: ['x'], notify: 'nein' }, { notify: 'Bitte true oder false angeben.' }],
  ])('is refused: %j', async (sent, fields) => {
    const { status, json } = await cancel(openTestApp(), sent)
    expect([status, json.fields]).toEqual([400, fields])
  })
})

describe('resending a message', () => {
  it('queues the same e-mail again, or says why it is suppressed', async () => {
    const { app, assistant, id } = await booked()
    const messages = async () => (await assistant.get(`/api/admin/bookings/${id}`)).json.messages
    const before = await messages()
    const resend = () => assistant.post(`/api/admin/bookings/${id}/messages/email/${before[0].id}/resend`)
    const early = await resend()
    expect([early.status, early.json]).toEqual([
      409,
      { error: 'conflict', message: 'Diese Nachricht ist noch gar nicht hinausgegangen.' },
    ])
    app.change(`update messages set status = 'sent' where channel = 'email'`)
    const answer = await resend()
    expect([answer.status, answer.json]).toEqual([200, { message: 'Wird noch einmal gesendet.' }])
    expect(await messages()).toHaveLength(before.length + 1)
    writeSettings(app.ctx(), 'general', { notify_muteEmail: true, notify_reason: 'Umbau' })
    expect((await resend()).json).toEqual({ message: 'Die Nachricht bleibt hier: Umbau' })
  })

  it('is refused for what is not there', async () => {
    const app = openTestApp()
    const admin = app.admin()
    const { id } = insertBooking(app.ctx().db)
    for (const [path, error] of [
      ['email/999', 'not found'],
      ['sms/1', 'not found'],
      ['email/one', 'not found'],
      ['fax/1', 'unknown_path'],
    ]) {
      const { status, json } = await admin.post(`/api/admin/bookings/${id}/messages/${path}/resend`)
      expect([status, json.error]).toEqual([404, error])
    }
  })
})

describe('PUT /api/admin/bookings/:id/attendance', () => {
  it('is in the row, the details and the export, and on no page of the patient', async () => {
    const app = openTestApp()
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed', startsAt: NOW - HOUR })
    const admin = app.admin()
    const answer = await admin.put(`/api/admin/bookings/${id}/attendance`, { attendance: 'no_show' })
    expect([answer.status, answer.json]).toEqual([200, { attendance: 'no_show' }])
    expect((await admin.get(`/api/admin/bookings/${id}`)).json).toMatchObject({
      attendance: 'no_show',
      visits: { count: 1, no_show: 1 },
      history: [{}, {}, { kind: 'no-show', actor_name: ASSISTANT }],
    })
    expect((await admin.get('/api/admin/bookings.csv')).text).toMatch(/"nein"\r\n$/)
    expect((await app.browser().get(`/api/bookings/${id}`)).text).not.toContain('no_show')
  })

  it.each([
    [{ attendance: 'late' }, 400, 'invalid'],
    [{}, 400, 'invalid'],
    [{ attendance: 'arrived' }, 404, 'not found'],
  ])('refuses %j', async (body, status, code) => {
    const answer = await openTestApp().admin().put('/api/admin/bookings/unknown/attendance', body)
    expect([answer.status, answer.json.error]).toEqual([status, code])
  })
})

describe('the CSV export', () => {
  it('and the list can be narrowed to one resource, which has a column where there are several', async () => {
    const app = openTestApp()
    const admin = app.admin()
    const table = async (query = '') => (await admin.get(`/api/admin/bookings.csv${query}`)).text
    expect(await table()).not.toContain('Arzt oder Raum')
    saveResource(app.ctx(), 'b', { name: 'Dr. B' })
    insertBooking(app.ctx().db, { firstName: 'Otto', resourceId: 'b' })
    insertBooking(app.ctx().db)
    expect(await table('?resource=b')).toMatch(/"Arzt oder Raum"\r\n.*"Otto".*"Dr. B"\r\n$/)
    const { json } = await admin.get('/api/admin/bookings?resource=b')
    expect([json.total, json.bookings[0].resource_id]).toEqual([1, 'b'])
  })

  it('has German headings and a row for each booking, without id and social security number', async () => {
    const { app, assistant, id } = await booked()
    const answer = await assistant.get('/api/admin/bookings.csv?from=2027-01-01&to=2027-01-31')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="termine.csv"')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.text.split('\r\n')).toEqual([
      '\ufeff"Datum";"Beginn";"Ende";"Status";"Leistung";"Preis in Euro";"Anrede";"Vorname";"Nachname";"Geburtsdatum";"Telefon";"E-Mail";"Adresse";"PLZ";"Ort";"Land";"Eingegangen";"Verschiebung angefragt auf";"Gebucht von";"Erschienen"',
      `"2027-01-12";"08:30";"09:15";"auf manuelle Bestätigung wartend";"Erstordination";"180,00";"Frau";"Rosa";"Musterfrau";"1980-01-01";"+43 660 0000012";"rosa@musterfrau.example";"Erfundene Gasse 7";"6850";"Dornbirn";"AT";"2027-01-07 13:40";"";"";""`,
      '',
    ])
    expect(answer.text).not.toContain(id)
    expect(answer.text).not.toContain('1237')
    expect(app.rows('select actor_name, action, subject from audit')).toEqual([
      { actor_name: ASSISTANT, action: 'bookings-exported', subject: '2027-01-01 bis 2027-01-31' },
    ])
  })

  it('filters by days and status, which the audit names', async () => {
    const app = openTestApp()
    insertBooking(app.ctx().db)
    const admin = app.admin()
    const lines = async (query: string) =>
      (await admin.get(`/api/admin/bookings.csv?${query}`)).text.trim().split('\r\n').length - 1
    expect(await lines('status=requested')).toBe(1)
    expect(await lines('from=2027-01-13')).toBe(0)
    const { status, json } = await admin.get('/api/admin/bookings.csv?from=2027-01-02&to=2027-01-01')
    expect([status, json.fields]).toEqual([400, { to: 'Der letzte Tag darf nicht vor dem ersten liegen.' }])
    expect(app.rows('select subject from audit order by id')).toEqual([
      { subject: '… bis …, requested' },
      { subject: '2027-01-13 bis …' },
    ])
  })

  /** More than one page, of which some share a start. */
  function openWithMany(given = {}) {
    const app = openTestApp(given)
    const { db } = app.ctx()
    inTx({ db }, () => {
      for (let i = 0; i < 600; i++) {
        const startsAt = NOW - Math.floor(i / 4) * HOUR
        insertBooking(db, { startsAt, firstName: `Rosa ${i}`, status: 'cancelled' })
      }
    })
    return app
  }

  it.each(['', '?when=past'])('has each of many bookings once, in order: %s', async (query) => {
    const { text } = await openWithMany().admin().get(`/api/admin/bookings.csv${query}`)
    const rows = text.trim().split('\r\n').slice(1)
    const starts = rows.map((row) => row.slice(0, 20))
    expect(new Set(rows).size).toBe(query === '' ? 600 : 596)
    expect(starts).toEqual(query === '' ? starts.toSorted() : starts.toSorted().reverse())
  })

  it('lets other calls run between its pages', async () => {
    const app = openWithMany()
    const [csv, status] = [app.admin().get('/api/admin/bookings.csv'), app.admin().get('/api/admin/status')]
    expect(await Promise.race([csv, status])).toBe(await status)
    expect((await csv).text.split('\r\n')).toHaveLength(602)
  })

  it('breaks off when it fails halfway, which is logged without a patient', async () => {
    const { lines, log } = recordLog()
    const app = openWithMany({ ports: { log } })
    app.admin()
    const headers = { authorization: `Bearer ${openSession(app.ctx(), 1, 'Testbrowser').token}` }
    const reader = (await app.http.request('/api/admin/bookings.csv', { headers })).body?.getReader()
    await reader?.read()
    await reader?.read()
    app.ctx().db.$client.exec('alter table bookings rename to b')
    await expect(reader?.read()).rejects.toThrow('export failed')
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toMatch(/Rosa|musterfrau/i)
  })
})

it('an unexpected error is logged without patient, id and search', async () => {
  const lines: string[] = []
  const log = openLog({ logLevel: 'info' }, { write: (line) => lines.push(line) })
  const app = openTestApp({ ports: { log } })
  const { id } = insertBooking(app.ctx().db)
  const assistant = app.admin()
  app.ctx().db.$client.exec('alter table bookings rename to b')
  const answers = [
    await assistant.get('/api/admin/bookings?search=Musterfrau'),
    await assistant.get(`/api/admin/bookings/${id}`),
    await assistant.post(`/api/admin/bookings/${id}/cancel`, { message: 'Geheimes' }),
    await assistant.post(
      '/api/admin/bookings',
      aManualBooking({ contact: { ...aContact(), svn4: undefined } }),
    ),
    await assistant.get('/api/admin/bookings.csv'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500])
  expect(lines).toHaveLength(5)
  for (const secret of [id, 'Musterfrau', 'musterfrau', 'Geheimes', '+4366', 'Erfundene'])
    expect(lines.join('')).not.toContain(secret)
})

/** Parses RFC 4180. */
function parse(csv: string, separator = ';'): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let i = 0; i < csv.length; i++) {
    const sign = csv[i]
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (csv[i + 1] === '"') cell += csv[i++]
      else quoted = false
    } else if (sign === '"') quoted = true
    else if (sign === separator) {
      row.push(cell)
      cell = ''
    } else if (sign === '\r' && csv[i + 1] === '\n') {
      rows.push([...row, cell])
      row = []
      cell = ''
      i++
    } else cell += sign
  }
  expect([quoted, row, cell]).toEqual([false, [], ''])
  return rows
}

const trickyText = fc.oneof(
  anyText(),
  fc
    .array(
      fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ';', ',', "'", '|', '1', 'ä', '＝', '\0'),
    )
    .map((signs) => signs.join('')),
)
const table = fc.array(fc.array(trickyText, { minLength: 1, maxLength: 4 }), { maxLength: 5 })

describe('the table for spreadsheets', () => {
  it.each(['=1+1', '+43660-0', '+1+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '\0=1', '＝1'])(
    'turns formulas into text: %j',
    (text) => {
      expect(parse(writeCsv([[text]]))).toEqual([[`'${text}`]])
    },
  )

  it('leaves a phone number in groups as it is', () => {
    const phones = ['+43 664 1234567', '06 12 34 56 78', '533 1234']
    expect(parse(writeCsv([phones, ['+43 664 1+1']]))).toEqual([phones, ["'+43 664 1+1"]])
  })

  it.each(['+436600000012', '06641234567', '01067', '436641234567'])(
    'keeps the digits of phone numbers and postcodes: %s',
    (text) => {
      expect(parse(writeCsv([[text]]))).toEqual([[`="${text}"`]])
    },
  )

  it('leaves other numbers, days and times alone', () => {
    const cells = ['6850', '180,00', '0,00', '2027-01-12', '08:30', '']
    expect(parse(writeCsv([cells]))).toEqual([cells])
  })

  it('contains the written texts, with formulas marked', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const read = parse(writeCsv(rows))
        expect(read.map((row) => row.length)).toEqual(rows.map((row) => row.length))
        for (const [i, row] of rows.entries())
          for (const [j, text] of row.entries()) {
            const marked = /^[=+\-@\t\r\n\0＝＋－＠]/.test(text)
            const digits = /^(?:[+0]\d+|\d{12,})$/.test(text)
            expect(read[i]?.[j]).toBe(digits ? `="${text}"` : marked ? `'${text}` : text)
          }
      }),
    )
  })

  it('reads no further page once its reader is gone', async () => {
    let read = 1
    function* pages() {
      try {
        for (; ; read++) yield []
      } finally {
        read = -1
      }
    }
    const reader = ReadableStream.from(bookingsCsv(pages())).getReader()
    for (let i = 0; i < 3; i++) await reader.read()
    expect(read).toBe(2)
    await reader.cancel()
    expect(read).toBe(-1)
  })

  it('does not split cells at commas', () => {
    expect(parse(writeCsv([['harmless,=1+1']]), ',')).toEqual([['harmless,=1+1']])
  })
})

describe('what the practice notes', () => {
  it('stands in details and page of the person, and in no list, message or calendar', async () => {
    const { app, assistant, id } = await booked()
    const path = `/api/admin/bookings/${id}`
    const put = await assistant.put(`${path}/note`, { note: ' Kommt mit Flunkerhund ' })
    expect([put.status, put.json]).toEqual([200, { note: 'Kommt mit Flunkerhund' }])
    await assistant.put(`/api/admin/patients/${id}/note`, { note: 'Mag Flunkerhunde' })
    expect((await assistant.get(path)).json).toMatchObject({
      note: 'Kommt mit Flunkerhund',
      patient_note: 'Mag Flunkerhunde',
    })
    expect((await assistant.get(`/api/admin/patients/${id}`)).json.note).toBe('Mag Flunkerhunde')
    await assistant.post('/api/admin/confirm', { id, message: '' })
    const elsewhere = [
      (await assistant.get('/api/admin/bookings')).text,
      (await assistant.get('/api/admin/bookings.csv')).text,
      (await app.browser().get(`/api/bookings/${id}`)).text,
      (await app.browser().get(`/api/bookings/${id}/termin.ics`)).text,
      JSON.stringify(app.rows('select subject, text, html, calendar from messages')),
    ]
    expect(elsewhere.join('\n')).toContain('Musterfrau')
    expect(elsewhere.join('\n')).not.toContain('Flunker')
  })

  it('has at most 2000 characters, and needs an appointment', async () => {
    const { assistant, id } = await booked()
    const long = await assistant.put(`/api/admin/bookings/${id}/note`, { note: 'x'.repeat(2001) })
    expect([long.status, long.json.fields]).toEqual([400, { note: 'Bitte höchstens 2000 Zeichen eingeben.' }])
    for (const path of ['bookings', 'patients'])
      expect((await assistant.put(`/api/admin/${path}/nothing/note`, { note: 'x' })).status).toBe(404)
  })
})

describe('the social security number', () => {
  it('is shown to who asks for it, and the audit says so', async () => {
    const { app, assistant, id } = await booked()
    const { status, json } = await assistant.post(`/api/admin/bookings/${id}/svnr`)
    expect([status, json]).toEqual([200, { svnr: '1237 010180' }])
    expect(app.rows('select action, subject, actor_name from audit')).toEqual([
      { action: 'svnr-shown', subject: `${id.slice(0, 6)}…`, actor_name: ASSISTANT },
    ])
    app.change('update bookings set svnr = null')
    expect((await assistant.post(`/api/admin/bookings/${id}/svnr`)).status).toBe(404)
  })
})

describe('a cancellation by telephone', () => {
  it('says who wished for it and how long before, without a message if wished, and can be taken back', async () => {
    const { app, assistant, id } = await booked()
    await assistant.post('/api/admin/confirm', { id, message: '' })
    app.at('2027-01-12T05:29:59+01:00')
    const browser = app.admin()
    const body = { message: '', notify: false, by: 'patient', undoable: true }
    const { json } = await browser.post(`/api/admin/bookings/${id}/cancel`, body)
    expect(json).toEqual({
      status: 'cancelled',
      note: 'Termin wurde abgesagt. Der Patient bekommt wie gewünscht keine Nachricht.',
      notified: false,
      undo_until: '2027-01-12T05:30:09+01:00',
    })
    const detail = await browser.get(`/api/admin/bookings/${id}`)
    expect(detail.json).toMatchObject({ cancelled_by: 'patient', cancelled_ahead_min: 180 })
    expect((await browser.post(`/api/admin/bookings/${id}/undo`)).json.status).toBe('confirmed')
    await browser.post(`/api/admin/bookings/${id}/cancel`, { message: '' })
    const again = await browser.post(`/api/admin/bookings/${id}/reinstate`, { message: '' })
    expect(again.json).toMatchObject({ status: 'confirmed', notified: true })
    const refused = await browser.post(`/api/admin/bookings/${id}/reinstate`, { message: '' })
    expect([refused.status, refused.json.error]).toEqual([409, 'conflict'])
  })
})
