import { describe, expect, it } from 'vitest'
import { writeSettings } from '../../practice/settings.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openTestApp } from '../../testing/test-app.ts'

/** Asks in a new practice why a time is not free. */
const askWhy = (query: string) => openTestApp().admin().get(`/api/admin/slots/why${query}`)

describe('the reason why a time is not free', () => {
  it('names the appointment that is in the way', async () => {
    const app = openTestApp()
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed' })
    // The appointment starts at a possible start of this service.
    const start = encodeURIComponent('2027-01-12T08:30:00+01:00')
    const { json } = await app.admin().get(`/api/admin/slots/why?service=folgebehandlung&start=${start}`)
    expect(json).toEqual({
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
  })

  it('is also given for a free time that is not offered to patients', async () => {
    const app = openTestApp()
    app.setClock('2027-01-11T08:30:00+01:00')
    writeSettings(app.ctx(), 'general', { lead_hours: 24 })
    const readWhy = async (start: string) =>
      (await app.admin().get(`/api/admin/slots/why?service=folgebehandlung&start=${start}`)).json
    expect(await readWhy('2027-01-12T08:30')).toEqual({
      free: true,
      reasons: [
        {
          kind: 'lead',
          from: '2027-01-12T08:30:00+01:00',
          to: '2027-01-12T09:00:00+01:00',
          text: 'Patienten sehen diese Zeit nicht, weil sie online bis 24 Stunden vorher buchen.',
        },
      ],
    })
    expect(await readWhy('2027-01-12T08:45')).toEqual({ free: true, reasons: [] })
    expect((await readWhy('2027-01-12T07:00')).reasons).toMatchObject([{ kind: 'hours' }])
  })

  it('is given for a start whose plus was not encoded', async () => {
    const { json } = await askWhy('?service=folgebehandlung&start=2027-01-12T08:00:00+01:00')
    expect(json).toEqual({ free: true, reasons: [] })
  })

  it('can be given for a whole day', async () => {
    const readWhy = (day: string) => askWhy(`?service=folgebehandlung&date=${day}`)
    expect((await readWhy('2027-01-12')).json).toEqual({ free: true, reasons: [] })
    expect((await readWhy('2027-01-17')).json.reasons).toMatchObject([
      { kind: 'hours', text: 'Am Sonntag ist keine Arbeitszeit.' },
    ])
  })

  it.each([
    { fault: 'no service', query: 'start=2027-01-12T08:30:00%2B01:00', refusal: [400, 'invalid'] },
    {
      fault: 'an unknown service',
      query: 'service=nichts&date=2027-01-12',
      refusal: [404, 'service_not_found'],
    },
    {
      fault: 'a start that the clocks skip',
      query: 'service=facial&start=2027-03-28T02:30',
      refusal: [400, 'invalid'],
    },
    { fault: 'a start that is a word', query: 'service=facial&start=bald', refusal: [400, 'invalid'] },
    { fault: 'neither a start nor a day', query: 'service=facial', refusal: [400, 'invalid'] },
  ])('is refused for $fault', async ({ query, refusal }) => {
    const answer = await askWhy(`?${query}`)
    expect([answer.status, answer.json.error]).toEqual(refusal)
  })

  it('is refused without a time, with a sentence for that field', async () => {
    const readFieldErrors = async (query: string) => (await askWhy(`?service=facial${query}`)).json.fields
    expect(await readFieldErrors('')).toEqual({ start: 'Bitte einen Zeitpunkt oder einen Tag angeben.' })
    expect(await readFieldErrors('&start=bald')).toEqual({ start: 'Bitte einen gültigen Zeitpunkt angeben.' })
    expect(await readFieldErrors('&start=2027-03-28T02:30')).toEqual({
      start: 'Diese Uhrzeit gibt es an diesem Tag nicht: die Uhren werden umgestellt.',
    })
  })
})
