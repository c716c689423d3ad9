import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { hashToken } from '../access/crypto.ts'
import type { Ctx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { publicUrl } from '../practice/addresses.ts'
import { readSettings } from '../practice/settings.ts'

const STATUS = {
  requested: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  rejected: ICalEventStatus.CANCELLED,
  cancelled: ICalEventStatus.CANCELLED,
}

/**
 * The appointment as an iCalendar file (RFC 5545) for the patient's own calendar. UTC times, and a title that
 * says nothing of the treatment, since calendars are shared.
 */
export function calendarFile(ctx: Ctx, booking: Booking): string {
  const practice = readSettings(ctx, 'practice')
  const calendar = ical({
    prodId: { company: 'Ordi', product: 'Terminbuchung', language: 'DE' },
    method: ICalCalendarMethod.PUBLISH,
  })
  calendar.createEvent({
    // The id itself lets its bearer cancel; calendars are shared, so only its fingerprint goes there.
    id: `booking-${hashToken(booking.id)}@${new URL(publicUrl(ctx)).hostname}`,
    stamp: new Date(ctx.now),
    start: new Date(booking.startsAt),
    end: new Date(booking.endsAt),
    summary: `Termin ${practice.name}`.trim(),
    location: [practice.address, `${practice.zip} ${practice.city}`.trim()].filter(Boolean).join(', '),
    status: STATUS[booking.status],
  })
  return calendar.toString()
}
