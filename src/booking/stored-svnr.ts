import { bookingSubject, recordAudit } from '../access/audit.ts'
import { decrypt, encrypt } from '../access/crypto.ts'
import { type Ctx, inTx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { formatSvnr } from '../shared/contact/svnr.ts'
import { Problem } from '../shared/problems.ts'
import { getBooking } from './bookings.ts'

/** Encrypts a social security number for the column of the booking with this id; null stays null. */
export function encryptSvnr(ctx: Ctx, id: string, svnr: string | null): string | null {
  return svnr === null ? null : encrypt(ctx, svnrAad(id), svnr)
}

/** Decrypts the social security number of a booking; null when none is stored. */
export function decryptSvnr(ctx: Ctx, { id, svnr }: Pick<Booking, 'id' | 'svnr'>): string | null {
  return svnr === null ? null : decrypt(ctx, svnrAad(id), svnr)
}

/**
 * Shows the social security number of a booking to a staff member, and records in the audit who saw it
 * (docs/behaviour.md 16.3).
 * @throws Problem 'not found', also when no number is stored
 */
export function showSvnr(ctx: Ctx, id: string): string {
  return inTx(ctx, () => {
    const svnr = decryptSvnr(ctx, getBooking(ctx, id))
    if (svnr === null) throw new Problem('not found')
    recordAudit(ctx, 'svnr-shown', bookingSubject(id))
    return formatSvnr(svnr)
  })
}

/** Returns the text that binds an encrypted social security number to its booking. */
function svnrAad(bookingId: string) {
  return `bookings:svnr:${bookingId}` as const
}
