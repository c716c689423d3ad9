import { describe, expect, it } from 'vitest'
import { writeSettings } from '../../practice/settings.ts'
import { openRequestedApp } from '../../testing/requested-app.ts'
import { openTestApp } from '../../testing/test-app.ts'

/** Calls a route of the free times in a new practice. */
const getSlots = (path: string) => openTestApp().admin().get(`/api/admin/slots${path}`)

describe('the free times of a day', () => {
  it('are starts with their ends', async () => {
    const { admin } = await openRequestedApp()
    const { json } = await admin.get('/api/admin/slots?service_id=folgebehandlung&date=2027-01-12')
    const [first, second] = json
    expect(first).toEqual({
      slot_start: '2027-01-12T08:00:00+01:00',
      slot_end: '2027-01-12T08:30:00+01:00',
    })
    // The appointment of the app, an Erstordination at 08:30, occupies its time until 09:20.
    expect(second.slot_start).toBe('2027-01-12T09:30:00+01:00')
  })

  it.each([
    { day: 'a day beyond maxBookingDays', date: '2027-06-01', firstStart: '2027-06-01T08:00:00+02:00' },
    { day: 'the rest of today', date: '2027-01-07', firstStart: '2027-01-07T13:45:00+01:00' },
    { day: 'no past day', date: '2027-01-06', firstStart: undefined },
    { day: 'no Sunday', date: '2027-01-10', firstStart: undefined },
    { day: 'no day years ahead', date: '2031-01-13', firstStart: undefined },
  ])('are those of $day', async ({ date, firstStart }) => {
    const app = openTestApp()
    writeSettings(app.ctx(), 'general', { maxBookingDays: 3 })
    const { json } = await app.admin().get(`/api/admin/slots?service_id=folgebehandlung&date=${date}`)
    const [firstSlot] = json
    expect(firstSlot?.slot_start).toBe(firstStart)
  })

  it.each([
    {
      fault: 'an unknown service',
      query: 'service_id=massage&date=2027-01-12',
      refusal: [404, 'service_not_found'],
    },
    { fault: 'no service', query: 'date=2027-01-12', refusal: [400, 'invalid'] },
    { fault: 'no day', query: 'service_id=facial', refusal: [400, 'invalid'] },
    {
      fault: 'a day that does not exist',
      query: 'service_id=facial&date=2027-13-01',
      refusal: [400, 'invalid'],
    },
  ])('are refused for $fault', async ({ query, refusal }) => {
    const answer = await openTestApp().admin().get(`/api/admin/slots?${query}`)
    expect([answer.status, answer.json.error]).toEqual(refusal)
  })
})

describe('the next free times', () => {
  const FOUR_DAYS = ['2027-01-12', '2027-01-13', '2027-01-14', '2027-01-15']

  /** Reads the next free times from Tuesday, 12 January. @returns their days, and times such as "08:00" */
  async function readNext(query = '') {
    const { json } = await getSlots(`/next?service=folgebehandlung&from=2027-01-12${query}`)
    const days = json as { date: string; starts: string[] }[]
    const starts = days.flatMap((day) => day.starts)
    return {
      dates: days.map(({ date }) => date),
      times: starts.map((start) => /T(\d\d:\d\d)/.exec(start)?.[1] ?? ''),
    }
  }

  it('are those of four days', async () => {
    const { dates, times } = await readNext()
    expect(dates).toEqual(FOUR_DAYS)
    expect(times.at(0)).toBe('08:00')
  })

  it('can be those of four afternoons', async () => {
    const { dates, times } = await readNext('&part=afternoon')
    expect(dates).toEqual(FOUR_DAYS)
    expect(times.at(0)).toBe('13:30')
    expect(times.filter((time) => time < '12:00')).toEqual([])
  })

  it.each([
    {
      fault: 'an unknown service',
      query: 'service=nichts&from=2027-01-12',
      refusal: [404, 'service_not_found'],
    },
    { fault: 'no first day', query: 'service=facial', refusal: [400, 'invalid'] },
    {
      fault: 'an unknown part of the day',
      query: 'service=facial&from=2027-01-12&part=night',
      refusal: [400, 'invalid'],
    },
  ])('are refused for $fault', async ({ query, refusal }) => {
    const answer = await getSlots(`/next?${query}`)
    expect([answer.status, answer.json.error]).toEqual(refusal)
  })
})
