import { decrypt, encrypt } from '../access/crypto.ts'
import type { Ctx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import type { Answer } from '../shared/service/questions.ts'

/** Encrypts answers for the column of a booking. @returns null when there are none */
export function encryptAnswers(ctx: Ctx, bookingId: string, answers: readonly Answer[]): string | null {
  return answers.length === 0 ? null : encrypt(ctx, answersAad(bookingId), JSON.stringify(answers))
}

/**
 * Decrypts the patient's answers, each with its question as it was asked. Only the details of the booking and
 * the patient's export of data may show them (docs/behaviour.md 16.15).
 */
export function decryptAnswers(
  ctx: Ctx,
  { id, answers }: Pick<Booking, 'id' | 'answers'>,
): readonly Answer[] {
  return answers === null ? [] : JSON.parse(decrypt(ctx, answersAad(id), answers))
}

/** Returns the text that binds encrypted answers to their booking. */
function answersAad(bookingId: string) {
  return `bookings:answers:${bookingId}` as const
}
