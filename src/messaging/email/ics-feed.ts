import { ICalCalendarMethod, ICalEventClass, ICalEventStatus } from 'ical-generator'
import type { Booking } from '../../db/schema.ts'
import { askedTimeNote } from '../../shared/move-asked.ts'
import { oneLine } from '../../shared/normalize-line.ts'
import { identityAndTime, writeCalendar } from './ics.ts'

/** Seconds after which calendar programs should reload the feed. */
const REFRESH_SECONDS = 15 * 60

/** The title of the calendar, and whether events name patients by their initials only. */
export type FeedOptions = Readonly<{ title: string; initialsOnly: boolean }>

/**
 * Returns the practice's appointments as a calendar to subscribe to (METHOD:PUBLISH, RFC 5546). Titles have
 * the patient's name, or initials only for a phone that others see. The treatment is left out, because
 * calendar programs store feeds on other companies' servers.
 */
export function calendarFeed(bookings: readonly Booking[], { title, initialsOnly }: FeedOptions): string {
  const events = bookings.map((booking) => ({
    ...identityAndTime(booking),
    // The stamp is not the current time, so that the text of an unchanged appointment stays the same.
    stamp: new Date(booking.updatedAt),
    summary: summaryOf(booking, initialsOnly),
    status: ICalEventStatus.CONFIRMED,
    class: ICalEventClass.PRIVATE,
  }))
  return writeCalendar({
    method: ICalCalendarMethod.PUBLISH,
    name: oneLine(title),
    ttl: REFRESH_SECONDS,
    events,
  })
}

/**
 * Returns the title of an event, with the time that the patient asks for (docs/behaviour.md 8.22). It has no
 * no-break spaces, because some calendar programs show them as other characters.
 */
function summaryOf(booking: Booking, initialsOnly: boolean): string {
  const { firstName, lastName, moveToAt } = booking
  const who = initialsOnly ? initials(booking) : oneLine(`${firstName} ${lastName}`)
  return moveToAt === null ? who : oneLine(`${who}, ${askedTimeNote(moveToAt)}`)
}

/** Returns `M. M.`; a letter and its combining accent count as one character. */
function initials({ firstName, lastName }: Booking): string {
  return [firstName, lastName].map((name) => `${Array.from(name.normalize('NFC'))[0] ?? ''}.`).join(' ')
}
