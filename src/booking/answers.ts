import { and, gte, inArray, isNotNull, lt } from 'drizzle-orm'
import { decrypt, encrypt } from '../access/crypto.ts'
import type { Ctx } from '../ctx.ts'
import { type Booking, bookings } from '../db/schema.ts'
import { STANDING } from '../shared/booking.ts'
import { type Day, dayNumber } from '../shared/day.ts'
import type { Answer } from '../shared/service/questions.ts'
import { startOfDay } from '../time/vienna.ts'

/** Encrypts answers for the column of a booking. @returns null when there are none */
export function encryptAnswers(ctx: Ctx, bookingId: string, answers: readonly Answer[]): string | null {
  return answers.length === 0 ? null : encrypt(ctx, `bookings:answers:${bookingId}`, JSON.stringify(answers))
}

/**
 * Decrypts the patient's answers, each with its question as it was asked. Only staff members and the
 * patient's export of data may show them (docs/behaviour.md 16.15).
 */
export function answersOf(ctx: Ctx, { id, answers }: Pick<Booking, 'id' | 'answers'>): readonly Answer[] {
  return answers === null ? [] : JSON.parse(decrypt(ctx, `bookings:answers:${id}`, answers))
}

/**
 * Lists the answers of the requested and confirmed bookings of a Vienna day. Bookings without answers are
 * left out.
 */
export function listAnswers(ctx: Ctx, on: Day): { bookingId: string; answers: readonly Answer[] }[] {
  const day = dayNumber(on)
  return ctx.db
    .select({ id: bookings.id, answers: bookings.answers })
    .from(bookings)
    .where(
      and(
        gte(bookings.startsAt, startOfDay(day)),
        lt(bookings.startsAt, startOfDay(day + 1)),
        inArray(bookings.status, STANDING),
        isNotNull(bookings.answers),
      ),
    )
    .all()
    .map((booking) => ({ bookingId: booking.id, answers: answersOf(ctx, booking) }))
}
