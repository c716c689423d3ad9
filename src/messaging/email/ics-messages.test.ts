import { describe, expect, it } from 'vitest'
import type { Booking } from '../../db/schema.ts'
import { writeSettings } from '../../practice/settings.ts'
import { HOUR } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { parseCalendar } from '../../testing/parsed-calendar.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { calendarCancellation, calendarInvitation } from './ics.ts'

/** The files that are sent to the patient. */
const WRITERS = [
  { file: 'invitation', write: calendarInvitation },
  { file: 'cancellation', write: calendarCancellation },
]

/** Opens an app with a confirmed booking: Tuesday, 12 January 2027, 08:30 to 09:00. */
function openBooked(changes: Partial<Booking> = {}) {
  const app = openTestApp()
  return { app, booking: insertBooking(app.ctx().db, { status: 'confirmed', ...changes }) }
}

describe('invitation and cancellation', () => {
  it.each(WRITERS)('the $file is from the practice to the patient and asks for no answer', ({ write }) => {
    const { app, booking } = openBooked()
    const { property, value } = parseCalendar(write(app.ctx(), booking))
    expect(value('organizer').toLowerCase()).toBe('mailto:termine@ordination.example')
    expect(property('organizer')?.getParameter('cn')).toBe('Ordination Dr. Demo Muster')
    expect(value('attendee').toLowerCase()).toBe('mailto:rosa@musterfrau.example')
    expect(property('attendee')?.getParameter('rsvp')).toBe('FALSE')
    expect(property('attendee')?.getParameter('partstat')).toBe('NEEDS-ACTION')
    expect(property('attendee')?.getParameter('role')).toBe('REQ-PARTICIPANT')
    expect(property('attendee')?.getParameter('cutype')).toBe('INDIVIDUAL')
  })

  it('have the sequence of the booking, which tells calendars the newer state of an event', () => {
    const { app, booking } = openBooked({ calendarSequence: 3 })
    const invitation = parseCalendar(calendarInvitation(app.ctx(), booking))
    const cancellation = parseCalendar(calendarCancellation(app.ctx(), { ...booking, calendarSequence: 4 }))
    expect(invitation.value('sequence')).toBe('3')
    expect(cancellation.value('sequence')).toBe('4')
  })

  it('are about the same event, which a cancellation describes as the invitation did', () => {
    const { app, booking } = openBooked()
    const invitation = parseCalendar(calendarInvitation(app.ctx(), booking))
    const cancellation = parseCalendar(calendarCancellation(app.ctx(), booking))
    for (const name of ['uid', 'organizer', 'attendee', 'dtstart', 'dtend', 'summary'])
      expect(cancellation.value(name)).toBe(invitation.value(name))
  })

  it('have the same UID after a move, with the new time', () => {
    const { app, booking } = openBooked()
    const invitation = parseCalendar(calendarInvitation(app.ctx(), booking))
    const moved = { ...booking, startsAt: booking.startsAt + HOUR, endsAt: booking.endsAt + HOUR }
    const newInvitation = parseCalendar(calendarInvitation(app.ctx(), moved))
    // The appointment was moved from 08:30 to 09:30 in Vienna, which is an hour ahead of UTC in winter.
    expect(newInvitation.value('dtstart')).toBe('2027-01-12T08:30:00Z')
    expect(newInvitation.value('uid')).toBe(invitation.value('uid'))
  })

  it('say CONFIRMED and CANCELLED, whatever the status of the booking', () => {
    const { app, booking } = openBooked({ status: 'requested' })
    expect(parseCalendar(calendarInvitation(app.ctx(), booking)).value('status')).toBe('CONFIRMED')
    expect(parseCalendar(calendarCancellation(app.ctx(), booking)).value('status')).toBe('CANCELLED')
  })

  it.each(WRITERS)('the $file has the sender of the e-mails, MAIL_FROM, as organizer', ({ write }) => {
    const { app, booking } = openBooked()
    const config = { ...app.ctx().config, mailFrom: 'Portal <portal@mailer.example>' }
    const { property, value } = parseCalendar(write({ ...app.ctx(), config }, booking))
    expect(value('organizer').toLowerCase()).toBe('mailto:portal@mailer.example')
    expect(property('organizer')?.getParameter('cn')).toBe('Ordination Dr. Demo Muster')
  })

  it('are plain files if the practice has no e-mail address', () => {
    const { app, booking } = openBooked()
    writeSettings(app.ctx(), 'practice', { mail: '' })
    const invitation = parseCalendar(calendarInvitation(app.ctx(), booking))
    const cancellation = parseCalendar(calendarCancellation(app.ctx(), booking))
    expect(invitation.value('status')).toBe('CONFIRMED')
    expect(cancellation.value('status')).toBe('CANCELLED')
    for (const { method, names } of [invitation, cancellation]) {
      expect(method).toBe('PUBLISH')
      // RFC 5546, section 3.2.1: a published event must not name attendees.
      expect(names.flat()).not.toContain('attendee')
    }
  })
})
