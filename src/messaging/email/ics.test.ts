import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import type { Ctx } from '../../ctx.ts'
import { type Booking, bookings } from '../../db/schema.ts'
import { writeSettings } from '../../practice/settings.ts'
import { book } from '../../testing/factory.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { calendarCancellation, calendarInvitation } from './ics.ts'

const START = '2027-01-12T08:30:00+01:00'

/** An app with one booking, and its calendar file as a patient downloads it. */
async function booked(start = START) {
  const app = openTestApp()
  const browser = app.browser()
  const { id } = (await book(app, browser, start)).json as { id: string }
  const load = async () => {
    const answer = await browser.get(`/api/bookings/${id}/termin.ics`)
    const calendar = new ICAL.Component(ICAL.parse(answer.text))
    const events = calendar.getAllSubcomponents('vevent')
    const value = (name: string) => String(events[0]?.getFirstPropertyValue(name))
    return { answer, calendar, events, value }
  }
  return { app, id, load }
}

describe('the calendar file', () => {
  it('is one event from start to end in UTC, read by another program', async () => {
    const { app, load } = await booked()
    const { answer, calendar, events, value } = await load()
    expect(answer.status).toBe(200)
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
    expect(events).toHaveLength(1)
    expect(answer.text).toContain('\r\nDTSTART:20270112T073000Z\r\n')
    expect(answer.text).toContain('\r\nDTEND:20270112T081500Z\r\n')
    expect(value('dtstamp')).toBe(new Date(app.ctx().now).toISOString().replace('.000', ''))
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
    const { load, app } = await booked()
    const first = (await load()).value('uid')
    app.pass(60_000)
    expect((await load()).value('uid')).toBe(first)
    expect(first).toMatch(/^booking-[\w-]{43}@ordi$/)
    expect((await (await booked()).load()).value('uid')).not.toBe(first)
  })

  it.each([
    ['requested', 'TENTATIVE'],
    ['confirmed', 'CONFIRMED'],
    ['rejected', 'CANCELLED'],
    ['cancelled', 'CANCELLED'],
  ])('of a %s booking says %s', async (status, expected) => {
    const { app, load } = await booked()
    app.rows('update bookings set status = ? returning id', status)
    expect((await load()).value('status')).toBe(expected)
  })

  it('holds whatever the practice is called, and lets nothing be smuggled in', async () => {
    const { app, load } = await booked()
    const name = 'Müller; Söhne, \\n & "Co"\r\nATTENDEE:mailto:eve@evil.example\nEND:VEVENT'
    const address = `${'Lange Straße '.repeat(20)};1`
    writeSettings(app.ctx(), 'practice', { name, address, zip: '', city: 'Dornbirn,\r\nX-EVIL:1' })
    const { answer, events, value } = await load()
    expect(events).toHaveLength(1)
    expect(events[0]?.getAllProperties().map(({ name }) => name)).not.toContain('attendee')
    expect(events[0]?.getAllProperties().map(({ name }) => name)).not.toContain('x-evil')
    expect(value('summary')).toBe(`Termin ${name.replace(/\s+/g, ' ')}`)
    expect(value('location')).toContain('Lange Straße Lange Straße')
    for (const line of answer.text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(answer.text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it('is there without a name and an address too', async () => {
    const { app, load } = await booked()
    writeSettings(app.ctx(), 'practice', { name: '', address: '', zip: '', city: '' })
    expect((await load()).value('summary')).toBe('Termin')
  })

  it('is not found for an unknown booking', async () => {
    const answer = await openTestApp()
      .browser()
      .get(`/api/bookings/${'x'.repeat(32)}/termin.ics`)
    expect([answer.status, answer.json.error]).toEqual([404, 'not found'])
  })
})

/** A calendar text, read by another program. */
function parsed(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent')
  const property = (name: string) => events[0]?.getFirstProperty(name)
  return {
    calendar,
    events,
    names: events[0]?.getAllProperties().map(({ name }) => name) ?? [],
    property,
    value: (name: string) => String(property(name)?.getFirstValue()),
  }
}

/** One booking, and the calendar texts that go to its patient by mail. */
async function invited(changes: Partial<Booking> = {}) {
  const { app, load } = await booked()
  const row = app.ctx().db.select().from(bookings).all()[0]
  if (row === undefined) throw new Error('nothing was booked')
  const booking: Booking = { ...row, status: 'confirmed', ...changes }
  return {
    app,
    load,
    booking,
    invitation: (ctx = app.ctx()) => calendarInvitation(ctx, booking),
    cancellation: (ctx = app.ctx()) =>
      calendarCancellation(ctx, {
        ...booking,
        status: 'cancelled',
        calendarSequence: booking.calendarSequence + 1,
      }),
  }
}

describe('the invitation', () => {
  it('comes from the practice, goes to the patient and asks for no answer', async () => {
    const { invitation } = await invited()
    const { calendar, events, property, value } = parsed(invitation())
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
    expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST')
    expect(events).toHaveLength(1)
    expect(value('status')).toBe('CONFIRMED')
    expect(value('sequence')).toBe('0')
    expect(value('organizer').toLowerCase()).toBe('mailto:termine@ordination.example')
    expect(property('organizer')?.getParameter('cn')).toBe('Ordination Dr. Demo Muster')
    expect(value('attendee').toLowerCase()).toBe('mailto:rosa@musterfrau.example')
    expect(property('attendee')?.getParameter('rsvp')).toBe('FALSE')
    expect(property('attendee')?.getParameter('partstat')).toBe('NEEDS-ACTION')
    expect(property('attendee')?.getParameter('role')).toBe('REQ-PARTICIPANT')
    expect(property('attendee')?.getParameter('cutype')).toBe('INDIVIDUAL')
  })

  it('is in UTC and stamped with the moment it was written', async () => {
    const { invitation, app } = await invited()
    expect(invitation()).toContain('\r\nDTSTART:20270112T073000Z\r\n')
    expect(invitation()).toContain('\r\nDTEND:20270112T081500Z\r\n')
    expect(invitation()).not.toMatch(/TZID|VTIMEZONE/)
    expect(parsed(invitation()).value('dtstamp')).toBe(
      new Date(app.ctx().now).toISOString().replace('.000', ''),
    )
  })

  it('tells neither the treatment nor who comes, nor the id that lets its bearer cancel', async () => {
    const { invitation, booking } = await invited()
    const whole = invitation().replace(/\r\n /g, '')
    expect(parsed(invitation()).value('summary')).toBe('Termin Ordination Dr. Demo Muster')
    for (const secret of [
      booking.id,
      'Erstordination',
      'Untersuchung',
      'Befund',
      'Rosa',
      'Musterfrau',
      '1237',
      '1980',
    ])
      expect(whole).not.toContain(secret)
  })

  it('sent again is an update of the same event, when the sequence of the booking has risen', async () => {
    const { app, invitation, booking } = await invited()
    const startsAt = booking.startsAt + 3_600_000
    const moved = { ...booking, startsAt, endsAt: startsAt + 1_800_000, calendarSequence: 1 }
    const [before, after] = [parsed(invitation()), parsed(calendarInvitation(app.ctx(), moved))]
    expect(after.calendar.getFirstPropertyValue('method')).toBe('REQUEST')
    expect(after.value('uid')).toBe(before.value('uid'))
    expect([before.value('sequence'), after.value('sequence')]).toEqual(['0', '1'])
    expect([before.value('dtstart'), after.value('dtstart')]).toEqual([
      '2027-01-12T07:30:00Z',
      '2027-01-12T08:30:00Z',
    ])
  })

  it('comes from MAIL_FROM while the practice has no address of its own', async () => {
    const { invitation, app } = await invited()
    writeSettings(app.ctx(), 'practice', { mail: '', name: '' })
    const ctx = app.ctx()
    const { property, value } = parsed(
      invitation({ ...ctx, config: { ...ctx.config, mailFrom: 'Portal <portal@mailer.example>' } }),
    )
    expect(value('organizer').toLowerCase()).toBe('mailto:portal@mailer.example')
    expect(property('organizer')?.getParameter('cn')).toBe('portal@mailer.example')
  })

  it('is a plain file where nobody can invite', async () => {
    const { invitation, cancellation, app } = await invited()
    writeSettings(app.ctx(), 'practice', { mail: '' })
    for (const [text, status] of [
      [invitation(), 'CONFIRMED'],
      [cancellation(), 'CANCELLED'],
    ] as const) {
      const { calendar, names, value } = parsed(text)
      expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
      expect(value('status')).toBe(status)
      // RFC 5546, section 3.2.1: a published entry must not name attendees.
      expect(names).not.toContain('attendee')
    }
  })
})

describe('the cancellation', () => {
  it('is found by the calendar though everything about the practice has changed since', async () => {
    const { app, invitation, cancellation } = await invited()
    const before = parsed(invitation())
    writeSettings(app.ctx(), 'urls', { PUBLIC_BASE_URL: 'https://neu.example' })
    writeSettings(app.ctx(), 'practice', { name: 'Ordination Neu', address: 'Neue Gasse 2' })
    expect(parsed(cancellation()).value('uid')).toBe(before.value('uid'))
  })

  it('names the same event with a higher sequence', async () => {
    const { invitation, cancellation, load } = await invited({ calendarSequence: 3 })
    const [before, after] = [parsed(invitation()), parsed(cancellation())]
    expect(after.calendar.getFirstPropertyValue('method')).toBe('CANCEL')
    expect(after.value('status')).toBe('CANCELLED')
    expect(after.value('uid')).toBe(before.value('uid'))
    expect(after.value('uid')).toBe((await load()).value('uid'))
    expect([before.value('sequence'), after.value('sequence')]).toEqual(['3', '4'])
    for (const name of ['organizer', 'attendee', 'dtstart', 'dtend', 'summary'])
      expect(after.value(name)).toBe(before.value(name))
  })

  it('says so whatever the row says', async () => {
    const { app, booking } = await invited()
    expect(parsed(calendarCancellation(app.ctx(), booking)).value('status')).toBe('CANCELLED')
    expect(parsed(calendarInvitation(app.ctx(), { ...booking, status: 'requested' })).value('status')).toBe(
      'CONFIRMED',
    )
  })
})

describe('hostile names', () => {
  const EVIL =
    'x"\r\nATTENDEE;CN=Eve:mailto:eve@evil.example\nX-EVIL:1\u2028\rEND:VEVENT\r\nBEGIN:VALARM\u0000;:,^n\\n'

  it.each<[string, (ctx: Ctx, booking: Booking) => string]>([
    ['the invitation', calendarInvitation],
    ['the cancellation', calendarCancellation],
  ])('add nothing to %s', async (_name, write) => {
    const { app, booking } = await invited()
    const tame = parsed(write(app.ctx(), booking))
    writeSettings(app.ctx(), 'practice', { name: EVIL, address: EVIL, zip: EVIL, city: EVIL })
    const wild = {
      firstName: EVIL,
      lastName: EVIL,
      serviceName: EVIL,
      notes: EVIL,
      email: `a${EVIL}@evil.example`,
    }
    const text = write(app.ctx(), { ...booking, ...wild })
    const { calendar, events, names, property } = parsed(text)
    expect(names).toEqual(tame.names)
    expect(events).toHaveLength(1)
    expect(events[0]?.getAllSubcomponents()).toEqual([])
    expect(calendar.getAllProperties().map(({ name }) => name)).toEqual(
      tame.calendar.getAllProperties().map(({ name }) => name),
    )
    expect(Object.keys(property('organizer')?.toJSON()[1] ?? {})).toEqual(['cn'])
    expect(property('organizer')?.getFirstValue()).toBe(tame.property('organizer')?.getFirstValue())
  })

  it('of any length are folded at 75 octets, and never within a sign', async () => {
    const { app, invitation, cancellation } = await invited()
    const name = 'Ordination Größenwahn 🌲 Straßenmüller '.repeat(12).trim()
    writeSettings(app.ctx(), 'practice', { name, address: name })
    for (const text of [invitation(), cancellation()]) {
      for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      expect(text).toMatch(/^BEGIN:VCALENDAR\r\n/)
      expect(text).toMatch(/\r\nEND:VCALENDAR\r\n$/)
      expect(parsed(text).value('summary')).toBe(`Termin ${name}`)
      expect(parsed(text).property('organizer')?.getParameter('cn')).toBe(name)
    }
  })
})
