import { type StaffAction, signStaffLink } from '../access/links.ts'
import type { Ctx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { findSeriesPlace } from '../db/series-rows.ts'
import { MY_BOOKINGS, patientUrl, publicUrl, staffUrl } from '../practice/addresses.ts'
import { readSetting, readSettings } from '../practice/settings.ts'
import { findActiveService, findService, visitDuration } from '../schedule/services.ts'
import { findShownResource } from '../schedule/shown-resources.ts'
import { seriesText } from '../shared/series.ts'
import type { PatientFacts, PracticeFacts } from './kind.ts'
import { readTexts } from './texts.ts'

/**
 * Returns the facts for messages to the patient. The hint on how to prepare is the present one of the
 * service, not the one at the time of booking (docs/behaviour.md 2.11).
 */
export function patientFacts(ctx: Ctx, booking: Booking): PatientFacts {
  const { id, serviceId } = booking
  return {
    practice: readSettings(ctx, 'practice'),
    booking: withResourceName(ctx, booking),
    texts: readTexts(ctx),
    now: ctx.now,
    hint: findService(ctx, serviceId)?.hint ?? '',
    duration: visitDuration(ctx, booking),
    series: seriesText(findSeriesPlace(ctx, booking)),
    overviewUrl: patientUrl(ctx, `/patient/overview?id=${id}`),
    cancelUrl: patientUrl(ctx, `/patient/reject?id=${id}`),
    moveUrl: patientUrl(ctx, `/patient/move?id=${id}`),
    myBookingsUrl: patientUrl(ctx, MY_BOOKINGS),
    cancelHours: readSetting(ctx, 'general', 'cancel_hours'),
    bookUrl: bookUrl(ctx, serviceId),
  }
}

/** Adds the name of the doctor or room as `doctor`, if the practice has several (docs/behaviour.md 21.15). */
function withResourceName(ctx: Ctx, booking: Booking) {
  return { ...booking, doctor: findShownResource(ctx, booking.resourceId)?.name }
}

/** Returns the URL at which patients book, with the service already chosen if it can still be booked. */
function bookUrl(ctx: Ctx, serviceId: string): string {
  const isActive = findActiveService(ctx, serviceId) !== undefined
  return publicUrl(ctx, isActive ? `/?service=${encodeURIComponent(serviceId)}` : '/')
}

/**
 * Returns the facts for e-mails to the practice. Each of the two links is signed for one decision on this
 * booking at this time, and is valid until the appointment starts.
 */
export function practiceFacts(ctx: Ctx, booking: Booking): PracticeFacts {
  return {
    practice: readSettings(ctx, 'practice'),
    booking: withResourceName(ctx, booking),
    confirmUrl: decisionUrl(ctx, booking, 'confirm'),
    rejectUrl: decisionUrl(ctx, booking, 'reject'),
    adminUrl: staffUrl(ctx, '/admin'),
  }
}

/** Returns the page on which an open request is decided; undefined for any other booking. */
export function openRequestUrl(ctx: Ctx, { id, status }: Pick<Booking, 'id' | 'status'>): string | undefined {
  return status === 'requested' ? staffUrl(ctx, `/admin/confirm?id=${id}`) : undefined
}

/** Returns the signed link to a decision. */
function decisionUrl(ctx: Ctx, booking: Booking, action: StaffAction): string {
  const { id, startsAt, moveToAt, moves } = booking
  // While the patient asks for another time, the practice decides on that time.
  const start = moveToAt ?? startsAt
  // The number of moves is signed too, so that a link to a former time stays invalid if that time comes back.
  const signature = signStaffLink(ctx, { action, bookingId: id, start, moves })
  return staffUrl(ctx, `/admin/${action}?id=${id}&sig=${signature}`)
}
