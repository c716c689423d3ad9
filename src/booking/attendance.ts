import { and, eq, ne, or } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, bookings } from '../db/schema.ts'
import { type Attendance, canNoteAttendance } from '../shared/attendance.ts'
import { Problem } from '../shared/problems.ts'
import { dayAt } from '../time/vienna.ts'
import { changeBooking, getBooking } from './bookings.ts'
import { recordEvent } from './events.ts'

/** This module records whether patients came to their appointments. Rule: docs/behaviour.md 8.32. */

const EVENT_KINDS = { arrived: 'arrived', no_show: 'no-show' } as const satisfies Record<Attendance, string>

/**
 * Records whether the patient came. Recording the same again changes nothing.
 * @param attendance null takes the record back
 * @throws Problem 'not found'; conflict when the booking is not confirmed, before its day, and for `no_show`
 * before its start
 */
export function noteAttendance(ctx: Ctx, id: string, attendance: Attendance | null): void {
  inTx(ctx, () => {
    const booking = getBooking(ctx, id)
    const { status, startsAt } = booking
    if (!canNoteAttendance(status, dayAt(startsAt), dayAt(ctx.now)))
      throw new Problem('conflict', {}, status === 'confirmed' ? TOO_EARLY : NOT_CONFIRMED)
    if (attendance === 'no_show' && startsAt > ctx.now) throw new Problem('conflict', {}, NOT_BEGUN)
    if (booking.attendance === attendance) return
    changeBooking(ctx, id, { attendance })
    recordEvent(ctx, id, attendance === null ? 'attendance-removed' : EVENT_KINDS[attendance])
  })
}

const NOT_CONFIRMED = 'Das lässt sich nur bei bestätigten Terminen vermerken.'
const TOO_EARLY = 'Das lässt sich erst am Tag des Termins vermerken.'
const NOT_BEGUN = '„Nicht erschienen“ lässt sich erst ab der Zeit des Termins vermerken.'

export type Visits = Readonly<{ count: number; noShows: number }>

/**
 * Counts the confirmed appointments that have begun and belong to the booking's mailbox, or to a patient of
 * the same name and birth date.
 */
export function countVisits(ctx: Ctx, booking: Booking): Visits {
  const { id, mailbox, birthOn } = booking
  const found = ctx.db
    .select()
    .from(bookings)
    .where(
      or(
        eq(bookings.id, id),
        and(eq(bookings.mailbox, mailbox), ne(bookings.mailbox, '')),
        and(eq(bookings.birthOn, birthOn), ne(bookings.birthOn, '')),
      ),
    )
    .all()
    // The query must not ask for the status, because SQLite would then read all confirmed bookings.
    .filter(({ status, startsAt }) => status === 'confirmed' && startsAt <= ctx.now)
    // The query cannot compare names, because SQLite's lower() knows no umlauts.
    .filter(
      (row) =>
        row.id === id || (mailbox !== '' && row.mailbox === mailbox) || nameOf(row) === nameOf(booking),
    )
  return {
    count: found.length,
    noShows: found.filter(({ attendance }) => attendance === 'no_show').length,
  }
}

function nameOf({ firstName, lastName }: Booking): string {
  return `${firstName} ${lastName}`.toLocaleLowerCase('de-AT')
}
