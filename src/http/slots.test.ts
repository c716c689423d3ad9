import { describe, expect, it } from 'vitest'
import { addDays } from '../shared/day.ts'
import { INVALID_DAY } from '../shared/messages.de.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openSecondDoctorApp } from '../testing/second-doctor-app.ts'
import { openTestApp } from '../testing/test-app.ts'

/** Today is Thursday, 7 January 2027, 13:40. */
const TODAY = '2027-01-07'
/** The last day of the longest range that is answered, 120 days. */
const LAST_DAY = addDays(TODAY, 119)
const DAY_TOO_MANY = addDays(LAST_DAY, 1)

/** Reads free times of the demo practice. */
const readSlots = (query: string, app = openTestApp()) => app.browser().get(`/api/slots?${query}`)

describe('GET /api/slots for a day', () => {
  it('returns starts and ends with Vienna’s offset, in order', async () => {
    const { status, json } = await readSlots('date=2027-01-08&service=erstordination')
    expect(status).toBe(200)
    // On Fridays these are the quarters of an hour from 08:00 to 12:15.
    expect(json).toHaveLength(18)
    const slot = (start: string, end: string) => ({
      slot_start: `2027-01-08T${start}:00+01:00`,
      slot_end: `2027-01-08T${end}:00+01:00`,
    })
    expect(json.at(0)).toEqual(slot('08:00', '08:45'))
    expect(json.at(-1)).toEqual(slot('12:15', '13:00'))
  })

  it('offers nothing on days that cannot be booked', async () => {
    const yesterday = addDays(TODAY, -1)
    const saturday = '2027-01-09'
    const afterHalfAYear = addDays(TODAY, 181)
    for (const day of [yesterday, saturday, afterHalfAYear, '2099-01-05', '1999-01-05'])
      expect((await readSlots(`date=${day}&service=facial`)).json).toEqual([])
  })

  it('says that a service is not found when it is unknown or switched off', async () => {
    const app = openTestApp()
    app.changeRows(`update services set active = 0 where id = 'facial'`)
    for (const id of ['facial', 'massage']) {
      const { status, json } = await readSlots(`date=2027-01-08&service=${id}`, app)
      const message = 'Diese Leistung gibt es nicht mehr.'
      expect([status, json]).toEqual([404, { error: 'service_not_found', message }])
    }
  })
})

describe('GET /api/slots where two doctors offer the service', () => {
  it('names the doctor of each start, for a move too', async () => {
    const { addService, browser, ctx } = openSecondDoctorApp()
    addService('gespraech', 'dr-b', 'doctor-1')
    const { id } = insertBooking(ctx().db, { serviceId: 'gespraech', resourceId: 'dr-b' })
    for (const query of ['resource=dr-b', `move=${id}`]) {
      const { json } = await browser().get(`/api/slots?date=2027-01-13&service=gespraech&${query}`)
      expect(json.at(0), query).toMatchObject({ resource_id: 'dr-b', resource_name: 'Dr. Beispiel' })
    }
  })

  it('treats an empty wish as none', async () => {
    const { addService, browser } = openSecondDoctorApp()
    addService('gespraech', 'dr-b', 'doctor-1')
    const { status, json } = await browser().get('/api/slots?date=2027-01-13&service=gespraech&resource=')
    expect(status).toBe(200)
    expect(json).not.toHaveLength(0)
  })
})

describe('GET /api/slots for a range of days', () => {
  const readSummary = (query: string) => readSlots(`summary=1&${query}`)

  it('counts the free starts of every day, both ends included', async () => {
    const { status, json, headers } = await readSummary(
      'from=2027-01-08&to=2027-01-12&service=erstordination',
    )
    expect(status).toBe(200)
    // The quarters of an hour from 08:00 to 12:15 on Friday, to 11:15 and from 13:30 to 16:45 on other days.
    expect(json).toEqual([
      { date: '2027-01-08', available_count: 18 },
      { date: '2027-01-09', available_count: 0 },
      { date: '2027-01-10', available_count: 0 },
      { date: '2027-01-11', available_count: 28 },
      { date: '2027-01-12', available_count: 28 },
    ])
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it.each(['', '&service='])(
    'counts the starts of all services when none is named: "%s"',
    async (noService) => {
      const [dayOfAll] = (await readSummary(`from=2027-01-12&to=2027-01-12${noService}`)).json
      const [dayOfOne] = (await readSummary('from=2027-01-12&to=2027-01-12&service=erstordination')).json
      expect(dayOfAll.available_count).toBeGreaterThan(dayOfOne.available_count)
    },
  )

  it('covers one day, and 120 at most', async () => {
    expect((await readSummary(`from=${TODAY}&to=${TODAY}`)).json).toHaveLength(1)
    const longest = await readSummary(`from=${TODAY}&to=${LAST_DAY}`)
    expect([longest.status, longest.json.length]).toEqual([200, 120])
    expect(longest.json.at(-1).date).toBe(LAST_DAY)
  })

  it('is refused for an unknown service, even in a range that cannot be booked', async () => {
    for (const range of ['from=2027-01-08&to=2027-01-09', 'from=2020-01-08&to=2020-01-09']) {
      const answer = await readSummary(`${range}&service=massage`)
      expect([answer.status, answer.json.error]).toEqual([404, 'service_not_found'])
    }
  })
})

describe('GET /api/slots', () => {
  const TOO_MANY_DAYS = 'Höchstens 120 Tage, in zeitlicher Reihenfolge.'
  const INVALID_SUMMARY = 'Bitte prüfen Sie diese Angabe.'

  it.each([
    { query: 'service=facial', fields: { date: 'Bitte ein Datum angeben.' } },
    { query: 'date=2027-01-08', fields: { service: 'Bitte eine Leistung angeben.' } },
    { query: 'date=2027-01-08&service=', fields: { service: 'Bitte eine Leistung angeben.' } },
    { query: 'date=2027-02-30&service=facial', fields: { date: INVALID_DAY } },
    { query: `summary=1&from=${TODAY}&to=${DAY_TOO_MANY}`, fields: { to: TOO_MANY_DAYS } },
    { query: 'summary=1&to=2027-01-08', fields: { from: 'Bitte ein Datum angeben.' } },
    { query: 'summary=1&from=2027-01-08&to=morgen', fields: { to: INVALID_DAY } },
    { query: `summary=0&from=${TODAY}&to=${TODAY}`, fields: { summary: INVALID_SUMMARY } },
    { query: `summary=true&from=${TODAY}&to=${TODAY}`, fields: { summary: INVALID_SUMMARY } },
    { query: `summary=&from=${TODAY}&to=${TODAY}`, fields: { summary: INVALID_SUMMARY } },
  ])('is refused with a sentence at the faulty field: $query', async ({ query, fields }) => {
    const { status, json } = await readSlots(query)
    const message = 'Bitte prüfen Sie Ihre Angaben.'
    expect([status, json]).toEqual([400, { error: 'invalid', message, fields }])
  })
})
