import type { BookingEvent, ListedBooking } from '../../backoffice/booking-list.ts'
import { maskedSvnr, storedContact } from '../../booking/contact-columns.ts'
import type { Visits } from '../../booking/patients.ts'
import type { Booking, ListedMessage } from '../../db/schema.ts'
import type { RemedyWithObstacle } from '../../messaging/outbox/remedy.ts'
import type { Absence } from '../../schedule/absences.ts'
import { bookerOf } from '../../shared/contact/booker.ts'
import { showPhone } from '../../shared/contact/phone-shown.ts'
import { dayAt, isoAt } from '../../time/vienna.ts'

/** Returns a booking in a list, by its names in the API. It never has the social security number. */
export function bookingRow({ booking, isFirstVisit, seriesCount }: ListedBooking) {
  const booker = bookerOf(booking)
  return {
    id: booking.id,
    status: booking.status,
    start: isoAt(booking.startsAt),
    end: isoAt(booking.endsAt),
    service_name: booking.serviceName,
    service_id: booking.serviceId,
    name: `${booking.firstName} ${booking.lastName}`,
    ...(booker && { booked_by: `${booker.firstName} ${booker.lastName}` }),
    first_visit: isFirstVisit,
    mobile: showPhone(booking.mobile, booking.country),
    email: booking.email,
    created_at: isoAt(booking.createdAt),
    resource_id: booking.resourceId,
    marked: booking.marked,
    attendance: booking.attendance,
    ...(booking.seriesPosition !== null && {
      series: { position: booking.seriesPosition, count: seriesCount },
    }),
    ...moveOf(booking),
  }
}

/** Returns the time that the patient asks for until the practice has decided on it. */
function moveOf({ startsAt, endsAt, moveToAt, moveToResourceId, moveAskedAt }: Booking): {
  move?: { start: string; end: string; asked_at: string; resource_id?: string }
} {
  if (moveToAt === null || moveAskedAt === null) return {}
  const end = isoAt(moveToAt + endsAt - startsAt)
  const toResource = moveToResourceId === null ? {} : { resource_id: moveToResourceId }
  return { move: { start: isoAt(moveToAt), end, asked_at: isoAt(moveAskedAt), ...toResource } }
}

/** Returns how often the patient came, and how often the patient missed a confirmed appointment. */
export function visitsRow({ count, noShows }: Visits) {
  return { count, no_show: noShows }
}

/** Returns the contact of a booking, with its social security number masked. */
export function contactRow(booking: Booking) {
  return { ...storedContact(booking), svnr_masked: maskedSvnr(booking) }
}

/** Returns an event in the history of a booking. `from` and `to` are the starts before and after a move. */
export function eventRow({ kind, actor, actorName, message, movedFromAt, movedToAt, at }: BookingEvent) {
  const times = {
    ...(movedFromAt !== null && { from: isoAt(movedFromAt) }),
    ...(movedToAt !== null && { to: isoAt(movedToAt) }),
  }
  return { kind, actor, actor_name: actorName, message, ...times, at: isoAt(at) }
}

/** Returns a message about a booking: an SMS with its text, an e-mail with its subject. */
export function messageRow(row: ListedMessage & RemedyWithObstacle) {
  const { channel, id, kind, error, emptied, recipient, subject, text, remedy, obstacle } = row
  const textOrSubject = channel === 'sms' ? { text } : { subject }
  return {
    channel,
    id,
    kind,
    status: row.status,
    error,
    emptied,
    recipient,
    ...textOrSubject,
    created_at: isoAt(row.createdAt),
    remedy,
    obstacle,
  }
}

/** Returns an absence. Closures and holidays also have `from` and `to`, their first and last Vienna day. */
export function absenceRow(absence: Absence) {
  return {
    id: absence.id,
    kind: absence.kind,
    title: absence.title,
    reason: absence.reason,
    resource_id: absence.resourceId,
    start: isoAt(absence.startsAt),
    end: isoAt(absence.endsAt),
    // The end is the midnight after the last day, so a millisecond before it lies on that day.
    ...(absence.kind === 'block' ? {} : { from: dayAt(absence.startsAt), to: dayAt(absence.endsAt - 1) }),
  }
}

/** Converts a price from thousandths of a cent to euros; null if there is none. */
export function euros(millicents: number | null | undefined): number | null {
  return typeof millicents === 'number' ? millicents / 100_000 : null
}
