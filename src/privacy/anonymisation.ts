import { eq } from 'drizzle-orm'
import { randomToken } from '../access/crypto.ts'
import { NO_CONTACT } from '../booking/contact-columns.ts'
import type { Ctx } from '../ctx.ts'
import {
  type Booking,
  bookings,
  erpConflicts,
  erpEvents,
  events,
  messages,
  occupations,
  waitingEntries,
} from '../db/schema.ts'
import { emptyMessages } from '../messaging/outbox/bodies.ts'
import { dayNumber, type Instant, MINUTE } from '../shared/day.ts'
import { dayAt, startOfDay } from '../time/vienna.ts'

/** The columns that stay as they are. */
type Kept = 'status' | 'serviceId' | 'serviceName' | 'notes' | 'durationMin' | 'priceCents' | 'attendance'

/**
 * Deletes what leads from a booking to its patient, also in its messages: month, service and status stay, for the practice's
 * statistics. It gets another id, so that its old links lead nowhere. Rule: docs/behaviour.md 16.9. Must run inside a transaction.
 * @param why a sentence for the outbox
 */
export function anonymiseBooking(ctx: Ctx, { id, ...booking }: Booking, why: string): void {
  const { db } = ctx
  const about = db.select({ id: messages.id }).from(messages).where(eq(messages.bookingId, id)).all()
  const ids = about.map((message) => message.id)
  emptyMessages(ctx, ids, why)
  // Otherwise its times would tell those of the appointment.
  db.update(messages).set({ bookingId: null, startsAt: null }).where(eq(messages.bookingId, id)).run()
  db.delete(occupations).where(eq(occupations.moveOf, id)).run()
  for (const table of [waitingEntries, occupations, events, erpEvents, erpConflicts])
    db.delete(table).where(eq(table.bookingId, id)).run()
  const { id: other, ...blank } = anonymous(booking)
  // The search finds a booking by its id, so the id changes after the booking has left it.
  db.update(bookings).set(blank).where(eq(bookings.id, id)).run()
  db.update(bookings).set({ id: other }).where(eq(bookings.id, id)).run()
}

/** A new column is an error of the compiler until it stands here or among those that stay. */
function anonymous({ startsAt, durationMin, createdAt }: Omit<Booking, 'id'>): Omit<Booking, Kept> {
  const month = startOfMonth(startsAt)
  const made = startOfMonth(createdAt)
  return {
    id: randomToken(),
    holdId: randomToken(),
    startsAt: month,
    endsAt: month + durationMin * MINUTE,
    ...NO_CONTACT,
    svnr: null,
    answers: null,
    calendarSequence: 0,
    moves: 0,
    moveToAt: null,
    moveAskedAt: null,
    remindedAt: null,
    nudgedAt: null,
    origin: null,
    marked: false,
    anonymised: true,
    createdAt: made,
    updatedAt: made,
  }
}

function startOfMonth(at: Instant): Instant {
  return startOfDay(dayNumber(`${dayAt(at).slice(0, 7)}-01`))
}
