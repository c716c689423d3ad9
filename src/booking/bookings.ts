import { count, eq } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { findBooking } from '../db/booking-rows.ts'
import { insertRow } from '../db/insert-row.ts'
import { type Booking, bookings } from '../db/schema.ts'
import type { ServiceRow } from '../schedule/services.ts'
import { isStanding } from '../shared/booking.ts'
import type { ManualContact } from '../shared/contact/manual-contact.ts'
import { MINUTE } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { contactColumns } from './contact-columns.ts'

/** A new booking. Its social security number and answers are encrypted already. */
type NewBooking = Pick<Booking, 'id' | 'holdId' | 'status' | 'startsAt' | 'endsAt' | 'svnr'> &
  Partial<
    Pick<Booking, 'answers' | 'origin' | 'marked' | 'fromWaitingList' | 'seriesId' | 'seriesPosition'>
  > & {
    contact: ManualContact
  }

/**
 * Writes the booking with the service's present name, price and notes, for the service's resource. Must run
 * inside a transaction.
 */
export function insertBooking(ctx: Ctx, service: ServiceRow, { contact, ...booking }: NewBooking): Booking {
  return insertRow(ctx.db, bookings, {
    ...booking,
    serviceId: service.id,
    serviceName: service.name,
    resourceId: service.resourceId,
    notes: service.description,
    durationMin: (booking.endsAt - booking.startsAt) / MINUTE,
    priceCents: service.priceCents,
    ...contactColumns(contact),
    createdAt: ctx.now,
    updatedAt: ctx.now,
  })
}

/** Changes columns of a booking and the time of its last change. @returns its new row */
export function changeBooking(ctx: Ctx, id: string, changes: Partial<Booking>): Booking {
  const changed = { ...changes, updatedAt: ctx.now }
  return ctx.db.update(bookings).set(changed).where(eq(bookings.id, id)).returning().get()
}

/** Deletes a booking that nobody was told about, with its reserved time and its history. */
export function deleteBooking(ctx: Ctx, id: string): void {
  ctx.db.delete(bookings).where(eq(bookings.id, id)).run()
}

/** Default sentences of the refusal, by the status of the booking. */
const WHY_DECIDED = {
  requested: 'Über diesen Termin wurde bereits anders entschieden.',
  confirmed: 'Dieser Termin wurde bereits bestätigt.',
  rejected: 'Dieser Termin wurde bereits abgelehnt.',
  cancelled: 'Dieser Termin wurde bereits abgesagt.',
}

/** Returns the problem to throw when the status of a booking no longer allows what is asked for. */
export function alreadyDecidedProblem({ status }: Booking, sentence = WHY_DECIDED[status]): Problem {
  return new Problem('already_decided', { status }, sentence)
}

/** Refuses a booking that was called off. @throws Problem already_decided */
export function assertNotCalledOff(booking: Booking): void {
  if (!isStanding(booking.status)) throw alreadyDecidedProblem(booking)
}

/** Returns the booking that was made from a hold, so that a repeated request gets the first answer. */
export function findBookingOfHold(ctx: Ctx, holdId: string): Booking | undefined {
  return ctx.db.select().from(bookings).where(eq(bookings.holdId, holdId)).get()
}

/** Counts the bookings of each status, including past ones. */
export function countBookings({ db }: Ctx): Readonly<Record<Booking['status'], number>> {
  const counts = db
    .select({ status: bookings.status, count: count() })
    .from(bookings)
    .groupBy(bookings.status)
    .all()
  const zeros = { requested: 0, confirmed: 0, rejected: 0, cancelled: 0 }
  return Object.assign(zeros, Object.fromEntries(counts.map((row) => [row.status, row.count])))
}

/** Returns a booking in any status. @throws Problem 'not found' */
export function getBooking(ctx: Ctx, id: string): Booking {
  const booking = findBooking(ctx, id)
  if (booking === undefined) throw new Problem('not found')
  return booking
}

/**
 * Runs the verb for each booking on its own, so that a refusal does not stop the others. The verb opens its
 * own transaction.
 * @returns for each id, in the same order, the result of the verb or the problem that it threw
 */
export function forEachBooking<T>(
  ids: readonly string[],
  verb: (id: string) => T,
): Readonly<{ id: string; outcome: T | Problem }>[] {
  return ids.map((id) => {
    try {
      return { id, outcome: verb(id) }
    } catch (error) {
      if (error instanceof Problem) return { id, outcome: error }
      throw error
    }
  })
}
