import { describe, expect, it } from 'vitest'
import { openLog } from '../../log.ts'
import { writeSettings } from '../../practice/settings.ts'
import { aContact, aHold, anEntry, book, verifyEmailAddress } from '../../testing/factory.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

/** A Tuesday and its neighbours, as people book them. */
const STARTS = ['2027-01-11T09:00:00+01:00', '2027-01-12T08:30:00+01:00', '2027-01-13T08:30:00+01:00']

async function booked(start = STARTS[1] as string) {
  const app = openTestApp()
  const { json } = await book(app, app.browser(), start)
  return { app, assistant: app.admin(), id: json.id as string }
}

/** Three people, one booking each. */
async function threeBooked() {
  const app = openTestApp({ config: { rateLimits: false } })
  const people = [
    { firstName: 'Jörg', lastName: 'Müller', email: 'joerg@beispiel.example', mobile: '+436601111111' },
    { firstName: 'Rosa', lastName: 'Musterfrau', email: 'rosa@musterfrau.example', mobile: '0660 2222222' },
    { firstName: 'Zoë', lastName: 'Probe', email: 'zoe@probe.example', mobile: '+491703333333' },
  ]
  const assistant = app.admin()
  for (const [i, contact] of people.entries())
    await assistant.post('/api/admin/bookings', anEntry({ start: STARTS[i], contact }))
  return { app, assistant }
}

const names = (answer: { json: { bookings: { name: string }[] } }) =>
  answer.json.bookings.map(({ name }) => name)

describe('the list of bookings', () => {
  it('has a row for each booking, by start', async () => {
    const { app, assistant, id } = await booked()
    await assistant.post('/api/admin/bookings', anEntry({ start: STARTS[0] }))
    const { status, json } = await assistant.get('/api/admin/bookings')
    expect(status).toBe(200)
    expect(json.total).toBe(2)
    expect(json.bookings.map(({ start }: { start: string }) => start)).toEqual(STARTS.slice(0, 2))
    expect(json.bookings[1]).toEqual({
      id,
      status: 'requested',
      start: '2027-01-12T08:30:00+01:00',
      end: '2027-01-12T09:15:00+01:00',
      service_name: 'Erstordination',
      service_id: 'erstordination',
      name: 'Rosa Musterfrau',
      first_visit: true,
      mobile: '+436600000012',
      email: 'rosa@musterfrau.example',
      created_at: '2027-01-07T13:40:00+01:00',
      resource_id: 'doctor-1',
    })
    expect(json.bookings[0].first_visit).toBe(false)
    expect(app.rows('select id from audit where action <> ?', 'booking-entered')).toEqual([])
  })

  it.each([
    ['from=2027-01-12', ['Rosa Musterfrau', 'Zoë Probe']],
    ['to=2027-01-12', ['Jörg Müller', 'Rosa Musterfrau']],
    ['from=2027-01-12&to=2027-01-12', ['Rosa Musterfrau']],
    ['from=2027-02-01', []],
    ['from=0001-01-01&to=9999-12-31', ['Jörg Müller', 'Rosa Musterfrau', 'Zoë Probe']],
    ['search=mueller', ['Jörg Müller']],
    ['search=MÜLLER', ['Jörg Müller']],
    ['search=musterfrau.example', ['Rosa Musterfrau']],
    ['search=%2B43%20660%202222', ['Rosa Musterfrau']],
    ['search=e&limit=1&offset=1', ['Rosa Musterfrau']],
    ['search=niemand', []],
    ['search=%20', ['Jörg Müller', 'Rosa Musterfrau', 'Zoë Probe']],
    ['search=r&from=2027-01-13', ['Zoë Probe']],
    ['limit=2', ['Jörg Müller', 'Rosa Musterfrau']],
    ['limit=2&offset=2', ['Zoë Probe']],
    ['offset=9', []],
    ['status=confirmed', ['Jörg Müller', 'Rosa Musterfrau', 'Zoë Probe']],
    ['status=requested', []],
  ])('of %s', async (query, expected) => {
    const { assistant } = await threeBooked()
    const answer = await assistant.get(`/api/admin/bookings?${query}`)
    expect([answer.status, names(answer)]).toEqual([200, expected])
  })

  it('has the total beside the page, with and without a search', async () => {
    const { assistant } = await threeBooked()
    expect((await assistant.get('/api/admin/bookings?limit=1')).json.total).toBe(3)
    expect((await assistant.get('/api/admin/bookings?limit=1&search=o')).json.total).toBe(3)
    expect((await assistant.get('/api/admin/bookings?limit=1&search=rosa')).json.total).toBe(1)
    expect((await assistant.get('/api/admin/bookings?offset=50')).json).toEqual({ bookings: [], total: 3 })
  })

  it('filters by Vienna days', async () => {
    const { app, assistant } = await threeBooked()
    app.rows('update bookings set starts_at = ? returning id', Date.parse('2027-01-12T23:30:00Z'))
    expect((await assistant.get('/api/admin/bookings?to=2027-01-12')).json.total).toBe(0)
    expect((await assistant.get('/api/admin/bookings?from=2027-01-13&to=2027-01-13')).json.total).toBe(3)
  })

  it('keeps the name of a deleted service', async () => {
    const { app, assistant } = await booked()
    app.rows('delete from services returning id')
    const [row] = (await assistant.get('/api/admin/bookings')).json.bookings
    expect(row).toMatchObject({ service_name: 'Erstordination', first_visit: false, resource_id: 'doctor-1' })
  })

  it.each([
    ['from=gestern', 'from', 'Bitte ein gültiges Datum angeben.'],
    ['to=2027-02-30', 'to', 'Bitte ein gültiges Datum angeben.'],
    ['from=2027-01-13&to=2027-01-12', 'to', 'Der letzte Tag darf nicht vor dem ersten liegen.'],
    ['status=offen', 'status', 'Diesen Status gibt es nicht.'],
    ['limit=0', 'limit', 'Bitte eine Zahl von 1 bis 500 angeben.'],
    ['limit=501', 'limit', 'Bitte eine Zahl von 1 bis 500 angeben.'],
    ['limit=-1', 'limit', 'Bitte eine Zahl von 1 bis 500 angeben.'],
    ['offset=1e3', 'offset', 'Bitte eine Zahl von 0 bis 1000000 angeben.'],
    [`search=${'x'.repeat(201)}`, 'search', 'Bitte höchstens 200 Zeichen eingeben.'],
  ])('refuses %s', async (query, field, sentence) => {
    const { status, json } = await openTestApp().admin().get(`/api/admin/bookings?${query}`)
    expect([status, json.error, json.fields]).toEqual([400, 'invalid', { [field]: sentence }])
  })
})

describe('one booking', () => {
  it('has its contact, history and messages', async () => {
    const { app, assistant, id } = await booked()
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
    expect(contact).toEqual({
      salutation: 'Frau',
      firstName: 'Rosa',
      lastName: 'Musterfrau',
      email: 'rosa@musterfrau.example',
      mobile: '+436600000012',
      address: 'Erfundene Gasse 7',
      zip: '6850',
      city: 'Dornbirn',
      country: 'AT',
      birthDate: '1980-01-01',
      svnr_masked: '•••• 010180',
    })
    expect(history).toEqual([
      { kind: 'requested', actor: 'visitor', actor_name: '', message: '', at: '2027-01-07T13:40:00+01:00' },
      {
        kind: 'confirmed',
        actor: 'admin',
        actor_name: 'assistenz@ordination.example',
        message: 'Bitte nüchtern kommen.',
        at: '2027-01-07T13:41:00+01:00',
      },
    ])
    expect(messages.map(({ kind }: { kind: string }) => kind)).toEqual([
      'reservation-received',
      'new-reservation',
      'confirmed',
      'confirmed',
    ])
    expect(messages[2]).toEqual({
      channel: 'email',
      id: expect.any(Number),
      kind: 'confirmed',
      status: 'queued',
      error: null,
      recipient: 'rosa@musterfrau.example',
      subject: 'Termin bestätigt: Dienstag, 12. Jänner 2027, 08:30 Uhr',
      created_at: '2027-01-07T13:41:00+01:00',
    })
  })

  it('shows text messages with their text', async () => {
    const { app, assistant, id } = await booked()
    writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: 'k', SEVENIO_FROM: 'Ordination' })
    await assistant.post('/api/admin/confirm', { id })
    const { messages } = (await assistant.get(`/api/admin/bookings/${id}`)).json
    expect(messages.at(-1)).toMatchObject({
      channel: 'sms',
      kind: 'confirmed',
      text: expect.stringContaining('ist bestätigt'),
    })
    expect(messages.at(-1)).not.toHaveProperty('subject')
  })

  it('never contains the social security number, and does not decrypt it', async () => {
    const { app, assistant, id } = await booked()
    app.rows(`update bookings set svnr = 'v1:sealed:elsewhere:x' returning id`)
    const answer = await assistant.get(`/api/admin/bookings/${id}`)
    expect([answer.status, answer.json.contact.svnr_masked]).toEqual([200, '•••• 010180'])
    expect(answer.text).not.toContain('sealed')
    expect(answer.text).not.toContain('1237')
    app.rows('update bookings set svnr = null returning id')
    expect((await assistant.get(`/api/admin/bookings/${id}`)).json.contact.svnr_masked).toBeNull()
  })

  it('is not found under any other id', async () => {
    const { status, json } = await openTestApp()
      .admin()
      .get(`/api/admin/bookings/${'x'.repeat(32)}`)
    expect([status, json.error, json.message]).toEqual([
      404,
      'not found',
      'Der Termin konnte nicht gefunden werden.',
    ])
  })
})

describe('POST /api/admin/bookings', () => {
  it('answers the row of a confirmed booking, which the patient can open and cancel', async () => {
    const app = openTestApp()
    const { status, json } = await app.admin().post('/api/admin/bookings', anEntry())
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
        mobile: '06600000034',
        email: '',
        created_at: '2027-01-07T13:40:00+01:00',
        resource_id: 'doctor-1',
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

  it('takes a start without an offset as Vienna’s wall time', async () => {
    const { json } = await openTestApp()
      .admin()
      .post('/api/admin/bookings', anEntry({ start: '2027-07-13T10:00' }))
    expect(json.start).toBe('2027-07-13T10:00:00+02:00')
  })

  it('records in the history who entered it', async () => {
    const assistant = openTestApp().admin()
    const { id } = (await assistant.post('/api/admin/bookings', anEntry({ message: 'Bis Dienstag!' }))).json
    expect((await assistant.get(`/api/admin/bookings/${id}`)).json).toMatchObject({
      contact: { salutation: '', email: '', country: 'AT', birthDate: '', svnr_masked: null },
      history: [
        {
          kind: 'entered',
          actor: 'admin',
          actor_name: 'assistenz@ordination.example',
          message: 'Bis Dienstag!',
        },
      ],
      messages: [
        { channel: 'email', status: 'muted', recipient: '', error: 'Es ist keine E-Mail-Adresse angegeben.' },
        { channel: 'sms', status: 'muted', error: 'Es ist kein SMS-Provider eingerichtet.' },
      ],
    })
  })

  it('refuses the second of two simultaneous calls', async () => {
    const app = openTestApp()
    const assistant = app.admin()
    const answers = await Promise.all([1, 2].map(() => assistant.post('/api/admin/bookings', anEntry())))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(app.rows('select id from bookings')).toHaveLength(1)
  })

  it.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['no service', { service_id: '' }, { service_id: 'Bitte eine Leistung angeben.' }],
    ['no start', { start: undefined }, { start: 'Diese Angabe fehlt.' }],
    [
      'a wall time that the clocks skip',
      { start: '2027-03-28T02:30' },
      { start: 'Diese Uhrzeit gibt es an diesem Tag nicht: die Uhren werden umgestellt.' },
    ],
    [
      'a start of another age',
      { start: '+275760-09-12T00:00:00Z' },
      { start: 'Bitte einen gültigen Zeitpunkt angeben.' },
    ],
    [
      'a start in the past',
      { start: '2027-01-07T13:39:00+01:00' },
      { start: 'Dieser Zeitpunkt liegt in der Vergangenheit.' },
    ],
    [
      'an empty contact',
      { contact: {} },
      {
        firstName: 'Vorname ist erforderlich.',
        lastName: 'Nachname ist erforderlich.',
        mobile: 'Telefon ist erforderlich.',
      },
    ],
    ['a long message', { message: 'x'.repeat(1001) }, { message: 'Bitte höchstens 1000 Zeichen eingeben.' }],
    ['an unknown key', { price: 1 }, { price: 'Unbekannte Angabe.' }],
  ])('refuses %s', async (_, changes, fields) => {
    const app = openTestApp()
    const assistant = app.admin()
    const before = app.ctx().db.$client.serialize()
    const { status, json } = await assistant.post('/api/admin/bookings', anEntry(changes))
    expect([status, json.error, json.fields]).toEqual([400, 'invalid', fields])
    expect(before.equals(app.ctx().db.$client.serialize())).toBe(true)
  })

  it('refuses an occupied time and an unknown service', async () => {
    const { assistant } = await booked()
    const entry = (changes: Record<string, unknown>) =>
      assistant.post('/api/admin/bookings', anEntry(changes))
    const taken = await entry({ start: '2027-01-12T09:00:00+01:00' })
    expect([taken.status, taken.json.error]).toEqual([409, 'slot_taken'])
    const gone = await entry({ service_id: 'massage' })
    expect([gone.status, gone.json.error]).toEqual([404, 'service_not_found'])
  })
})

describe('GET /api/admin/slots', () => {
  const free = async (app: TestApp, query: string) =>
    (await app.admin().get(`/api/admin/slots?${query}`)).json.map(
      (slot: { slot_start: string }) => slot.slot_start,
    )

  it('answers the free starts of the day', async () => {
    const { app } = await booked()
    const { json } = await app.admin().get('/api/admin/slots?service_id=folgebehandlung&date=2027-01-12')
    expect(json[0]).toEqual({
      slot_start: '2027-01-12T08:00:00+01:00',
      slot_end: '2027-01-12T08:30:00+01:00',
    })
    // The first appointment ends at 09:15 and has five minutes after it.
    expect(json[1].slot_start).toBe('2027-01-12T09:30:00+01:00')
  })

  it('answers days beyond maxBookingDays, and no past starts', async () => {
    const app = openTestApp()
    writeSettings(app.ctx(), 'general', { maxBookingDays: 3 })
    expect(await free(app, 'service_id=facial&date=2027-06-01')).toContain('2027-06-01T08:00:00+02:00')
    expect((await free(app, 'service_id=folgebehandlung&date=2027-01-07'))[0]).toBe(
      '2027-01-07T13:45:00+01:00',
    )
    expect(await free(app, 'service_id=folgebehandlung&date=2027-01-06')).toEqual([])
    expect(await free(app, 'service_id=folgebehandlung&date=2027-01-10')).toEqual([])
    expect(await free(app, 'service_id=folgebehandlung&date=2031-01-13')).toEqual([])
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

describe('a cancellation by the practice', () => {
  it('notifies the patient and is recorded in the audit', async () => {
    const { app, assistant, id } = await booked()
    await assistant.post('/api/admin/confirm', { id })
    const answer = await assistant.post(`/api/admin/bookings/${id}/cancel`, {
      message: 'Der Arzt ist krank.',
    })
    expect([answer.status, answer.json]).toEqual([
      200,
      { status: 'cancelled', note: 'Termin wurde storniert und der Patient informiert.' },
    ])
    const [mail] = app.rows<{ text: string; calendar: string }>(
      `select * from messages where channel = 'email' and kind = 'cancelled'`,
    )
    expect(mail?.text).toContain('> Der Arzt ist krank.')
    expect(mail?.calendar).toContain('METHOD:CANCEL')
    expect(app.rows('select actor_name, message from events order by id desc limit 1')).toEqual([
      { actor_name: 'assistenz@ordination.example', message: 'Der Arzt ist krank.' },
    ])
    expect(app.rows('select action, subject from audit order by id desc limit 1')).toEqual([
      { action: 'booking-cancelled', subject: `${id.slice(0, 6)}…` },
    ])
  })

  it('a second time changes nothing', async () => {
    const { app, assistant, id } = await booked()
    await assistant.post(`/api/admin/bookings/${id}/cancel`, {})
    const before = app.rows(
      `select count(*) from messages where channel = 'email' union all select count(*) from audit`,
    )
    const answer = await assistant.post(`/api/admin/bookings/${id}/cancel`, {})
    expect([answer.status, answer.json.note]).toEqual([200, 'Termin war bereits storniert.'])
    expect(
      app.rows(`select count(*) from messages where channel = 'email' union all select count(*) from audit`),
    ).toEqual(before)
  })

  it.each([
    ['without an e-mail address', {}],
    ['while notifications are switched off', { notify_off: true }],
  ])('says when no message reaches the patient: %s', async (_, settings) => {
    const app = openTestApp()
    writeSettings(app.ctx(), 'general', settings)
    const assistant = app.admin()
    const contact = {
      ...anEntry().contact,
      ...('notify_off' in settings && { email: 'otto@beispiel.example' }),
    }
    const { id } = (await assistant.post('/api/admin/bookings', anEntry({ contact }))).json
    expect((await assistant.post(`/api/admin/bookings/${id}/cancel`, {})).json).toEqual({
      status: 'cancelled',
      note: 'Termin wurde storniert. Der Patient bekommt keine Nachricht davon, bitte rufen Sie an.',
    })
  })

  it.each<[string, number, string, string, (app: TestApp, id: string) => unknown]>([
    [
      'what was rejected',
      409,
      'already_decided',
      'Dieser Termin wurde bereits abgelehnt.',
      (app, id) => app.admin().post('/api/admin/reject', { id }),
    ],
    [
      'what is over',
      409,
      'too_late',
      'Dieser Termin ist schon vorbei und kann nicht mehr storniert werden.',
      (app) => app.at('2027-01-12T09:15:00+01:00'),
    ],
  ])('is refused for %s', async (_, status, error, sentence, prepare) => {
    const { app, id } = await booked()
    await prepare(app, id)
    const answer = await app.admin().post(`/api/admin/bookings/${id}/cancel`, { message: '' })
    expect([answer.status, answer.json.error, answer.json.message]).toEqual([status, error, sentence])
  })

  it('is refused for an unknown booking', async () => {
    const answer = await openTestApp()
      .admin()
      .post(`/api/admin/bookings/${'x'.repeat(32)}/cancel`, {})
    expect([answer.status, answer.json.error]).toEqual([404, 'not found'])
  })
})

describe('resending a message', () => {
  const resendAll = async (app: TestApp, id: string, path: string) =>
    app.admin().post(`/api/admin/bookings/${id}/messages/${path}/resend`)

  it('queues the same e-mail again', async () => {
    const { app, assistant, id } = await booked()
    app.rows(`update messages set status = 'sent' where channel = 'email' returning id`)
    const { messages } = (await assistant.get(`/api/admin/bookings/${id}`)).json
    const answer = await resendAll(app, id, `email/${messages[0].id}`)
    expect([answer.status, answer.json]).toEqual([200, { message: 'Wird noch einmal gesendet.' }])
    expect((await assistant.get(`/api/admin/bookings/${id}`)).json.messages).toHaveLength(messages.length + 1)
  })

  it('says when it is suppressed', async () => {
    const { app, assistant, id } = await booked()
    app.rows(`update messages set status = 'sent' where channel = 'email' returning id`)
    writeSettings(app.ctx(), 'general', { notify_muteEmail: true, notify_reason: 'Umbau' })
    const { messages } = (await assistant.get(`/api/admin/bookings/${id}`)).json
    const answer = await resendAll(app, id, `email/${messages[0].id}`)
    expect(answer.json).toEqual({ message: 'Die Nachricht bleibt hier: Umbau' })
  })

  it.each([
    ['email/999', 404, 'not found'],
    ['sms/1', 404, 'not found'],
    ['email/one', 404, 'not found'],
    ['fax/1', 404, 'unknown_path'],
  ])('is refused for %s', async (path, status, error) => {
    const { app, id } = await booked()
    const answer = await resendAll(app, id, path)
    expect([answer.status, answer.json.error]).toEqual([status, error])
  })

  it('is refused for a message that was not sent yet', async () => {
    const { app, assistant, id } = await booked()
    const { messages } = (await assistant.get(`/api/admin/bookings/${id}`)).json
    const answer = await resendAll(app, id, `email/${messages[0].id}`)
    expect([answer.status, answer.json]).toEqual([
      409,
      { error: 'conflict', message: 'Diese Nachricht ist noch gar nicht hinausgegangen.' },
    ])
  })
})

describe('the CSV export', () => {
  it('has German headings and a row for each booking, without id and social security number', async () => {
    const { app, assistant, id } = await booked()
    const answer = await assistant.get('/api/admin/bookings.csv?from=2027-01-01&to=2027-01-31')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="termine.csv"')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.text.split('\r\n')).toEqual([
      '\ufeff"Datum";"Beginn";"Ende";"Status";"Leistung";"Preis in Euro";"Anrede";"Vorname";"Nachname";"Geburtsdatum";"Telefon";"E-Mail";"Adresse";"PLZ";"Ort";"Land";"Eingegangen"',
      `"2027-01-12";"08:30";"09:15";"auf manuelle Bestätigung wartend";"Erstordination";"180,00";"Frau";"Rosa";"Musterfrau";"1980-01-01";"'+436600000012";"rosa@musterfrau.example";"Erfundene Gasse 7";"6850";"Dornbirn";"AT";"2027-01-07 13:40"`,
      '',
    ])
    expect(answer.text).not.toContain(id)
    expect(answer.text).not.toContain('1237')
    expect(app.rows('select actor_name, action, subject from audit')).toEqual([
      {
        actor_name: 'assistenz@ordination.example',
        action: 'bookings-exported',
        subject: '2027-01-01 bis 2027-01-31',
      },
    ])
  })

  it('filters by days and status', async () => {
    const { app, assistant } = await booked()
    const lines = async (query: string) =>
      (await assistant.get(`/api/admin/bookings.csv?${query}`)).text.trim().split('\r\n').length - 1
    expect(await lines('')).toBe(1)
    expect(await lines('status=requested')).toBe(1)
    expect(await lines('status=confirmed')).toBe(0)
    expect(await lines('from=2027-01-13')).toBe(0)
    expect(app.rows('select subject from audit order by id')).toEqual([
      { subject: '… bis …' },
      { subject: '… bis …, requested' },
      { subject: '… bis …, confirmed' },
      { subject: '2027-01-13 bis …' },
    ])
  })

  it('is refused for days in the wrong order, without an audit entry', async () => {
    const app = openTestApp()
    const { status, json } = await app.admin().get('/api/admin/bookings.csv?from=2027-01-02&to=2027-01-01')
    expect([status, json.fields]).toEqual([400, { to: 'Der letzte Tag darf nicht vor dem ersten liegen.' }])
    expect(app.rows('select id from audit')).toEqual([])
  })
})

describe('an unexpected error in these calls', () => {
  it('is logged without patient, id and search', async () => {
    const lines: string[] = []
    const log = openLog({ logLevel: 'info' }, { write: (line) => lines.push(line) })
    const app = openTestApp({ ports: { log } })
    const browser = app.browser()
    await verifyEmailAddress(app, browser)
    await browser.post('/api/hold', aHold())
    const { json } = await book(app, browser, '2027-01-13T08:30:00+01:00')
    const assistant = app.admin()
    app.ctx().db.$client.exec('alter table bookings rename to b')
    const answers = [
      await assistant.get('/api/admin/bookings?search=Musterfrau'),
      await assistant.get(`/api/admin/bookings/${json.id}`),
      await assistant.post(`/api/admin/bookings/${json.id}/cancel`, { message: 'Geheimes' }),
      await assistant.post('/api/admin/bookings', anEntry({ contact: { ...aContact(), svn4: undefined } })),
      await assistant.get('/api/admin/bookings.csv'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500])
    expect(lines).toHaveLength(5)
    for (const secret of [json.id, 'Musterfrau', 'musterfrau', 'Geheimes', '+4366', 'Erfundene'])
      expect(lines.join('')).not.toContain(secret)
  })
})
