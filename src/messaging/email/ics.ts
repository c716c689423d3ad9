import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalAttendeeType,
  type ICalCalendarData,
  ICalCalendarMethod,
  ICalEventClass,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator'
import { hashToken } from '../../access/crypto.ts'
import type { Ctx } from '../../ctx.ts'
import type { Booking } from '../../db/schema.ts'
import { findSeriesPlace, listSeries } from '../../db/series-rows.ts'
import { findSender } from '../../practice/mail-server.ts'
import { readSettings } from '../../practice/settings.ts'
import { resourceFor } from '../../schedule/resources.ts'
import { addressLine } from '../../shared/address-line.ts'
import { bookerOf } from '../../shared/contact/booker.ts'
import { askedFor } from '../../shared/move-asked.ts'
import { seriesText } from '../../shared/series.ts'
import { oneLine } from '../../shared/tidy.ts'

/**
 * Calendar files for patients and the practice's feed (RFC 5545 and 5546). Times are UTC, and a booking keeps
 * one UID for life. A patient's title has neither treatment nor patient, because calendars are shared; a
 * booker for somebody else sees the patient's first name.
 */

const PROGRAM = { company: 'Ordi', product: 'Terminbuchung', language: 'DE' }

const STATUS = {
  requested: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  rejected: ICalEventStatus.CANCELLED,
  cancelled: ICalEventStatus.CANCELLED,
}

/** Returns the file that a patient downloads, in any status of the booking (METHOD:PUBLISH). */
export function calendarFile(ctx: Ctx, booking: Booking): string {
  return write({ method: ICalCalendarMethod.PUBLISH, events: [event(ctx, booking, STATUS[booking.status])] })
}

/** Returns the object that adds the confirmed appointment to the patient's calendar (METHOD:REQUEST). */
export function calendarInvitation(ctx: Ctx, booking: Booking): string {
  return calendarMessage(ctx, booking, ICalCalendarMethod.REQUEST, ICalEventStatus.CONFIRMED)
}

/**
 * Returns the object that removes the appointment from the patient's calendar (METHOD:CANCEL). Calendars
 * require a higher `calendarSequence` than in the invitation.
 */
export function calendarCancellation(ctx: Ctx, booking: Booking): string {
  return calendarMessage(ctx, booking, ICalCalendarMethod.CANCEL, ICalEventStatus.CANCELLED)
}

/**
 * Returns the whole series of an appointment as it stands, one event for each appointment. Each knows its
 * event by the UID again, so the same file adds, moves and cancels. It is METHOD:PUBLISH, because the events
 * of an invitation all have one UID (RFC 5546, section 3.2.2).
 */
export function calendarOfSeries(ctx: Ctx, booking: Booking): string {
  const events = listSeries(ctx, booking).map((each) => event(ctx, each, STATUS[each.status]))
  return write({ method: ICalCalendarMethod.PUBLISH, events })
}

/** Returns a plain file when the practice has no address, because an invitation needs an organizer. */
function calendarMessage(
  ctx: Ctx,
  booking: Booking,
  method: ICalCalendarMethod,
  status: ICalEventStatus,
): string {
  const practice = readSettings(ctx, 'practice')
  // Some mail programs take an invitation for a forgery when its organizer differs from the sender.
  const organizer = findSender(ctx)
  const entry = event(ctx, booking, status)
  if (organizer === undefined) return write({ method: ICalCalendarMethod.PUBLISH, events: [entry] })
  const attendee = {
    email: booking.email,
    type: ICalAttendeeType.INDIVIDUAL,
    role: ICalAttendeeRole.REQ,
    status: ICalAttendeeStatus.NEEDSACTION,
    rsvp: false,
  }
  const sender = { name: oneLine(practice.name) || organizer.address, email: organizer.address }
  return write({ method, events: [{ ...entry, organizer: sender, attendees: [attendee] }] })
}

function event(ctx: Ctx, booking: Booking, status: ICalEventStatus): ICalEventData {
  const practice = readSettings(ctx, 'practice')
  const series = seriesText(findSeriesPlace(ctx, booking))
  const doctor = resourceFor(ctx, booking.resourceId)
  return {
    ...identityAndTime(booking),
    stamp: new Date(ctx.now),
    summary: oneLine(
      [
        'Termin',
        series,
        bookerOf(booking) && `für ${booking.firstName},`,
        doctor && `${doctor.name},`,
        practice.name,
      ]
        .filter(Boolean)
        .join(' '),
    ),
    location: addressLine(practice),
    status,
  }
}

/**
 * Makes the UID from a hash of the booking's id, because the id itself allows cancelling and calendars are
 * shared. The UID has no part of the portal's address, because that may change between the invitation and the
 * cancellation.
 */
function identityAndTime({ id, calendarSequence: sequence, startsAt, endsAt }: Booking) {
  return { id: uidOf(id), sequence, start: new Date(startsAt), end: new Date(endsAt) }
}

/** Returns the UID of a booking's calendar entry. It has a hash, because the id opens the patient's pages. */
export function uidOf(bookingId: string): string {
  return `booking-${hashToken(bookingId)}@ordi`
}

function write(calendar: ICalCalendarData): string {
  return `${ical({ prodId: PROGRAM, ...calendar }).toString()}\r\n`
}

/** Seconds after which calendar programs should reload the feed. */
const REFRESH_SECONDS = 15 * 60

export type FeedLook = Readonly<{ title: string; initialsOnly: boolean }>

/**
 * Returns the practice's appointments as a calendar to subscribe to (METHOD:PUBLISH, RFC 5546). Titles have
 * the patient's name, or initials only for a phone that others see. The treatment stays in the portal,
 * because calendar programs keep what they read on servers of others.
 */
export function calendarFeed(bookings: readonly Booking[], { title, initialsOnly }: FeedLook): string {
  const events = bookings.map((booking) => ({
    ...identityAndTime(booking),
    // The stamp is not the current time, so that an unchanged appointment gives the same text at every call.
    stamp: new Date(booking.updatedAt),
    summary: summaryOf(booking, initialsOnly),
    status: ICalEventStatus.CONFIRMED,
    class: ICalEventClass.PRIVATE,
  }))
  return write({ method: ICalCalendarMethod.PUBLISH, name: oneLine(title), ttl: REFRESH_SECONDS, events })
}

/**
 * Returns the title, with the time to which the patient asks to move (docs/behaviour.md 8.22). It has no
 * no-break spaces, because calendar programs show some of them as signs.
 */
function summaryOf(booking: Booking, initialsOnly: boolean): string {
  const { firstName, lastName, moveToAt } = booking
  const who = initialsOnly ? initials(booking) : oneLine(`${firstName} ${lastName}`)
  return moveToAt === null ? who : oneLine(`${who}, ${askedFor(moveToAt)}`)
}

function initials({ firstName, lastName }: Booking): string {
  return [firstName, lastName].map((name) => `${Array.from(name.normalize('NFC'))[0] ?? ''}.`).join(' ')
}
