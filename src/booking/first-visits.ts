import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Ctx } from '../ctx.ts'
import { type Booking, bookings, nameKey } from '../db/schema.ts'
import { listBookingsOfPatient } from './patients.ts'

/** This module finds out which bookings are their patient's first visit. */

/** The bookings to which a booking is compared in `IS_FIRST_VISIT`. */
const earlier = alias(bookings, 'earlier')

/**
 * The condition that a booking is its patient's first visit: it is confirmed, and no earlier booking of the
 * same patient (`isSamePatient`) is (docs/behaviour.md 12.50). An answer that was stored before an
 * anonymisation (`settleFirstVisit`) takes precedence.
 */
export const IS_FIRST_VISIT: SQL = sql`${bookings.status} = 'confirmed' and ifnull(${bookings.firstVisit}, not exists (
  select 1 from ${bookings} as ${earlier}
  where ${earlier.anonymised} = 0
    and ${nameKey(earlier.firstName, earlier.lastName)} = ${nameKey(bookings.firstName, bookings.lastName)}
    and ${earlier.startsAt} <= ${bookings.startsAt}
    and (${earlier.startsAt} < ${bookings.startsAt} or ${earlier.id} < ${bookings.id})
    and (${earlier.status} = 'confirmed' or ${earlier.firstVisit} = 0)
    and (
      (${bookings.mailbox} <> '' and ${earlier.mailbox} = ${bookings.mailbox})
      or (${bookings.birthOn} <> '' and ${earlier.birthOn} = ${bookings.birthOn})
      or (
        (${bookings.birthOn} = '' or ${earlier.birthOn} = '')
        and ${bookings.mobile} <> '' and ${earlier.mobile} = ${bookings.mobile}
      )
    )
))`

/**
 * Returns whether the booking is its patient's first visit, and marks the patient's later bookings as not the
 * first. Must run before the booking is anonymised, because afterwards its patient is unknown.
 */
export function settleFirstVisit(ctx: Ctx, booking: Booking): boolean {
  const { db } = ctx
  const hasItsId = eq(bookings.id, booking.id)
  const asFirstVisit = db.select().from(bookings).where(and(hasItsId, IS_FIRST_VISIT)).get()
  // The caller may have read the booking before an earlier one was anonymised.
  const settled = db.select({ firstVisit: bookings.firstVisit }).from(bookings).where(hasItsId).get()
  if (booking.status === 'confirmed' || settled?.firstVisit === false) {
    const later = listBookingsOfPatient(ctx, booking).filter((other) => isBefore(booking, other))
    const ids = later.map(({ id }) => id)
    const unsettled = and(inArray(bookings.id, ids), isNull(bookings.firstVisit))
    db.update(bookings).set({ firstVisit: false }).where(unsettled).run()
  }
  return asFirstVisit !== undefined
}

/** Returns whether `a` starts before `b`. The ids decide between two bookings with the same start. */
function isBefore(a: Pick<Booking, 'id' | 'startsAt'>, b: Pick<Booking, 'id' | 'startsAt'>): boolean {
  return a.startsAt < b.startsAt || (a.startsAt === b.startsAt && a.id < b.id)
}
