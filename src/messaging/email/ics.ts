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
import { findSender } from '../../practice/mail-server.ts'
import { readSettings } from '../../practice/settings.ts'
import { bookerOf } from '../../shared/contact/booker.ts'
import { askedFor } from '../../shared/move-asked.ts'
import { placeOf } from '../../shared/practice.ts'
import { oneLine } from '../../shared/tidy.ts'

/**
 * The appointment for the patient's calendar (RFC 5545 and 5546): UTC times, one UID for the life of the booking, and a
 * title without treatment and patient, because calendars are shared. Who booked for somebody else sees the first name.
 * And all appointments as a feed for the practice.
 */

const PROGRAM = { company: 'Ordi', product: 'Terminbuchung', language: 'DE' }

const STATUS = {
  requested: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  rejected: ICalEventStatus.CANCELLED,
  cancelled: ICalEventStatus.CANCELLED,
}

/** The file that a patient downloads, in any status of the booking (METHOD:PUBLISH). */
export function calendarFile(ctx: Ctx, booking: Booking): string {
  return write({ method: ICalCalendarMethod.PUBLISH, events: [event(ctx, booking, STATUS[booking.status])] })
}

/** Adds the confirmed appointment to the patient's calendar (METHOD:REQUEST). */
export function calendarInvitation(ctx: Ctx, booking: Booking): string {
  return send(ctx, booking, ICalCalendarMethod.REQUEST, ICalEventStatus.CONFIRMED)
}

/** Removes it again (METHOD:CANCEL). Calendars require a higher `calendarSequence` than in the invitation. */
export function calendarCancellation(ctx: Ctx, booking: Booking): string {
  return send(ctx, booking, ICalCalendarMethod.CANCEL, ICalEventStatus.CANCELLED)
}

/** From the practice to the patient. An invitation needs an organizer, so without an address of the practice it is a plain file. */
function send(ctx: Ctx, booking: Booking, method: ICalCalendarMethod, status: ICalEventStatus): string {
  const practice = readSettings(ctx, 'practice')
  // Some mail programs take an invitation for a forgery when its organizer is not who sent it.
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
  return {
    ...identityAndTime(booking),
    stamp: new Date(ctx.now),
    summary: oneLine(`Termin${bookerOf(booking) ? ` für ${booking.firstName},` : ''} ${practice.name}`),
    location: placeOf(practice),
    status,
  }
}

/**
 * The UID contains a fingerprint of the booking's id, because the id itself allows to cancel and calendars are shared. It
 * does not contain the portal's address, which may change between the invitation and the cancellation.
 */
function identityAndTime({ id, calendarSequence: sequence, startsAt, endsAt }: Booking) {
  return { id: `booking-${hashToken(id)}@ordi`, sequence, start: new Date(startsAt), end: new Date(endsAt) }
}

function write(calendar: ICalCalendarData): string {
  return `${ical({ prodId: PROGRAM, ...calendar }).toString()}\r\n`
}

/** How often calendar programs should reload the feed. */
const REFRESH_SECONDS = 15 * 60

export type FeedLook = Readonly<{ title: string; initialsOnly: boolean }>

/**
 * The practice's appointments as a calendar that a program subscribes to (METHOD:PUBLISH, RFC 5546): with patient and service; or,
 * for a phone that others see, with initials only.
 */
export function calendarFeed(bookings: readonly Booking[], { title, initialsOnly }: FeedLook): string {
  const events = bookings.map((booking) => ({
    ...identityAndTime(booking),
    // Not the current time, so that an unchanged appointment is the same text at every call.
    stamp: new Date(booking.updatedAt),
    summary: summaryOf(booking, initialsOnly),
    status: ICalEventStatus.CONFIRMED,
    class: ICalEventClass.PRIVATE,
  }))
  return write({ method: ICalCalendarMethod.PUBLISH, name: oneLine(title), ttl: REFRESH_SECONDS, events })
}

/** With the time that its patient asks for (docs/behaviour.md 8.22). */
function summaryOf(booking: Booking, initialsOnly: boolean): string {
  const { firstName, lastName, serviceName, moveToAt } = booking
  const who = initialsOnly ? initials(booking) : oneLine(`${firstName} ${lastName}, ${serviceName}`)
  return moveToAt === null ? who : `${who}, ${askedFor(moveToAt)}`
}

function initials({ firstName, lastName }: Booking): string {
  return [firstName, lastName].map((name) => `${Array.from(name.normalize('NFC'))[0] ?? ''}.`).join(' ')
}
