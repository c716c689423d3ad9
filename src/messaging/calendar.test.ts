import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { book } from '../testing/factory.ts'
import { openHouse } from '../testing/house.ts'

const START = '2027-01-12T08:30:00+01:00'

/** A house with one booking of an Erstordination, and its calendar file as a patient loads it. */
async function booked(start = START) {
  const house = openHouse()
  const browser = house.browser()
  const { id } = (await book(house, browser, start)).json as { id: string }
  const load = async () => {
    const answer = await browser.get(`/api/bookings/${id}/termin.ics`)
    const calendar = new ICAL.Component(ICAL.parse(answer.text))
    const events = calendar.getAllSubcomponents('vevent')
    const value = (name: string) => String(events[0]?.getFirstPropertyValue(name))
    return { answer, calendar, events, value }
  }
  return { house, id, load }
}

describe('the calendar file', () => {
  it('is one event from start to end in UTC, read by another program', async () => {
    const { house, load } = await booked()
    const { answer, calendar, events, value } = await load()
    expect(answer.status).toBe(200)
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
    expect(events).toHaveLength(1)
    expect(answer.text).toContain('\r\nDTSTART:20270112T073000Z\r\n')
    expect(answer.text).toContain('\r\nDTEND:20270112T081500Z\r\n')
    expect(value('dtstamp')).toBe(new Date(house.ctx().now).toISOString().replace('.000', ''))
    expect(value('summary')).toBe('Termin Ordination Dr. Demo Muster')
    expect(value('location')).toBe('Beispielstraße 1, 6850 Dornbirn')
  })

  it('means the same wall time in summer', async () => {
    const { load } = await booked('2027-06-01T08:30:00+02:00')
    expect((await load()).answer.text).toContain('\r\nDTSTART:20270601T063000Z\r\n')
  })

  it('is downloaded as a file, and kept by nobody on the way', async () => {
    const { answer } = await (await booked()).load()
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="termin.ics"')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('tells neither the treatment nor who comes, nor the id that lets its bearer cancel', async () => {
    const { id, load } = await booked()
    const { answer } = await load()
    const whole = answer.text.replace(/\r\n /g, '')
    for (const secret of [
      id,
      'Erstordination',
      'Untersuchung',
      'Befund',
      'Rosa',
      'Musterfrau',
      'rosa@',
      '1237',
      '1980',
    ])
      expect(whole).not.toContain(secret)
  })

  it('is the same event every time, and another one for another booking', async () => {
    const { load, house } = await booked()
    const first = (await load()).value('uid')
    house.pass(60_000)
    expect((await load()).value('uid')).toBe(first)
    expect(first).toMatch(/^booking-[\w-]{43}@localhost$/)
    expect((await (await booked()).load()).value('uid')).not.toBe(first)
  })

  it.each([
    ['requested', 'TENTATIVE'],
    ['confirmed', 'CONFIRMED'],
    ['rejected', 'CANCELLED'],
    ['cancelled', 'CANCELLED'],
  ])('of a %s booking says %s', async (status, expected) => {
    const { house, load } = await booked()
    house.rows('update bookings set status = ? returning id', status)
    expect((await load()).value('status')).toBe(expected)
  })

  it('holds whatever the practice is called, and lets nothing be smuggled in', async () => {
    const { house, load } = await booked()
    const name = 'Müller; Söhne, \\n & "Co"\r\nATTENDEE:mailto:eve@evil.example\nEND:VEVENT'
    const address = `${'Lange Straße '.repeat(20)};1`
    writeSettings(house.ctx(), 'practice', { name, address, zip: '', city: 'Dornbirn,\r\nX-EVIL:1' })
    const { answer, events, value } = await load()
    expect(events).toHaveLength(1)
    expect(events[0]?.getAllProperties().map(({ name }) => name)).not.toContain('attendee')
    expect(events[0]?.getAllProperties().map(({ name }) => name)).not.toContain('x-evil')
    expect(value('summary').replace(/\r/g, '')).toBe(`Termin ${name.replace(/\r/g, '')}`)
    expect(value('location')).toContain('Lange Straße Lange Straße')
    for (const line of answer.text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(answer.text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it('is there without a name and an address too', async () => {
    const { house, load } = await booked()
    writeSettings(house.ctx(), 'practice', { name: '', address: '', zip: '', city: '' })
    expect((await load()).value('summary')).toBe('Termin')
  })

  it('is not found for an unknown booking', async () => {
    const answer = await openHouse()
      .browser()
      .get(`/api/bookings/${'x'.repeat(32)}/termin.ics`)
    expect([answer.status, answer.json.error]).toEqual([404, 'not found'])
  })
})
