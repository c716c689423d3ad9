import { beforeEach, describe, expect, it } from 'vitest'
import { markDemoEnded } from '../practice/demo-mark.ts'
import { writeSettings } from '../practice/settings.ts'
import { saveAbsence } from '../schedule/absences.ts'
import { closeHolidays } from '../schedule/holidays.ts'
import { addDays, HOUR } from '../shared/day.ts'
import { NO_DAY } from '../shared/messages.de.ts'
import { aHold, book, verifyEmailAddress } from '../testing/factory.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

/** Today is Thursday, 7 January 2027, 13:40. */
const TODAY = '2027-01-07'
const TOO_MANY_DAYS = 'Höchstens 120 Tage, in zeitlicher Reihenfolge.'

let app: TestApp
beforeEach(() => {
  app = openTestApp()
})

const get = (path: string) => app.browser().get(path)

describe('GET /api/status', () => {
  it('answers the facts of the start page only', async () => {
    const answer = await get('/api/status')
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      booking: { open: true, cancel_hours: 24 },
      maintenance: {
        until: '',
        message: '',
        contact_phone: '+43 5572 000000',
        contact_mail: 'termine@ordination.example',
      },
      bot_check: { kind: 'altcha' },
      practice: {
        name: 'Ordination Dr. Demo Muster',
        subtitle: 'Wahlarztordination für Allgemeinmedizin',
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
      waiting_list: true,
      demo: true,
    })
  })

  it('has no further field once the practice is no demo', async () => {
    markDemoEnded(app.ctx())
    expect((await get('/api/status')).json).not.toHaveProperty('demo')
  })

  it('says while patients move confirmed appointments at once', async () => {
    writeSettings(app.ctx(), 'general', { moves_auto_confirm: true })
    expect((await get('/api/status')).json.moves_at_once).toBe(true)
  })

  it('says to which countries SMS go, while one can be sent', async () => {
    const countries = async () => (await get('/api/status')).json.sms_countries
    expect(await countries()).toBeUndefined()
    app.setUpSms()
    expect(await countries()).toEqual(['AT', 'DE', 'CH', 'LI', 'IT'])
    writeSettings(app.ctx(), 'general', { sms_countries: 'AT' })
    expect(await countries()).toEqual(['AT'])
    writeSettings(app.ctx(), 'general', { notify_muteSms: true })
    expect(await countries()).toBeUndefined()
  })

  it('says at once that booking was closed, and until when, with Vienna’s offset', async () => {
    const statusWith = async (general: object) => {
      writeSettings(app.ctx(), 'general', general)
      return (await get('/api/status')).json
    }
    const closed = { booking_maintenance_active: true, maintenance_message: 'Wir stellen um.' }
    expect(await statusWith({ ...closed, maintenance_until: '2027-01-12T18:00' })).toMatchObject({
      booking: { open: false, cancel_hours: 24 },
      maintenance: { message: 'Wir stellen um.', until: '2027-01-12T18:00:00+01:00' },
    })
    const { maintenance } = await statusWith({ maintenance_until: 'nach den Feiertagen' })
    expect(maintenance.until).toBe('nach den Feiertagen')
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
      hint: '',
      questions: [],
    })
  })

  it('leaves out inactive services, and answers null for empty fields', async () => {
    app.change(`update services set active = 0 where id <> 'facial'`)
    app.change(`update services set display_order = null, display_duration_min = null, price_cents = 1250`)
    expect((await get('/api/services')).json).toMatchObject([
      { id: 'facial', price: 12.5, display_order: null, display_duration_min: null },
    ])
  })
})

describe('GET /api/slots for a day', () => {
  it('answers start and end with Vienna’s offset, ascending', async () => {
    const { status, json } = await get('/api/slots?date=2027-01-08&service=erstordination')
    expect(status).toBe(200)
    expect(json).toHaveLength(18)
    const slot = (start: string, end: string) => ({
      slot_start: `2027-01-08T${start}:00+01:00`,
      slot_end: `2027-01-08T${end}:00+01:00`,
    })
    expect([json[0], json.at(-1)]).toEqual([slot('08:00', '08:45'), slot('12:15', '13:00')])
  })

  it('offers nothing on days that cannot be booked', async () => {
    for (const day of [addDays(TODAY, -1), '2027-01-09', addDays(TODAY, 181), '2099-01-05', '1999-01-05'])
      expect((await get(`/api/slots?date=${day}&service=facial`)).json).toEqual([])
  })

  it('says that a service is not found when it is unknown or switched off', async () => {
    app.change(`update services set active = 0 where id = 'facial'`)
    for (const id of ['facial', 'massage', '']) {
      const { status, json } = await get(`/api/slots?date=2027-01-08&service=${id}`)
      const message = 'Diese Leistung gibt es nicht mehr.'
      expect([status, json]).toEqual([404, { error: 'service_not_found', message }])
    }
  })
})

describe('GET /api/slots for a range of days', () => {
  const summary = (query: string) => get(`/api/slots?summary=1&${query}`)

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

  it('counts the starts of any service without a service', async () => {
    const { json } = await summary('from=2027-01-12&to=2027-01-12')
    const one = await summary('from=2027-01-12&to=2027-01-12&service=erstordination')
    expect(json[0].available_count).toBeGreaterThan(one.json[0].available_count)
  })

  it('covers one day, and 120 at most', async () => {
    expect((await summary(`from=${TODAY}&to=${TODAY}`)).json).toHaveLength(1)
    const longest = await summary(`from=${TODAY}&to=${addDays(TODAY, 119)}`)
    expect([longest.status, longest.json.length]).toEqual([200, 120])
    expect(longest.json.at(-1).date).toBe(addDays(TODAY, 119))
  })

  it('is refused for an unknown service, also in a range that cannot be booked', async () => {
    for (const range of ['from=2027-01-08&to=2027-01-09', 'from=2020-01-08&to=2020-01-09']) {
      const answer = await summary(`${range}&service=massage`)
      expect([answer.status, answer.json.error]).toEqual([404, 'service_not_found'])
    }
  })
})

describe('GET /api/closures', () => {
  /** Stores a closure for an operation in the first week of February. */
  function closeWeek() {
    const close = (changes: { reason?: string; resource_id?: string; from?: string; to?: string }) =>
      saveAbsence(app.ctx(), {
        kind: 'closure',
        title: 'Knieoperation',
        resource_id: null,
        ...WEEK,
        ...changes,
      })
    close({})
    const closures = (from = '2027-01-01', to = '2027-04-30') => get(`/api/closures?from=${from}&to=${to}`)
    return { app, close, closures }
  }
  const WEEK = { from: '2027-02-01', to: '2027-02-05', reason: 'Urlaub' }

  it('answers closures and holidays with their reasons for patients', async () => {
    const { app, close, closures } = closeWeek()
    const day = { from: '2027-03-01', to: '2027-03-01', reason: '' }
    close(day)
    const start = Date.parse('2027-01-12T08:00:00+01:00')
    saveAbsence(app.ctx(), { kind: 'block', title: 'Knie', resource_id: null, start, end: start + HOUR })
    closeHolidays(app.ctx())
    const answer = await closures()
    expect([answer.status, answer.json]).toEqual([
      200,
      [WEEK, day, { from: '2027-03-29', to: '2027-03-29', reason: 'Ostermontag' }],
    ])
    expect(answer.text).not.toContain('Knie')
  })

  it('answers equal closures once', async () => {
    const { close, closures } = closeWeek()
    close({ resource_id: 'doctor-1' })
    expect((await closures()).json).toEqual([WEEK])
  })

  it('answers a closure whole when only a part of it lies in the range', async () => {
    const { closures } = closeWeek()
    const closuresOf = async (from: string, to: string) => (await closures(from, to)).json
    expect(await closuresOf('2027-01-01', '2027-01-31')).toEqual([])
    expect(await closuresOf('2027-01-01', '2027-02-01')).toEqual([WEEK])
    expect(await closuresOf('2027-02-05', '2027-02-28')).toEqual([WEEK])
    expect(await closuresOf('2027-02-06', '2027-02-28')).toEqual([])
  })
})

describe('a query', () => {
  it.each<readonly [query: string, fields: object]>([
    ['slots?service=facial', { date: 'Bitte ein Datum angeben.' }],
    ['slots?date=2027-01-08', { service: 'Bitte eine Leistung angeben.' }],
    ['slots?date=2027-02-30&service=facial', { date: NO_DAY }],
    [`slots?summary=1&from=${TODAY}&to=${addDays(TODAY, 120)}`, { to: TOO_MANY_DAYS }],
    ['slots?summary=1&to=2027-01-08', { from: 'Bitte ein Datum angeben.' }],
    ['slots?summary=1&from=2027-01-08&to=morgen', { to: NO_DAY }],
    ...['0', 'true', ''].map(
      (other) =>
        [
          `slots?summary=${other}&from=${TODAY}&to=${TODAY}`,
          { summary: 'Bitte prüfen Sie diese Angabe.' },
        ] as const,
    ),
    [`closures?from=${TODAY}&to=${addDays(TODAY, 120)}`, { to: TOO_MANY_DAYS }],
  ])('is refused with a sentence for each fault: %s', async (query, fields) => {
    const { status, json } = await get(`/api/${query}`)
    expect([status, json]).toEqual([
      400,
      { error: 'invalid', message: 'Bitte prüfen Sie Ihre Angaben.', fields },
    ])
  })
})

describe('reading', () => {
  it('does not change the database, by GET or by HEAD', async () => {
    const browser = app.browser()
    const { json } = await book(app, browser, '2027-01-12T08:30:00+01:00')
    await verifyEmailAddress(app, browser)
    const hold = await browser.post('/api/hold', aHold({ start: '2027-01-13T08:30:00+01:00' }))
    // Its trial write gives back what it took, in other pages.
    await browser.get('/api/health')
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
    const answer = await app.browser().send('HEAD', '/api/services')
    expect([answer.status, answer.text]).toEqual([200, ''])
  })
})
