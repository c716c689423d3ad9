import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { saveAbsence } from '../schedule/absences.ts'
import { closeHolidays } from '../schedule/holidays.ts'
import { addDays } from '../shared/day.ts'
import { aHold, book, verifyEmailAddress } from '../testing/factory.ts'
import { openTestApp } from '../testing/test-app.ts'

/** Today is Thursday, 7 January 2027, 13:40. */
const TODAY = '2027-01-07'

const get = async (path: string, app = openTestApp()) => app.browser().get(path)

describe('GET /api/status', () => {
  it('answers the facts of the start page only', async () => {
    const answer = await get('/api/status')
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      booking: { open: true },
      maintenance: {
        until: '',
        message: '',
        contact_phone: '+43 5572 000000',
        contact_mail: 'termine@ordination.example',
      },
      bot_check: { kind: 'altcha' },
      practice: {
        name: 'Ordination Dr. Demo Muster',
        address: 'Beispielstraße 1',
        zip: '6850',
        city: 'Dornbirn',
        country: 'Österreich',
        phone: '+43 5572 000000',
        mail: 'termine@ordination.example',
        url: 'https://ordination.example',
        terms: 'https://ordination.example/terminbedingungen',
        impressum: 'https://ordination.example/impressum',
      },
    })
  })

  it.each([
    ['2027-01-12T18:00', '2027-01-12T18:00:00+01:00'],
    ['2027-07-12T16:00:00Z', '2027-07-12T18:00:00+02:00'],
    ['nach den Feiertagen', 'nach den Feiertagen'],
  ])('answers the end of maintenance with Vienna’s offset: %s', async (maintenance_until, until) => {
    const app = openTestApp()
    writeSettings(app.ctx(), 'general', { maintenance_until })
    expect((await get('/api/status', app)).json.maintenance.until).toBe(until)
  })

  it('says at once that booking was closed', async () => {
    const app = openTestApp()
    expect((await get('/api/status', app)).json.booking.open).toBe(true)
    writeSettings(app.ctx(), 'general', {
      booking_maintenance_active: true,
      maintenance_message: 'Wir stellen um.',
    })
    expect((await get('/api/status', app)).json).toMatchObject({
      booking: { open: false },
      maintenance: { message: 'Wir stellen um.' },
    })
  })
})

describe('GET /api/health', () => {
  it('is ok while the database can be written', async () => {
    const answer = await get('/api/health')
    expect([answer.status, answer.json, answer.headers.get('cache-control')]).toEqual([
      200,
      { ok: true },
      'no-store',
    ])
  })

  it('does not change the database', async () => {
    const app = openTestApp()
    const before = app.ctx().db.$client.serialize()
    await get('/api/health', app)
    expect(before.equals(app.ctx().db.$client.serialize())).toBe(true)
  })

  it('says 503 while the process is stopping', async () => {
    const app = openTestApp()
    app.drain()
    const answer = await get('/api/health', app)
    expect([answer.status, answer.json]).toEqual([503, { ok: false }])
  })

  it('says 503 while the database cannot be written, and recovers', async () => {
    const app = openTestApp()
    app.ctx().db.$client.pragma('query_only = on')
    expect(await get('/api/health', app)).toMatchObject({ status: 503, json: { ok: false } })
    app.ctx().db.$client.pragma('query_only = off')
    expect((await get('/api/health', app)).status).toBe(200)
  })

  it('says 503 when the database is gone', async () => {
    const app = openTestApp()
    app.close()
    expect(await get('/api/health', app)).toMatchObject({ status: 503, json: { ok: false } })
  })
})

describe('GET /api/services', () => {
  it('answers the active services with all fields', async () => {
    const answer = await get('/api/services')
    expect(answer.status).toBe(200)
    expect(answer.json).toHaveLength(5)
    expect(answer.json.find(({ id }: { id: string }) => id === 'akupunktur')).toEqual({
      id: 'akupunktur',
      name: 'Akupunktur',
      description: expect.stringContaining('Sitzung'),
      duration_min: 40,
      step: 20,
      paddingBefore: 5,
      paddingAfter: 5,
      resource_id: 'doctor-1',
      price: 75,
      active: true,
      display_duration_min: 40,
      first_visit: false,
      display_order: 2,
    })
  })

  it('leaves out inactive services, and answers null for empty fields', async () => {
    const app = openTestApp()
    app.rows(`update services set active = 0 where id <> 'facial' returning id`)
    app.rows(
      `update services set display_order = null, display_duration_min = null, price_cents = 1250 returning id`,
    )
    expect((await get('/api/services', app)).json).toMatchObject([
      { id: 'facial', price: 12.5, display_order: null, display_duration_min: null },
    ])
  })
})

describe('GET /api/slots for a day', () => {
  it('answers start and end with Vienna’s offset, ascending', async () => {
    const { status, json } = await get('/api/slots?date=2027-01-08&service=erstordination')
    expect(status).toBe(200)
    expect(json).toHaveLength(18)
    expect(json[0]).toEqual({
      slot_start: '2027-01-08T08:00:00+01:00',
      slot_end: '2027-01-08T08:45:00+01:00',
    })
    expect(json.at(-1)).toEqual({
      slot_start: '2027-01-08T12:15:00+01:00',
      slot_end: '2027-01-08T13:00:00+01:00',
    })
  })

  it('says +02:00 in summer', async () => {
    const { json } = await get('/api/slots?date=2027-06-01&service=erstordination')
    expect(json[0]).toEqual({
      slot_start: '2027-06-01T08:00:00+02:00',
      slot_end: '2027-06-01T08:45:00+02:00',
    })
  })

  it('offers only future starts today', async () => {
    const { json } = await get(`/api/slots?date=${TODAY}&service=folgebehandlung`)
    expect(json[0].slot_start).toBe('2027-01-07T13:45:00+01:00')
  })

  it('offers nothing in the past, on a free day or beyond the last bookable day', async () => {
    const app = openTestApp()
    for (const day of [addDays(TODAY, -1), '2027-01-09', addDays(TODAY, 181), '2099-01-05', '1999-01-05'])
      expect((await get(`/api/slots?date=${day}&service=facial`, app)).json).toEqual([])
    writeSettings(app.ctx(), 'general', { maxBookingDays: 1 })
    expect((await get('/api/slots?date=2027-01-08&service=facial', app)).json).not.toEqual([])
    expect((await get('/api/slots?date=2027-01-11&service=facial', app)).json).toEqual([])
  })

  it.each([
    ['no day', 'service=facial', { date: 'Diese Angabe fehlt.' }],
    ['no service', 'date=2027-01-08', { service: 'Diese Angabe fehlt.' }],
    ['an empty day', 'date=&service=facial', { date: 'Bitte ein gültiges Datum angeben.' }],
    [
      'a day that does not exist',
      'date=2027-02-30&service=facial',
      { date: 'Bitte ein gültiges Datum angeben.' },
    ],
    ['a German date', 'date=8.1.2027&service=facial', { date: 'Bitte ein gültiges Datum angeben.' }],
    ['an instant', 'date=2027-01-08T08:00:00Z&service=facial', { date: 'Bitte ein gültiges Datum angeben.' }],
    [
      'a year of five digits',
      'date=12027-01-08&service=facial',
      { date: 'Bitte ein gültiges Datum angeben.' },
    ],
  ])('is refused with %s', async (_, query, fields) => {
    const { status, json } = await get(`/api/slots?${query}`)
    expect([status, json]).toEqual([
      400,
      { error: 'invalid', message: 'Bitte prüfen Sie Ihre Angaben.', fields },
    ])
  })

  it('says that a service is not found when it is unknown or switched off', async () => {
    const app = openTestApp()
    app.rows(`update services set active = 0 where id = 'facial' returning id`)
    for (const id of ['facial', 'massage', '', '%27%20or%201%3D1'])
      expect((await get(`/api/slots?date=2027-01-08&service=${id}`, app)).json).toEqual({
        error: 'service_not_found',
        message: 'Diese Leistung gibt es nicht mehr.',
      })
  })
})

describe('GET /api/slots for a range of days', () => {
  const summary = (query: string, app = openTestApp()) => get(`/api/slots?summary=1&${query}`, app)

  it('counts the free starts of every day, both ends included', async () => {
    const { status, json, headers } = await summary('from=2027-01-08&to=2027-01-12&service=erstordination')
    expect(status).toBe(200)
    expect(json).toEqual([
      { date: '2027-01-08', available_count: 18 },
      { date: '2027-01-09', available_count: 0 },
      { date: '2027-01-10', available_count: 0 },
      { date: '2027-01-11', available_count: 28 },
      { date: '2027-01-12', available_count: 28 },
    ])
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('counts what the list of the day shows, before and after a booking', async () => {
    const app = openTestApp()
    const browser = app.browser()
    const counts = async () => {
      for (const service of ['erstordination', 'akupunktur', 'facial']) {
        const { json } = await summary(`from=2027-01-11&to=2027-01-15&service=${service}`, app)
        for (const { date, available_count } of json)
          expect((await get(`/api/slots?date=${date}&service=${service}`, app)).json).toHaveLength(
            available_count,
          )
      }
      return (await summary('from=2027-01-12&to=2027-01-12&service=facial', app)).json[0]
        .available_count as number
    }
    const before = await counts()
    await book(app, browser, '2027-01-12T10:00:00+01:00')
    expect(await counts()).toBeLessThan(before)
  })

  it('counts without a service each start at which any service fits, once', async () => {
    const app = openTestApp()
    const starts = new Set<string>()
    for (const service of ['erstordination', 'vorsorgegespraech', 'folgebehandlung', 'akupunktur', 'facial'])
      for (const { slot_start } of (await get(`/api/slots?date=2027-01-12&service=${service}`, app)).json)
        starts.add(slot_start)
    expect((await summary('from=2027-01-12&to=2027-01-12', app)).json).toEqual([
      { date: '2027-01-12', available_count: starts.size },
    ])
  })

  it('answers zero for days that cannot be booked', async () => {
    const app = openTestApp()
    for (const [from, to] of [
      ['2027-01-04', '2027-01-06'],
      ['2028-01-04', '2028-01-06'],
      ['1900-01-01', '1900-01-03'],
    ])
      for (const service of ['', '&service=facial']) {
        const { json } = await summary(`from=${from}&to=${to}${service}`, app)
        expect(json.map((day: { available_count: number }) => day.available_count)).toEqual([0, 0, 0])
        expect([json[0].date, json[2].date]).toEqual([from, to])
      }
  })

  it('covers one day, and 120 at most', async () => {
    expect((await summary(`from=${TODAY}&to=${TODAY}`)).json).toHaveLength(1)
    const longest = await summary(`from=${TODAY}&to=${addDays(TODAY, 119)}`)
    expect([longest.status, longest.json.length]).toEqual([200, 120])
    expect(longest.json.at(-1).date).toBe(addDays(TODAY, 119))
  })

  it('has one entry for every day, also where the clocks change', async () => {
    const { json } = await summary('from=2027-03-26&to=2027-03-30&service=erstordination')
    expect(json.map(({ date }: { date: string }) => date)).toEqual([
      '2027-03-26',
      '2027-03-27',
      '2027-03-28',
      '2027-03-29',
      '2027-03-30',
    ])
  })

  it.each([
    [
      '121 days',
      `from=${TODAY}&to=${addDays(TODAY, 120)}`,
      'to',
      'Höchstens 120 Tage, in zeitlicher Reihenfolge.',
    ],
    [
      'a hundred years',
      'from=2027-01-01&to=2127-01-01',
      'to',
      'Höchstens 120 Tage, in zeitlicher Reihenfolge.',
    ],
    [
      'a reversed range',
      'from=2027-01-08&to=2027-01-07',
      'to',
      'Höchstens 120 Tage, in zeitlicher Reihenfolge.',
    ],
    ['no start', 'to=2027-01-08', 'from', 'Diese Angabe fehlt.'],
    ['no end', 'from=2027-01-08', 'to', 'Diese Angabe fehlt.'],
    ['an end that is no day', 'from=2027-01-08&to=morgen', 'to', 'Bitte ein gültiges Datum angeben.'],
  ])('is refused with %s', async (_, query, field, sentence) => {
    const { status, json } = await summary(query)
    expect([status, json.error, json.fields]).toEqual([400, 'invalid', { [field]: sentence }])
  })

  it('is refused for an unknown service, also in a range that cannot be booked', async () => {
    for (const range of ['from=2027-01-08&to=2027-01-09', 'from=2020-01-08&to=2020-01-09']) {
      const answer = await summary(`${range}&service=massage`)
      expect([answer.status, answer.json.error]).toEqual([404, 'service_not_found'])
    }
  })

  it('needs summary=1', async () => {
    for (const other of ['summary=0', 'summary=true', 'summary='])
      expect((await get(`/api/slots?${other}&from=${TODAY}&to=${TODAY}`)).status).toBe(400)
  })
})

describe('GET /api/closures', () => {
  const closures = async (app: ReturnType<typeof openTestApp>, from = '2027-01-01', to = '2027-04-30') =>
    get(`/api/closures?from=${from}&to=${to}`, app)

  it('answers closures and holidays with their reasons for patients', async () => {
    const app = openTestApp()
    const input = { title: 'Knieoperation', resource_id: null }
    saveAbsence(app.ctx(), {
      kind: 'closure',
      ...input,
      reason: 'Urlaub',
      from: '2027-02-01',
      to: '2027-02-05',
    })
    saveAbsence(app.ctx(), { kind: 'closure', ...input, reason: '', from: '2027-03-01', to: '2027-03-01' })
    const [start, end] = ['2027-01-12T08:00:00+01:00', '2027-01-12T12:00:00+01:00'].map(Date.parse)
    saveAbsence(app.ctx(), { kind: 'block', ...input, start: start ?? 0, end: end ?? 0 })
    closeHolidays(
      app.ctx(),
      2027,
      ['2027-03-19'],
      [{ date: '2027-03-19', name: 'St. Josef', regional: true }],
    )
    const answer = await closures(app)
    expect([answer.status, answer.json]).toEqual([
      200,
      [
        { from: '2027-02-01', to: '2027-02-05', reason: 'Urlaub' },
        { from: '2027-03-01', to: '2027-03-01', reason: '' },
        { from: '2027-03-19', to: '2027-03-19', reason: 'St. Josef' },
      ],
    ])
    expect(answer.text).not.toContain('Knie')
  })

  it('answers equal closures once', async () => {
    const app = openTestApp()
    const input = { title: 'Urlaub', reason: 'Urlaub', from: '2027-02-01', to: '2027-02-05' }
    for (const resource_id of [null, 'doctor-1'])
      saveAbsence(app.ctx(), { kind: 'closure', ...input, resource_id })
    expect((await closures(app)).json).toHaveLength(1)
  })

  it('answers a closure whole when only a part of it lies in the range', async () => {
    const app = openTestApp()
    const days = { from: '2027-01-28', to: '2027-02-03' }
    saveAbsence(app.ctx(), { kind: 'closure', title: 'Urlaub', reason: '', resource_id: null, ...days })
    for (const [from, to, found] of [
      ['2027-01-01', '2027-01-27', []],
      ['2027-01-01', '2027-01-28', [{ ...days, reason: '' }]],
      ['2027-02-03', '2027-02-28', [{ ...days, reason: '' }]],
      ['2027-02-04', '2027-02-28', []],
    ] as const)
      expect((await closures(app, from, to)).json).toEqual(found)
  })

  it.each([
    [
      '121 days',
      `from=${TODAY}&to=${addDays(TODAY, 120)}`,
      'to',
      'Höchstens 120 Tage, in zeitlicher Reihenfolge.',
    ],
    [
      'a reversed range',
      'from=2027-01-08&to=2027-01-07',
      'to',
      'Höchstens 120 Tage, in zeitlicher Reihenfolge.',
    ],
    ['no start', 'to=2027-01-08', 'from', 'Diese Angabe fehlt.'],
    ['a start that is no day', 'from=heute&to=2027-01-08', 'from', 'Bitte ein gültiges Datum angeben.'],
  ])('is refused with %s', async (_, query, field, sentence) => {
    const { status, json } = await get(`/api/closures?${query}`)
    expect([status, json.error, json.fields[field]]).toEqual([400, 'invalid', sentence])
  })
})

describe('reading', () => {
  it('does not change the database, by GET or by HEAD', async () => {
    const app = openTestApp()
    const browser = app.browser()
    const { json } = await book(app, browser, '2027-01-12T08:30:00+01:00')
    await verifyEmailAddress(app, browser)
    const hold = await browser.post('/api/hold', aHold({ start: '2027-01-13T08:30:00+01:00' }))
    const before = app.ctx().db.$client.serialize()
    for (const path of [
      '/api/status',
      '/api/health',
      '/api/services',
      '/api/bot-check/challenge',
      '/api/closures?from=2027-01-01&to=2027-02-01',
      '/api/slots?date=2027-01-12&service=facial',
      '/api/slots?summary=1&from=2027-01-01&to=2027-02-01',
      '/api/email/status?email=rosa@musterfrau.example',
      `/api/bookings/${json.id}`,
      `/api/bookings/${json.id}/termin.ics`,
      `/api/hold/${hold.json.hold_id}`,
      `/api/hold/${hold.json.hold_id}/extend`,
      '/api/booking/confirm',
    ])
      for (const method of ['GET', 'HEAD']) await browser.send(method, path)
    expect(before.equals(app.ctx().db.$client.serialize())).toBe(true)
  })

  it('answers HEAD like GET, without a body', async () => {
    const answer = await openTestApp().browser().send('HEAD', '/api/services')
    expect([answer.status, answer.text]).toEqual([200, ''])
  })
})
