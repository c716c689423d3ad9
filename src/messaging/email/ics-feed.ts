import ical, { ICalCalendarMethod, ICalEventClass, type ICalEventData, ICalEventStatus } from 'ical-generator'
import type { Booking } from '../../db/schema.ts'
import { askedFor } from '../../shared/move-asked.ts'
import { oneLine } from '../../shared/tidy.ts'
import { calendarUid, PROGRAM } from './ics.ts'

/** How often calendar programs should reload the feed. */
const REFRESH_SECONDS = 15 * 60

export type FeedLook = Readonly<{ title: string; initialsOnly: boolean }>

/**
 * The practice's appointments as a calendar that a program subscribes to (METHOD:PUBLISH, RFC 5546): with patient and service; or,
 * for a phone that others see, with initials only.
 */
export function calendarFeed(bookings: readonly Booking[], { title, initialsOnly }: FeedLook): string {
  const events = bookings.map(
    (booking): ICalEventData => ({
      id: calendarUid(booking),
      sequence: booking.calendarSequence,
      // Not the current time, so that an unchanged appointment is the same text at every call.
      stamp: new Date(booking.updatedAt),
      start: new Date(booking.startsAt),
      end: new Date(booking.endsAt),
      summary: summaryOf(booking, initialsOnly),
      status: ICalEventStatus.CONFIRMED,
      class: ICalEventClass.PRIVATE,
    }),
  )
  const calendar = ical({
    prodId: PROGRAM,
    method: ICalCalendarMethod.PUBLISH,
    name: oneLine(title),
    ttl: REFRESH_SECONDS,
    events,
  })
  return `${calendar.toString()}\r\n`
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
