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
import { findActiveService, findService } from '../schedule/services.ts'
import { findShownResource } from '../schedule/shown-resources.ts'
import { resourceForPatient } from '../schedule/slot-search.ts'
import { isStanding } from '../shared/booking.ts'
import { showPhone } from '../shared/contact/phone-shown.ts'
import type { Instant } from '../shared/day.ts'
import type { NamedResource } from '../shared/resource.ts'
import { isoAt } from '../time/vienna.ts'

/**
 * Returns the start of the booking as `slot` and, until the practice has decided on a move, the start that
 * the patient asks for as `move`, perhaps with another resource.
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

/** Returns a start with the offset of Vienna, under the two names that callers read. */
export function timeAnswer(at: Instant) {
  const start = isoAt(at)
  return { start, start_local: start }
}

/**
 * Returns the overview for the page of one booking. If the appointment does not take place, the overview also
 * has the next free time of the service (docs/behaviour.md 8.16).
 */
export function overviewWithNextFree(ctx: Ctx, booking: Booking) {
  return { ...overviewAnswer(ctx, booking), ...nextFreeAnswer(ctx, booking) }
}

type NextFree = { service_id: string } & ReturnType<typeof timeAnswer>

/** Returns the next free time if the appointment does not take place and another one can be booked. */
function nextFreeAnswer(ctx: Ctx, { status, serviceId, startsAt }: Booking): { next_free?: NextFree } {
  const takesPlace = status === 'confirmed' || (status === 'requested' && startsAt > ctx.now)
  if (takesPlace || !isBookingOpen(ctx)) return {}
  const service = findActiveService(ctx, serviceId)
  const start = service && findNextFreeStart(ctx, service)
  return start === undefined ? {} : { next_free: { service_id: serviceId, ...timeAnswer(start) } }
}

/**
 * Returns the overview of a booking as a list of bookings shows it. The id of the booking gives access to it,
 * so it never has the social security number or the whole phone number (docs/behaviour.md 16.3).
 */
export function overviewAnswer(ctx: Ctx, booking: Booking) {
  const practice = readSettings(ctx, 'practice')
  const { slot, ...move } = slotAnswer(ctx, booking)
  const reminderPhone = reminderNumber(ctx, booking)
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
    // The service has the resources among which the patient can choose another one.
    ...(resource && { resource, service_id: booking.serviceId, ...movesToAnswer(ctx, booking) }),
    ...(series && { series }),
    ...hintAnswer(ctx, booking),
    contact: overviewContact(booking),
    ...(reminderPhone && { reminder_sms: maskPhone(reminderPhone) }),
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

/** Shows of a phone number the country code, the groups before the last one, and the last three digits. */
function maskPhone(phone: string): string {
  const lastGroupBeforeThreeDigits = /\d+(?=\d{3}$)/
  return showPhone(phone, '').replace(lastGroupBeforeThreeDigits, '…')
}

/** Returns the resource to which the patient moves the booking without a wish, if that is another one. */
function movesToAnswer(ctx: Ctx, booking: Booking): { moves_to?: NamedResource } {
  if (!isStanding(booking.status) || findActiveService(ctx, booking.serviceId) === undefined) return {}
  const id = resourceForPatient(ctx, booking)
  const resource = id === booking.resourceId ? undefined : findShownResource(ctx, id)
  return resource === undefined ? {} : { moves_to: resource }
}

/**
 * Returns the current hint of the service on what to bring and prepare, unless the booking was rejected or
 * cancelled.
 */
function hintAnswer(ctx: Ctx, { status, serviceId }: Booking): { hint?: string } {
  if (!isStanding(status)) return {}
  const hint = findService(ctx, serviceId)?.hint
  return hint ? { hint } : {}
}

/** Returns the name of the patient. The id of the booking gives access to no other field of the contact. */
function overviewContact({ firstName, lastName }: Booking) {
  return { name: `${firstName} ${lastName}`, firstName, lastName }
}
