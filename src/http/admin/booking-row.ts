import type { Booking } from '../../db/schema.ts'
import { isoAt } from '../../time/vienna.ts'

/** An appointment as the admin's lists show it; never the social security number. */
export function bookingRow({
  booking,
  resourceId,
  firstVisit,
}: {
  booking: Booking
  resourceId: string
  firstVisit: boolean
}) {
  return {
    id: booking.id,
    status: booking.status,
    start: isoAt(booking.startsAt),
    end: isoAt(booking.endsAt),
    service_name: booking.serviceName,
    service_id: booking.serviceId,
    name: `${booking.firstName} ${booking.lastName}`,
    first_visit: firstVisit,
    mobile: booking.mobile,
    email: booking.email,
    created_at: isoAt(booking.createdAt),
    resource_id: resourceId,
  }
}
