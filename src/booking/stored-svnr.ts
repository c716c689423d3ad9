import { bookingSubject, recordAudit } from '../access/audit.ts'
import { decrypt, encrypt } from '../access/crypto.ts'
import { type Ctx, inTx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { formatSvnr } from '../shared/contact/svnr.ts'
import { Problem } from '../shared/problems.ts'
import { getBooking } from './bookings.ts'

/** The social security number of a booking, encrypted or not; null when the booking has none. */
type SvnrOfBooking = Pick<Booking, 'id' | 'svnr'>

/** Encrypts the social security number for the column of the booking with this id. */
export function encryptSvnr(ctx: Ctx, { id, svnr }: SvnrOfBooking): string | null {
  return svnr === null ? null : encrypt(ctx, svnrPlace(id), svnr)
}

/** Decrypts the stored social security number of a booking. */
export function decryptSvnr(ctx: Ctx, { id, svnr }: SvnrOfBooking): string | null {
  return svnr === null ? null : decrypt(ctx, svnrPlace(id), svnr)
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
function svnrPlace(bookingId: string) {
  return `bookings:svnr:${bookingId}` as const
}
