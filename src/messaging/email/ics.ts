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
import { readSettings } from '../../practice/settings.ts'
import { oneLine } from '../../shared/line.ts'
import { placeOf } from '../../shared/practice.ts'
import { readMailbox } from './smtp.ts'

/**
 * The appointment in the patient's own calendar (RFC 5545 and 5546): UTC times, one UID for the booking's whole
 * life, and a title that says nothing of the treatment or of who comes, since calendars are shared.
 */

/** The program, as every calendar of ours names it. */
export const PROGRAM = { company: 'Ordi', product: 'Terminbuchung', language: 'DE' }

const STATUS = {
  requested: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  rejected: ICalEventStatus.CANCELLED,
  cancelled: ICalEventStatus.CANCELLED,
}

/** The file that a patient loads, in whatever state the booking is (METHOD:PUBLISH). */
export function calendarFile(ctx: Ctx, booking: Booking): string {
  return write(ICalCalendarMethod.PUBLISH, event(ctx, booking, STATUS[booking.status]))
}

/** Puts the confirmed appointment into the patient's calendar (METHOD:REQUEST). */
export function calendarInvitation(ctx: Ctx, booking: Booking): string {
  return send(ctx, booking, ICalCalendarMethod.REQUEST, ICalEventStatus.CONFIRMED)
}

/**
 * Takes it out again (METHOD:CANCEL). Calendars obey only when `calendarSequence` is higher than it was in
 * the invitation.
 */
export function calendarCancellation(ctx: Ctx, booking: Booking): string {
  return send(ctx, booking, ICalCalendarMethod.CANCEL, ICalEventStatus.CANCELLED)
}

/** From the practice to the patient. Without an address of the practice nobody can invite: then it is a plain file. */
function send(ctx: Ctx, booking: Booking, method: ICalCalendarMethod, status: ICalEventStatus): string {
  const practice = readSettings(ctx, 'practice')
  const organizer = readMailbox(practice.mail) ?? readMailbox(ctx.config.mailFrom ?? '')
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
    summary: oneLine(`Termin ${practice.name}`),
    location: placeOf(practice),
    status,
  }
}

/**
 * The id itself lets its bearer cancel; calendars are shared, so only its fingerprint goes there. Nothing of the portal's
 * address, which may change between the invitation and the cancellation.
 */
export function calendarUid({ id }: Pick<Booking, 'id'>): string {
  return `booking-${hashToken(id)}@ordi`
}

function write(method: ICalCalendarMethod, entry: ICalEventData): string {
  return `${ical({ prodId: PROGRAM, method, events: [entry] }).toString()}\r\n`
}
