import { asc, eq, or } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Ctx } from '../ctx.ts'
import { type Booking, bookings } from '../db/schema.ts'

/**
 * There is no patient file: a patient is all bookings that belong together (docs/behaviour.md 19.1). Two do
 * when they have the same name and the same mailbox or birth date. Where one of them has no birth date, the
 * same phone number will do.
 */

/** Lists the bookings of the patient whom this booking is for, by start. */
export function listBookingsOfPatient(ctx: Ctx, booking: Booking): Booking[] {
  const { id, mailbox, birthOn, mobile } = booking
  // Bookings without an e-mail address do not belong together because of that.
  const sameIfKnown = (column: SQLiteColumn, value: string) => (value === '' ? undefined : eq(column, value))
  return (
    ctx.db
      .select()
      .from(bookings)
      .where(
        or(
          eq(bookings.id, id),
          sameIfKnown(bookings.mailbox, mailbox),
          sameIfKnown(bookings.birthOn, birthOn),
          sameIfKnown(bookings.mobile, mobile),
        ),
      )
      .orderBy(asc(bookings.startsAt), asc(bookings.id))
      .all()
      // The query cannot compare names, because SQLite's lower() knows no umlauts.
      .filter((other) => other.id === id || isSamePatient(other, booking))
  )
}

/** Returns whether two bookings are for the same patient. */
export function isSamePatient(a: Booking, b: Booking): boolean {
  const both = (column: 'mailbox' | 'birthOn' | 'mobile') => a[column] !== '' && a[column] === b[column]
  const lacksBirthDate = a.birthOn === '' || b.birthOn === ''
  return nameOf(a) === nameOf(b) && (both('mailbox') || both('birthOn') || (lacksBirthDate && both('mobile')))
}

function nameOf({ firstName, lastName }: Booking): string {
  return `${firstName} ${lastName}`.toLocaleLowerCase('de-AT')
}

export type Visits = Readonly<{ count: number; noShows: number }>

/** Counts the confirmed appointments of the booking's patient that have begun (docs/behaviour.md 8.32). */
export function countVisits(ctx: Ctx, booking: Booking): Visits {
  return visitsIn(ctx, listBookingsOfPatient(ctx, booking))
}

/** Counts the confirmed appointments among these bookings that have begun. */
export function visitsIn({ now }: Pick<Ctx, 'now'>, ofPatient: readonly Booking[]): Visits {
  const begun = ofPatient.filter(({ status, startsAt }) => status === 'confirmed' && startsAt <= now)
  return {
    count: begun.length,
    noShows: begun.filter(({ attendance }) => attendance === 'no_show').length,
  }
}
