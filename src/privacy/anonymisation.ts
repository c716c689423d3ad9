import { eq } from 'drizzle-orm'
import { randomToken } from '../access/random.ts'
import { NO_CONTACT } from '../booking/contact-columns.ts'
import { settleFirstVisit } from '../booking/first-visits.ts'
import type { Ctx } from '../ctx.ts'
import {
  type Booking,
  bookings,
  busyConflicts,
  erpEvents,
  events,
  messages,
  occupations,
  waitingEntries,
} from '../db/schema.ts'
import { emptyMessages } from '../messaging/outbox/emptied-messages.ts'
import { dayNumber, type Instant, MINUTE } from '../shared/day.ts'
import { dayAt, startOfDay } from '../time/vienna.ts'

/** The columns that stay as they are. */
type StatisticsColumn =
  | 'status'
  | 'serviceId'
  | 'serviceName'
  | 'resourceId'
  | 'notes'
  | 'durationMin'
  | 'priceCents'
  | 'attendance'
  | 'answeredAfterMs'
  | 'cancelledBy'
  | 'cancelledAheadMs'
  | 'fromWaitingList'

/**
 * Deletes all personal data of a booking and its messages. Month, service and status stay for the practice's
 * statistics. The booking gets another id, so that old links lead nowhere (docs/behaviour.md 16.9). Must run
 * inside a transaction.
 * @param reason the sentence that the outbox shows instead of the messages
 */
export function anonymiseBooking(ctx: Ctx, booking: Booking, reason: string): void {
  emptyMessagesOf(ctx, booking, reason)
  deleteRowsOf(ctx, booking)
  const { id: newId, ...emptied } = emptiedColumns(booking)
  const firstVisit = settleFirstVisit(ctx, booking)
  // The search index refers to a booking by its id, so the data are emptied, which removes them from the
  // index, before the id changes.
  const { db } = ctx
  const isThisBooking = eq(bookings.id, booking.id)
  db.update(bookings)
    .set({ ...emptied, firstVisit })
    .where(isThisBooking)
    .run()
  db.update(bookings).set({ id: newId }).where(isThisBooking).run()
}

function emptyMessagesOf(ctx: Ctx, { id }: Booking, reason: string): void {
  const isOfBooking = eq(messages.bookingId, id)
  const rows = ctx.db.select({ id: messages.id }).from(messages).where(isOfBooking).all()
  const messageIds = rows.map((row) => row.id)
  emptyMessages(ctx, messageIds, reason)
  // A message with its booking and start would reveal the time of the appointment.
  ctx.db.update(messages).set({ bookingId: null, startsAt: null }).where(isOfBooking).run()
}

/** Deletes what other tables have about the booking. */
function deleteRowsOf({ db }: Ctx, { id }: Booking): void {
  db.delete(occupations).where(eq(occupations.moveOf, id)).run()
  for (const table of [waitingEntries, occupations, events, erpEvents, busyConflicts])
    db.delete(table).where(eq(table.bookingId, id)).run()
}

/**
 * Returns the emptied columns. A new column does not compile until it is here or in `StatisticsColumn`.
 * `NO_CONTACT` empties a new field of the contact as soon as the field has its column.
 */
function emptiedColumns(booking: Booking): Omit<Booking, StatisticsColumn | 'firstVisit'> {
  const { startsAt, durationMin, createdAt, bookedAheadMs } = booking
  const id = randomToken()
  const isManual = booking.holdId === booking.id
  const month = startOfMonth(startsAt)
  const monthOfRequest = startOfMonth(createdAt)
  return {
    id,
    // A manual booking has its own id as hold id, which still distinguishes it from a request.
    holdId: isManual ? id : randomToken(),
    startsAt: month,
    endsAt: month + durationMin * MINUTE,
    ...NO_CONTACT,
    svnr: null,
    answers: null,
    note: null,
    patientNote: null,
    seriesId: null,
    seriesPosition: null,
    calendarSequence: 0,
    moves: 0,
    moveToAt: null,
    moveToResourceId: null,
    moveAskedAt: null,
    remindedAt: null,
    nudgedAt: null,
    origin: null,
    marked: false,
    anonymised: true,
    // The statistics need it, and it could not be calculated from the emptied times.
    bookedAheadMs: bookedAheadMs ?? startsAt - createdAt,
    createdAt: monthOfRequest,
    updatedAt: monthOfRequest,
  }
}

/** Returns the midnight at which the Vienna month of this instant begins. */
function startOfMonth(at: Instant): Instant {
  return startOfDay(dayNumber(`${dayAt(at).slice(0, 7)}-01`))
}
