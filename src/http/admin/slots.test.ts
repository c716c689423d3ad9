import { describe, expect, it } from 'vitest'
import { insertBooking } from '../../testing/bookings.ts'
import { openTestApp } from '../../testing/test-app.ts'

const get = (path: string) => openTestApp().admin().get(`/api/admin/slots${path}`)

describe('the next free times', () => {
  it.each([
    ['', ['2027-01-12', '2027-01-13', '2027-01-14', '2027-01-15'], '08:00:00+01:00'],
    ['&part=afternoon', ['2027-01-12', '2027-01-13', '2027-01-14', '2027-01-15'], '13:30:00+01:00'],
  ])('are those of four days%s', async (part, days, first) => {
    const { json } = await get(`/next?service=folgebehandlung&from=2027-01-12${part}`)
    expect(json.map(({ date }: { date: string }) => date)).toEqual(days)
    const noon = part === '' ? '00:00' : '12:00'
    for (const start of json.flatMap(({ starts }: { starts: string[] }) => starts))
      expect(start.slice(11) >= noon, start).toBe(true)
    expect(json[0].starts[0].slice(11)).toBe(first)
  })

  it.each([
    ['service=nichts&from=2027-01-12', 404, 'service_not_found'],
    ['service=facial', 400, 'invalid'],
    ['service=facial&from=2027-01-12&part=night', 400, 'invalid'],
  ])('are refused for %s', async (query, status, code) => {
    const refused = await get(`/next?${query}`)
    expect([refused.status, refused.json.error]).toEqual([status, code])
  })
})

describe('why a time is not free', () => {
  it('is told with the appointment that is in the way', async () => {
    const app = openTestApp()
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed' })
    // The grid of this service has a start at the same time.
    const why = (query: string) => app.admin().get(`/api/admin/slots/why?service=folgebehandlung&${query}`)
    const start = encodeURIComponent('2027-01-12T08:30:00+01:00')
    expect((await why(`start=${start}`)).json).toEqual({
      free: false,
      reasons: [
        {
          kind: 'booking',
          from: '2027-01-12T08:30:00+01:00',
          to: '2027-01-12T09:00:00+01:00',
          text: '08:30 bis 09:00: Rosa Musterfrau, Akupunktur.',
          booking_id: id,
        },
      ],
    })
    expect((await why('date=2027-01-12')).json).toEqual({ free: true, reasons: [] })
    expect((await why('date=2027-01-17')).json.reasons).toMatchObject([
      { kind: 'hours', text: 'Am Sonntag ist keine Arbeitszeit.' },
    ])
  })

  it.each([
    ['start=2027-01-12T08:30:00%2B01:00', 400, 'invalid'],
    ['service=nichts&date=2027-01-12', 404, 'service_not_found'],
    ['service=facial&start=bald', 400, 'invalid'],
    ['service=facial', 400, 'invalid'],
  ])('is refused for %s', async (query, status, code) => {
    const refused = await get(`/why?${query}`)
    expect([refused.status, refused.json.error]).toEqual([status, code])
  })
})
