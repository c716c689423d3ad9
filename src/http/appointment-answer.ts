import { pendingMove } from '../booking/asked-moves.ts'
import { practiceMessage } from '../booking/life-cycle.ts'
import type { Ctx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { findSeriesPlace } from '../db/series-rows.ts'
import { reminderNumber } from '../messaging/outbox/suppression.ts'
import { mapLinks } from '../practice/map.ts'
import { readSettings } from '../practice/settings.ts'
import { isBookingOpen } from '../practice/status.ts'
import { findNextFreeStart } from '../schedule/availability.ts'
import { findShownResource } from '../schedule/resources.ts'
import { findActiveService, findService } from '../schedule/services.ts'
import { isStanding } from '../shared/booking.ts'
import { showPhone } from '../shared/contact/phone.ts'
import type { Instant } from '../shared/day.ts'
import { isoAt } from '../time/vienna.ts'

/**
 * The start of the booking as `slot`, and as `move` the start that the patient asks for, perhaps with another
 * resource, while the practice has not decided.
 */
export function slotAnswer(ctx: Ctx, booking: Booking) {
  const move = pendingMove(booking, ctx.now)
  const { moveToResourceId } = booking
  const resource = moveToResourceId === null ? undefined : findShownResource(ctx, moveToResourceId)
  return {
    slot: timeAnswer(booking.startsAt),
    ...(move && { move: { ...timeAnswer(move), ...(resource && { resource }) } }),
  }
}

/** Returns a start under the two names by which callers read it, with the offset of Vienna. */
export function timeAnswer(at: Instant) {
  const start = isoAt(at)
  return { start, start_local: start }
}

/**
 * Returns the service's current hint on what to bring and prepare, unless the booking was rejected or
 * cancelled.
 */
function hintAnswer(ctx: Ctx, { status, serviceId }: Booking): { hint?: string } {
  const hint = isStanding(status) && findService(ctx, serviceId)?.hint
  return hint ? { hint } : {}
}

/**
 * The overview of one booking. It has the next free time of the service when the appointment does not take
 * place (docs/behaviour.md 8.16).
 */
export function appointmentAnswer(ctx: Ctx, booking: Booking) {
  return { ...overviewAnswer(ctx, booking), ...nextFreeAnswer(ctx, booking) }
}

type NextFree = { service_id: string } & ReturnType<typeof timeAnswer>

/** Returns the next free time for a patient whose appointment does not take place, if one can be booked. */
function nextFreeAnswer(ctx: Ctx, { status, serviceId, startsAt }: Booking): { next_free?: NextFree } {
  const takesPlace = status === 'confirmed' || (status === 'requested' && startsAt > ctx.now)
  const service = takesPlace || !isBookingOpen(ctx) ? undefined : findActiveService(ctx, serviceId)
  const start = service && findNextFreeStart(ctx, service)
  return start === undefined ? {} : { next_free: { service_id: serviceId, ...timeAnswer(start) } }
}

/**
 * The overview that the id of a booking gives access to. It never has the social security number or the whole
 * phone number (docs/behaviour.md 16.3).
 */
export function overviewAnswer(ctx: Ctx, booking: Booking) {
  const practice = readSettings(ctx, 'practice')
  const { slot, ...move } = slotAnswer(ctx, booking)
  const number = reminderNumber(ctx, booking)
  const series = findSeriesPlace(ctx, booking)
  const resource = findShownResource(ctx, booking.resourceId)
  return {
    id: booking.id,
    status: booking.status,
    slot: {
      ...slot,
      end: isoAt(booking.endsAt),
      notes: practiceMessage(ctx, booking) || booking.notes,
      status: booking.status,
    },
    ...move,
    service_name: booking.serviceName,
    // The service says among whom the patient can choose another one.
    ...(resource && { resource, service_id: booking.serviceId }),
    ...(series && { series }),
    ...hintAnswer(ctx, booking),
    contact: overviewContact(booking),
    // Only the country code, the groups before the last one and the last three digits are shown.
    ...(number && { reminder_sms: showPhone(number, '').replace(/\d+(?=\d{3}$)/, '…') }),
    notes: booking.notes,
    practice: {
      name: practice.name,
      address: [practice.address, `${practice.zip} ${practice.city}`.trim()].filter(Boolean).join(', '),
      email: practice.mail,
      phone: practice.phone,
      ...mapLinks(practice),
    },
  }
}

/** The name of the patient. The id of the booking gives access to no other field of the contact. */
function overviewContact({ firstName, lastName }: Booking) {
  return { name: `${firstName} ${lastName}`, firstName, lastName }
}
