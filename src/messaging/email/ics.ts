import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalAttendeeType,
  type ICalCalendarData,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator'
import { hashToken } from '../../access/crypto.ts'
import type { Ctx } from '../../ctx.ts'
import type { Booking } from '../../db/schema.ts'
import { findSeriesPlace, listSeries } from '../../db/series-rows.ts'
import { findSender } from '../../practice/mail-server.ts'
import { readSettings } from '../../practice/settings.ts'
import { findShownResource } from '../../schedule/shown-resources.ts'
import { addressLine } from '../../shared/address-line.ts'
import { bookerOf } from '../../shared/contact/booker.ts'
import { oneLine } from '../../shared/normalize-line.ts'
import { seriesText } from '../../shared/series.ts'
import type { Practice } from '../../shared/settings/settings.ts'

/**
 * This module writes calendar files for patients (RFC 5545 and 5546). Times are UTC, and a booking keeps its
 * UID for life. Titles have neither treatment nor patient, because calendars are shared. Only somebody who
 * booked for another person sees the first name of the patient.
 */

const PROGRAM = { company: 'Ordi', product: 'Terminbuchung', language: 'DE' }

/** The status of an event by the status of its booking. */
const EVENT_STATUS = {
  requested: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  rejected: ICalEventStatus.CANCELLED,
  cancelled: ICalEventStatus.CANCELLED,
}

/** Returns the file that a patient downloads, in any status of the booking (METHOD:PUBLISH). */
export function calendarFile(ctx: Ctx, booking: Booking): string {
  return writeCalendar({
    method: ICalCalendarMethod.PUBLISH,
    events: [eventOf(ctx, booking, EVENT_STATUS[booking.status])],
  })
}

/** Returns the object that adds the confirmed appointment to the patient's calendar (METHOD:REQUEST). */
export function calendarInvitation(ctx: Ctx, booking: Booking): string {
  return calendarMessage(ctx, booking, {
    method: ICalCalendarMethod.REQUEST,
    status: ICalEventStatus.CONFIRMED,
  })
}

/**
 * Returns the object that removes the appointment from the patient's calendar (METHOD:CANCEL). Calendars
 * require a higher `calendarSequence` than in the invitation.
 */
export function calendarCancellation(ctx: Ctx, booking: Booking): string {
  return calendarMessage(ctx, booking, {
    method: ICalCalendarMethod.CANCEL,
    status: ICalEventStatus.CANCELLED,
  })
}

/**
 * Returns the present state of an appointment's whole series, with one event for each appointment. Calendar
 * programs recognise an event by its UID, so the same file adds, moves and cancels. Its method is PUBLISH,
 * because all events of an invitation have the same UID (RFC 5546, section 3.2.2).
 */
export function calendarOfSeries(ctx: Ctx, booking: Booking): string {
  const events = listSeries(ctx, booking).map((each) => eventOf(ctx, each, EVENT_STATUS[each.status]))
  return writeCalendar({ method: ICalCalendarMethod.PUBLISH, events })
}

/**
 * Returns an invitation or a cancellation that the practice sends to the patient. It is a plain file when the
 * practice has no e-mail address, because an invitation needs an organizer.
 */
function calendarMessage(
  ctx: Ctx,
  booking: Booking,
  { method, status }: Readonly<{ method: ICalCalendarMethod; status: ICalEventStatus }>,
): string {
  const practice = readSettings(ctx, 'practice')
  const event = eventOf(ctx, booking, status)
  // Some mail programs treat an invitation as forged when its organizer differs from the sender.
  const sender = findSender(ctx)
  if (sender === undefined) return writeCalendar({ method: ICalCalendarMethod.PUBLISH, events: [event] })
  const attendee = {
    email: booking.email,
    type: ICalAttendeeType.INDIVIDUAL,
    role: ICalAttendeeRole.REQ,
    status: ICalAttendeeStatus.NEEDSACTION,
    rsvp: false,
  }
  const organizer = { name: oneLine(practice.name) || sender.address, email: sender.address }
  return writeCalendar({ method, events: [{ ...event, organizer, attendees: [attendee] }] })
}

/** Returns the calendar event of a booking. */
function eventOf(ctx: Ctx, booking: Booking, status: ICalEventStatus): ICalEventData {
  const practice = readSettings(ctx, 'practice')
  return {
    ...identityAndTime(booking),
    stamp: new Date(ctx.now),
    summary: titleOf(ctx, booking, practice),
    location: addressLine(practice),
    status,
  }
}

/** Returns a title such as `Termin 2 von 6 für Max, Dr. Muster, Ordination Muster`. */
function titleOf(ctx: Ctx, booking: Booking, practice: Practice): string {
  const series = seriesText(findSeriesPlace(ctx, booking))
  const doctor = findShownResource(ctx, booking.resourceId)
  const names = [bookerOf(booking) && `für ${booking.firstName}`, doctor?.name, practice.name]
  return oneLine(['Termin', series, names.filter(Boolean).join(', ')].filter(Boolean).join(' '))
}

/** Returns the identity of an event, by which calendar programs recognise it, and its time. */
export function identityAndTime({ id, calendarSequence: sequence, startsAt, endsAt }: Booking) {
  return { id: uidOf(id), sequence, start: new Date(startsAt), end: new Date(endsAt) }
}

/**
 * Returns the UID of a booking's calendar entry. It contains a hash of the booking's id, because the id
 * itself allows cancelling, and calendars are shared. It does not contain the portal's URL, which may
 * change between invitation and cancellation.
 */
export function uidOf(bookingId: string): string {
  return `booking-${hashToken(bookingId)}@ordi`
}

/** Writes a calendar as a text. The library leaves out the line break at the end, which RFC 5545 requires. */
export function writeCalendar(calendar: ICalCalendarData): string {
  return `${ical({ prodId: PROGRAM, ...calendar }).toString()}\r\n`
}
