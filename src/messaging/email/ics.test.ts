import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import type { Ctx } from '../../ctx.ts'
import type { Booking } from '../../db/schema.ts'
import { writeSettings } from '../../practice/settings.ts'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { calendarCancellation, calendarFile, calendarInvitation } from './ics.ts'

type Write = (ctx: Ctx, booking: Booking) => string

/** The kinds of calendar file, each with its method in RFC 5546. */
const WRITERS: [string, Write, method: string][] = [
  ['file', calendarFile, 'PUBLISH'],
  ['invitation', calendarInvitation, 'REQUEST'],
  ['cancellation', calendarCancellation, 'CANCEL'],
]

/** Opens an app with a confirmed booking: Tuesday, 12 January 2027, 08:30 to 09:00. */
function openBooked(changes: Partial<Booking> = {}) {
  const app = openTestApp()
  const booking = insertBooking(app.ctx().db, { status: 'confirmed', svnr: '1237010180', ...changes })
  return { app, booking, path: `/api/bookings/${booking.id}/termin.ics` }
}

/** Reads a calendar with another program's parser. */
function parse(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent')
  const property = (name: string) => events[0]?.getFirstProperty(name)
  return {
    method: calendar.getFirstPropertyValue('method'),
    events,
    /** The names of the properties of calendar and event. */
    names: [calendar, ...events].map((component) => component.getAllProperties().map(({ name }) => name)),
    property,
    value: (name: string) => String(property(name)?.getFirstValue()),
  }
}

describe.each(WRITERS)('the %s', (_name, write, method) => {
  it('is one event in UTC, stamped with the time of writing', () => {
    const { app, booking } = openBooked()
    const text = write(app.ctx(), booking)
    const calendar = parse(text)
    expect(calendar.method).toBe(method)
    expect(calendar.events).toHaveLength(1)
    expect(text).toContain('\r\nVERSION:2.0\r\n')
    expect(text).toContain('\r\nDTSTART:20270112T073000Z\r\n')
    expect(text).toContain('\r\nDTEND:20270112T080000Z\r\n')
    expect(text).not.toMatch(/TZID|VTIMEZONE/)
    expect(calendar.value('dtstamp')).toBe(new Date(app.ctx().now).toISOString().replace('.000', ''))
    expect(calendar.value('summary')).toBe('Termin Ordination Dr. Demo Muster')
    expect(calendar.value('location')).toBe('Beispielstraße 1, 6850 Dornbirn')
  })

  it('contains neither treatment nor patient, nor the id with which anybody could cancel', () => {
    const { app, booking } = openBooked({ email: 'patient@example.at', notes: 'Untersuchung' })
    const text = write(app.ctx(), booking).replace(/\r\n /g, '')
    for (const secret of [booking.id, 'Akupunktur', 'Untersuchung', 'Rosa', 'Musterfrau', '1237', '1980'])
      expect(text).not.toContain(secret)
    // Only an invitation names its recipient.
    expect(text.includes('patient@example.at')).toBe(method !== 'PUBLISH')
  })

  it('is the same event every time, whatever changes about the practice, and another one for each booking', () => {
    const { app, booking } = openBooked()
    const other = insertBooking(app.ctx().db, { startsAt: booking.startsAt + HOUR })
    const uidOf = (each: Booking) => parse(write(app.ctx(), each)).value('uid')
    const uid = uidOf(booking)
    expect(uid).toMatch(/^booking-[\w-]{43}@ordi$/)

    app.pass(MINUTE)
    writeSettings(app.ctx(), 'urls', { PUBLIC_BASE_URL: 'https://neu.example' })
    writeSettings(app.ctx(), 'practice', { name: 'Ordination Neu', address: 'Neue Gasse 2' })
    expect(uidOf(booking)).toBe(uid)
    expect(uidOf(other)).not.toBe(uid)
  })

  it('contains nothing more with hostile names', () => {
    const EVIL =
      'x"\r\nATTENDEE;CN=Eve:mailto:eve@evil.example\nX-EVIL:1\u2028\rEND:VEVENT\r\nBEGIN:VALARM\u0000;:,^n\\n'
    const { app, booking } = openBooked()
    const before = parse(write(app.ctx(), booking))
    writeSettings(app.ctx(), 'practice', { name: EVIL, address: EVIL, zip: EVIL, city: EVIL })
    const names = { firstName: EVIL, lastName: EVIL, serviceName: EVIL, notes: EVIL }
    const hostile = parse(write(app.ctx(), { ...booking, ...names, email: `a${EVIL}@evil.example` }))
    expect(hostile.names).toEqual(before.names)
    expect(hostile.events[0]?.getAllSubcomponents()).toEqual([])
    expect(hostile.property('organizer')?.getFirstValue()).toBe(before.property('organizer')?.getFirstValue())
    expect(Object.keys(hostile.property('organizer')?.toJSON()[1] ?? { cn: '' })).toEqual(['cn'])
  })

  it('is folded at 75 octets, and never within a character', () => {
    const { app, booking } = openBooked()
    const name = 'Ordination; Größenwahn & "Co", 🌲 Straßenmüller \\n '.repeat(12).trim()
    writeSettings(app.ctx(), 'practice', { name, address: name })
    const text = write(app.ctx(), booking)
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*\r\nEND:VCALENDAR\r\n$/)
    expect(parse(text).value('summary')).toBe(`Termin ${name}`)
  })
})

describe('the file', () => {
  it('is downloaded, and not cached', async () => {
    const { app, booking, path } = openBooked()
    const answer = await app.browser().get(path)
    expect([answer.status, answer.text]).toEqual([200, calendarFile(app.ctx(), booking)])
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="termin.ics"')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const unknown = await app.browser().get(path.replace(booking.id, 'x'.repeat(32)))
    expect([unknown.status, unknown.json.error]).toEqual([404, 'not found'])
  })

  it('means the same wall time in summer', () => {
    const { app, booking } = openBooked({ startsAt: Date.parse('2027-06-01T08:30:00+02:00') })
    expect(calendarFile(app.ctx(), booking)).toContain('\r\nDTSTART:20270601T063000Z\r\n')
  })

  it.each([
    ['requested', 'TENTATIVE'],
    ['confirmed', 'CONFIRMED'],
    ['rejected', 'CANCELLED'],
    ['cancelled', 'CANCELLED'],
  ] as const)('of a %s booking has the status %s', (status, expected) => {
    const { app, booking } = openBooked({ status })
    expect(parse(calendarFile(app.ctx(), booking)).value('status')).toBe(expected)
  })

  it('needs neither a name nor an address of the practice', () => {
    const { app, booking } = openBooked()
    writeSettings(app.ctx(), 'practice', { name: '', address: '', zip: '', city: '' })
    expect(parse(calendarFile(app.ctx(), booking)).value('summary')).toBe('Termin')
  })
})

/** The files that are sent to the patient. The first writer makes the file that patients download. */
const MESSAGE_WRITERS = WRITERS.slice(1)

describe('invitation and cancellation', () => {
  it.each(MESSAGE_WRITERS)('the %s goes from practice to patient and asks for no answer', (_name, write) => {
    const { app, booking } = openBooked()
    const { property, value } = parse(write(app.ctx(), booking))
    expect(value('organizer').toLowerCase()).toBe('mailto:termine@ordination.example')
    expect(property('organizer')?.getParameter('cn')).toBe('Ordination Dr. Demo Muster')
    expect(value('attendee').toLowerCase()).toBe('mailto:rosa@musterfrau.example')
    expect(property('attendee')?.getParameter('rsvp')).toBe('FALSE')
    expect(property('attendee')?.getParameter('partstat')).toBe('NEEDS-ACTION')
    expect(property('attendee')?.getParameter('role')).toBe('REQ-PARTICIPANT')
    expect(property('attendee')?.getParameter('cutype')).toBe('INDIVIDUAL')
  })

  it('have the sequence of the booking, by which calendars know a newer state of the same event', () => {
    const { app, booking } = openBooked({ calendarSequence: 3 })
    const before = parse(calendarInvitation(app.ctx(), booking))
    const startsAt = booking.startsAt + HOUR
    const later = { ...booking, calendarSequence: 4 }
    const moved = parse(calendarInvitation(app.ctx(), { ...later, startsAt, endsAt: startsAt + HOUR }))
    const cancelled = parse(calendarCancellation(app.ctx(), later))
    expect([before, moved, cancelled].map(({ value }) => value('sequence'))).toEqual(['3', '4', '4'])
    expect(moved.value('dtstart')).toBe('2027-01-12T08:30:00Z')
    for (const name of ['uid', 'organizer', 'attendee', 'dtstart', 'dtend', 'summary'])
      expect(cancelled.value(name)).toBe(before.value(name))
    expect(moved.value('uid')).toBe(before.value('uid'))
  })

  it('say CONFIRMED and CANCELLED, whatever the row says', () => {
    const { app, booking } = openBooked({ status: 'requested' })
    expect(parse(calendarInvitation(app.ctx(), booking)).value('status')).toBe('CONFIRMED')
    expect(parse(calendarCancellation(app.ctx(), booking)).value('status')).toBe('CANCELLED')
  })

  it.each(MESSAGE_WRITERS)(
    'the %s has the organizer from whom the e-mails come: MAIL_FROM',
    (_name, write) => {
      const { app, booking } = openBooked()
      const config = { ...app.ctx().config, mailFrom: 'Portal <portal@mailer.example>' }
      const { property, value } = parse(write({ ...app.ctx(), config }, booking))
      expect(value('organizer').toLowerCase()).toBe('mailto:portal@mailer.example')
      expect(property('organizer')?.getParameter('cn')).toBe('Ordination Dr. Demo Muster')
    },
  )

  it('are plain files without any address of the practice', () => {
    const { app, booking } = openBooked()
    writeSettings(app.ctx(), 'practice', { mail: '' })
    const invitation = parse(calendarInvitation(app.ctx(), booking))
    const cancellation = parse(calendarCancellation(app.ctx(), booking))
    expect([invitation.value('status'), cancellation.value('status')]).toEqual(['CONFIRMED', 'CANCELLED'])
    for (const { method, names } of [invitation, cancellation]) {
      expect(method).toBe('PUBLISH')
      // RFC 5546, section 3.2.1: a published event must not name attendees.
      expect(names.flat()).not.toContain('attendee')
    }
  })
})
