import { decrypt, encrypt } from '../access/crypto.ts'
import type { Ctx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import type { Answer } from '../shared/questions.ts'

/** The answers for the column of a booking: encrypted, null for none. */
export function encryptAnswers(ctx: Ctx, bookingId: string, answers: readonly Answer[]): string | null {
  return answers.length === 0 ? null : encrypt(ctx, `bookings:answers:${bookingId}`, JSON.stringify(answers))
}

/** What the patient answered, each with its question as it was asked. For people of the practice only (docs/behaviour.md 16.15). */
export function answersOf(ctx: Ctx, { id, answers }: Pick<Booking, 'id' | 'answers'>): readonly Answer[] {
  return answers === null ? [] : JSON.parse(decrypt(ctx, `bookings:answers:${id}`, answers))
}
