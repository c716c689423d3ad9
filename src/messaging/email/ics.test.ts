import { describe, expect, it } from 'vitest'
import type { Ctx } from '../../ctx.ts'
import type { Booking } from '../../db/schema.ts'
import { writeSettings } from '../../practice/settings.ts'
import { saveResource } from '../../schedule/resources.ts'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { parseCalendar } from '../../testing/parsed-calendar.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { calendarCancellation, calendarFile, calendarInvitation } from './ics.ts'

type Writer = Readonly<{ file: string; write: (ctx: Ctx, booking: Booking) => string; method: string }>

/** The kinds of calendar file, each with its method in RFC 5546. */
const WRITERS: readonly Writer[] = [
  { file: 'file', write: calendarFile, method: 'PUBLISH' },
  { file: 'invitation', write: calendarInvitation, method: 'REQUEST' },
  { file: 'cancellation', write: calendarCancellation, method: 'CANCEL' },
]

/** Opens an app with a confirmed booking: Tuesday, 12 January 2027, 08:30 to 09:00. */
function openBooked(changes: Partial<Booking> = {}) {
  const app = openTestApp()
  const booking = insertBooking(app.ctx().db, { status: 'confirmed', svnr: '1237010180', ...changes })
  return { app, booking }
}

describe.each(WRITERS)('the $file', ({ write, method }) => {
  it('is one event at the practice, stamped with the time of writing', () => {
    const { app, booking } = openBooked()
    const text = write(app.ctx(), booking)
    const calendar = parseCalendar(text)
    expect(calendar.method).toBe(method)
    expect(calendar.events).toHaveLength(1)
    expect(text).toContain('\r\nVERSION:2.0\r\n')
    expect(calendar.value('dtstamp')).toBe(new Date(app.ctx().now).toISOString().replace('.000', ''))
    expect(calendar.value('summary')).toBe('Termin Ordination Dr. Demo Muster')
    expect(calendar.value('location')).toBe('Beispielstraße 1, 6850 Dornbirn')
  })

  it('has its times in UTC', () => {
    const { app, booking } = openBooked()
    const text = write(app.ctx(), booking)
    // The appointment is from 08:30 to 09:00 in Vienna, which is an hour ahead of UTC in winter.
    expect(text).toContain('\r\nDTSTART:20270112T073000Z\r\n')
    expect(text).toContain('\r\nDTEND:20270112T080000Z\r\n')
    expect(text).not.toMatch(/TZID|VTIMEZONE/)
  })

  it('names neither treatment nor patient, nor the id with which anybody could cancel', () => {
    const { app, booking } = openBooked({ email: 'patient@example.at', notes: 'Untersuchung' })
    const text = write(app.ctx(), booking).replace(/\r\n /g, '')
    for (const secret of [booking.id, 'Akupunktur', 'Untersuchung', 'Rosa', 'Musterfrau', '1237', '1980'])
      expect(text).not.toContain(secret)
    // Only an invitation names its recipient.
    expect(text.includes('patient@example.at')).toBe(method !== 'PUBLISH')
  })

  it('has one UID per booking, which stays the same when the practice’s data change', () => {
    const { app, booking } = openBooked()
    const otherBooking = insertBooking(app.ctx().db, { startsAt: booking.startsAt + HOUR })
    const uidOf = (each: Booking) => parseCalendar(write(app.ctx(), each)).value('uid')
    const uid = uidOf(booking)
    expect(uid).toMatch(/^booking-[\w-]{43}@ordi$/)

    app.pass(MINUTE)
    writeSettings(app.ctx(), 'urls', { PUBLIC_BASE_URL: 'https://neu.example' })
    writeSettings(app.ctx(), 'practice', { name: 'Ordination Neu', address: 'Neue Gasse 2' })
    expect(uidOf(booking)).toBe(uid)
    expect(uidOf(otherBooking)).not.toBe(uid)
  })

  it('gets no further property from hostile names', () => {
    // A text that would add an attendee, a property and an alarm if it were not escaped.
    const evilText =
      'x"\r\nATTENDEE;CN=Eve:mailto:eve@evil.example\nX-EVIL:1\u2028\rEND:VEVENT\r\nBEGIN:VALARM\u0000;:,^n\\n'
    const { app, booking } = openBooked()
    const harmless = parseCalendar(write(app.ctx(), booking))
    writeSettings(app.ctx(), 'practice', { name: evilText, address: evilText, zip: evilText, city: evilText })
    const names = { firstName: evilText, lastName: evilText, serviceName: evilText, notes: evilText }
    const hostile = parseCalendar(
      write(app.ctx(), { ...booking, ...names, email: `a${evilText}@evil.example` }),
    )
    expect(hostile.names).toEqual(harmless.names)
    expect(hostile.events[0]?.getAllSubcomponents()).toEqual([])
    expect(hostile.property('organizer')?.getFirstValue()).toBe(
      harmless.property('organizer')?.getFirstValue(),
    )
    const parametersOfOrganizer = Object.keys(hostile.property('organizer')?.toJSON()[1] ?? {})
    // A file to download has no organizer.
    expect(parametersOfOrganizer).toEqual(method === 'PUBLISH' ? [] : ['cn'])
  })

  it('is folded at 75 octets, but never within a character', () => {
    const { app, booking } = openBooked()
    const name = 'Ordination; Größenwahn & "Co", 🌲 Straßenmüller \\n '.repeat(12).trim()
    writeSettings(app.ctx(), 'practice', { name, address: name })
    const text = write(app.ctx(), booking)
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*\r\nEND:VCALENDAR\r\n$/)
    expect(parseCalendar(text).value('summary')).toBe(`Termin ${name}`)
  })
})

describe('the title', () => {
  const titleOf = ({ app, booking }: ReturnType<typeof openBooked>) =>
    parseCalendar(calendarFile(app.ctx(), booking)).value('summary')

  it('names no doctor in a practice with only one resource', () => {
    expect(titleOf(openBooked())).toBe('Termin Ordination Dr. Demo Muster')
  })

  it('names the doctor in a practice with several resources', () => {
    const opened = openBooked()
    saveResource(opened.app.ctx(), 'doctor-1', { name: 'Dr. Beispiel' })
    saveResource(opened.app.ctx(), 'labor', { name: 'Labor' })
    expect(titleOf(opened)).toBe('Termin Dr. Beispiel, Ordination Dr. Demo Muster')
  })

  it('ends without a comma in a practice without a name', () => {
    const booker = { bookerFirstName: 'Eva', bookerLastName: 'Probe', bookerRelation: 'child' } as const
    const opened = openBooked(booker)
    writeSettings(opened.app.ctx(), 'practice', { name: '' })
    expect(titleOf(opened)).toBe('Termin für Rosa')
    saveResource(opened.app.ctx(), 'doctor-1', { name: 'Dr. Beispiel' })
    saveResource(opened.app.ctx(), 'labor', { name: 'Labor' })
    expect(titleOf(opened)).toBe('Termin für Rosa, Dr. Beispiel')
  })
})

describe('the file', () => {
  it('converts the wall time of summer to UTC', () => {
    const { app, booking } = openBooked({ startsAt: Date.parse('2027-06-01T08:30:00+02:00') })
    expect(calendarFile(app.ctx(), booking)).toContain('\r\nDTSTART:20270601T063000Z\r\n')
  })

  it.each([
    { bookingStatus: 'requested', eventStatus: 'TENTATIVE' },
    { bookingStatus: 'confirmed', eventStatus: 'CONFIRMED' },
    { bookingStatus: 'rejected', eventStatus: 'CANCELLED' },
    { bookingStatus: 'cancelled', eventStatus: 'CANCELLED' },
  ] as const)('of a $bookingStatus booking has the status $eventStatus', ({ bookingStatus, eventStatus }) => {
    const { app, booking } = openBooked({ status: bookingStatus })
    expect(parseCalendar(calendarFile(app.ctx(), booking)).value('status')).toBe(eventStatus)
  })

  it('needs neither a name nor an e-mail address of the practice', () => {
    const { app, booking } = openBooked()
    writeSettings(app.ctx(), 'practice', { name: '', address: '', zip: '', city: '' })
    expect(parseCalendar(calendarFile(app.ctx(), booking)).value('summary')).toBe('Termin')
  })
})
