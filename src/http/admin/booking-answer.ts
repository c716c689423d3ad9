import { type BookingEvent, getListedBooking, listEvents } from '../../backoffice/booking-list.ts'
import { listMessages, type Message } from '../../backoffice/messages.ts'
import type { Ctx } from '../../ctx.ts'
import type { Booking } from '../../db/schema.ts'
import { composeSvnr, showSvnr } from '../../shared/svnr.ts'
import { isoAt } from '../../time/vienna.ts'
import { bookingRow } from './booking-row.ts'

/**
 * Everything that the practice reads of one booking.
 * @throws Problem 'not found'
 */
export function bookingDetail(ctx: Ctx, id: string) {
  const registered = getListedBooking(ctx, id)
  const { booking } = registered
  return {
    ...bookingRow(registered),
    duration_min: booking.durationMin,
    price: booking.priceCents / 100,
    notes: booking.notes,
    contact: contactAnswer(booking),
    history: listEvents(ctx, id).map(eventAnswer),
    messages: listMessages(ctx, id).map(messageAnswer),
  }
}

function contactAnswer(booking: Booking) {
  return {
    salutation: booking.salutation,
    firstName: booking.firstName,
    lastName: booking.lastName,
    email: booking.email,
    mobile: booking.mobile,
    address: booking.address,
    zip: booking.zip,
    city: booking.city,
    country: booking.country,
    birthDate: booking.birthOn,
    svnr_masked: maskedSvnr(booking),
  }
}

/**
 * `•••• 140358`: that there is a number, and no more than the birth date beside it tells. The sealed number is not opened to be
 * looked at, so for the few whose e-card bears another date the mask shows the birth date all the same.
 */
function maskedSvnr({ svnr, birthOn }: Booking): string | null {
  return svnr === null ? null : showSvnr(`••••${composeSvnr('0000', birthOn).slice(4)}`)
}

function eventAnswer({ kind, actor, actorName, message, at }: BookingEvent) {
  return { kind, actor, actor_name: actorName, message, at: isoAt(at) }
}

function messageAnswer({ channel, id, kind, status, error, recipient, says, createdAt }: Message) {
  return {
    channel,
    id,
    kind,
    status,
    error,
    recipient,
    ...(channel === 'email' ? { subject: says } : { text: says }),
    created_at: isoAt(createdAt),
  }
}
