import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalAttendeeType,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator'
import { hashToken } from '../../access/crypto.ts'
import type { Ctx } from '../../ctx.ts'
import type { Booking } from '../../db/schema.ts'
import { findSender } from '../../practice/mail-server.ts'
import { readSettings } from '../../practice/settings.ts'
import { bookerOf } from '../../shared/booker.ts'
import { placeOf } from '../../shared/practice.ts'
import { oneLine } from '../../shared/tidy.ts'

/**
 * The appointment for the patient's calendar (RFC 5545 and 5546): UTC times, one UID for the life of the booking, and a
 * title without treatment and patient, because calendars are shared. Who booked for somebody else sees the first name.
 */

/** The PRODID of every calendar. */
export const PROGRAM = { company: 'Ordi', product: 'Terminbuchung', language: 'DE' }

const STATUS = {
  requested: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  rejected: ICalEventStatus.CANCELLED,
  cancelled: ICalEventStatus.CANCELLED,
}

/** The file that a patient downloads, in any status of the booking (METHOD:PUBLISH). */
export function calendarFile(ctx: Ctx, booking: Booking): string {
  return write(ICalCalendarMethod.PUBLISH, event(ctx, booking, STATUS[booking.status]))
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
  if (organizer === undefined) return write(ICalCalendarMethod.PUBLISH, event(ctx, booking, status))
  return write(method, {
    ...event(ctx, booking, status),
    organizer: { name: oneLine(practice.name) || organizer.address, email: organizer.address },
    attendees: [
      {
        email: booking.email,
        type: ICalAttendeeType.INDIVIDUAL,
        role: ICalAttendeeRole.REQ,
        status: ICalAttendeeStatus.NEEDSACTION,
        rsvp: false,
      },
    ],
  })
}

function event(ctx: Ctx, booking: Booking, status: ICalEventStatus): ICalEventData {
  const practice = readSettings(ctx, 'practice')
  return {
    id: calendarUid(booking),
    sequence: booking.calendarSequence,
    stamp: new Date(ctx.now),
    start: new Date(booking.startsAt),
    end: new Date(booking.endsAt),
    summary: oneLine(`Termin${bookerOf(booking) ? ` für ${booking.firstName},` : ''} ${practice.name}`),
    location: placeOf(practice),
    status,
  }
}

/**
 * The UID. It contains a fingerprint of the booking's id, because the id itself allows to cancel and calendars are shared. It
 * does not contain the portal's address, which may change between the invitation and the cancellation.
 */
export function calendarUid({ id }: Pick<Booking, 'id'>): string {
  return `booking-${hashToken(id)}@ordi`
}

function write(method: ICalCalendarMethod, entry: ICalEventData): string {
  return `${ical({ prodId: PROGRAM, method, events: [entry] }).toString()}\r\n`
}
