import { expect, it } from 'vitest'
import { HOUR } from '../../shared/day.ts'
import { UTILISED_WEEKS } from '../../shared/utilisation.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openTestApp } from '../../testing/test-app.ts'

/** The start of an appointment, on a Tuesday at nine of the month before NOW. */
const PAST_START = Date.parse('2026-12-29T09:00:00+01:00')
/** The working minutes from nine to ten on the Tuesdays of all weeks that are counted. */
const CAPACITY_MIN = 60 * UTILISED_WEEKS

it('the figures are answered by their names on the wire, without anything about patients', async () => {
  const app = openTestApp()
  insertBooking(app.ctx().db, { startsAt: PAST_START, status: 'confirmed', attendance: 'no_show' })
  const { status, json, text } = await app.admin().get('/api/admin/statistics')
  expect(status).toBe(200)
  expect(json.months).toHaveLength(24)
  const december = json.months.at(-2)
  expect(december).toEqual({
    month: '2026-12',
    running: false,
    bookings: 1,
    first_visits: 1,
    rejected: 0,
    missed: 1,
    cancelled: 0,
    cancelled_by: { patient: 0, practice: 0 },
    cancelled_ahead: { within_day: 0, within_week: 0, earlier: 0 },
    asked: 0,
    answered: 0,
    hours_to_answer: null,
    // The days that `insertBooking` puts between the request and the appointment.
    days_ahead: 8,
    from_waiting_list: 0,
  })
  expect(json.hours).toContainEqual({ weekday: 2, hour: 9, capacity_min: CAPACITY_MIN, booked_min: 30 })
  expect(text).not.toMatch(/Musterfrau|rosa|0664/)
})

it('the figures can be limited to one service', async () => {
  const app = openTestApp()
  insertBooking(app.ctx().db, { startsAt: PAST_START, status: 'confirmed' })
  const countInDecember = async (service: string) => {
    const { months } = (await app.admin().get(`/api/admin/statistics?service=${service}`)).json
    return months.find(({ month }: { month: string }) => month === '2026-12').bookings
  }
  expect(await countInDecember('akupunktur')).toBe(1)
  expect(await countInDecember('facial')).toBe(0)
})

it('the figures are counted when they are read, even while nothing can be written', async () => {
  const app = openTestApp()
  const doctor = app.admin()
  const countBookingsOfThisMonth = async () =>
    (await doctor.get('/api/admin/statistics')).json.months.at(-1).bookings
  expect(await countBookingsOfThisMonth()).toBe(0)
  // Two years, from 1 February 2025 on, have 730 days.
  expect(app.rows('select count(*) as days from counted_days')).toEqual([{ days: 730 }])
  insertBooking(app.ctx().db)
  app.ctx().db.$client.pragma('query_only = ON')
  expect(await countBookingsOfThisMonth()).toBe(1)
})

it('the figures are two tables with German headings and decimal commas', async () => {
  const app = openTestApp()
  const createdAt = PAST_START - 36 * HOUR
  insertBooking(app.ctx().db, { startsAt: PAST_START, createdAt, status: 'confirmed' })
  const months = await app.admin().get('/api/admin/statistics.csv')
  expect(months.headers.get('content-disposition')).toBe('attachment; filename="auswertung-monate.csv"')
  const [headings, ...rows] = months.text.trimEnd().split('\r\n')
  expect(headings).toMatch(/^\ufeff?"Monat";"Buchungen";"Erste Besuche"/)
  expect(rows).toHaveLength(24)
  const december = rows.find((row) => row.startsWith('"2026-12"'))
  // One booking, a first visit, made a day and a half ahead; the median of the unanswered requests is empty.
  expect(december).toBe('"2026-12";"1";"1";"0";"0";"";"0";"0";"0";"0";"0";"0";"0";"0";"1,5";"0"')

  const hours = await app.admin().get('/api/admin/statistics.csv?table=hours')
  expect(hours.text).toContain(`"Dienstag";"09:00";"${CAPACITY_MIN}";"30"\r\n`)
})

it.each([
  { unknown: 'service', call: 'statistics?service=nothing', refusal: [404, 'service_not_found'] },
  { unknown: 'resource', call: 'statistics?resource=nobody', refusal: [404, 'not found'] },
  { unknown: 'resource', call: 'statistics.csv?resource=nobody', refusal: [404, 'not found'] },
  { unknown: 'table', call: 'statistics.csv?table=x', refusal: [400, 'invalid'] },
])('the figures of an unknown $unknown are refused: $call', async ({ call, refusal }) => {
  const { status, json } = await openTestApp().admin().get(`/api/admin/${call}`)
  expect([status, json.error]).toEqual(refusal)
})

it.each(['assistant', 'technik'] as const)(
  'the figures are only for doctors, and not for %s',
  async (role) => {
    const staff = openTestApp().admin(`${role}@ordination.example`, role)
    expect((await staff.get('/api/admin/statistics')).status).toBe(403)
    expect((await staff.get('/api/admin/statistics.csv')).status).toBe(403)
  },
)
