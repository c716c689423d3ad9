import { bookingSubject, recordAudit } from '../access/audit.ts'
import { decrypt } from '../access/crypto.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { showSvnr } from '../shared/contact/svnr.ts'
import { Problem } from '../shared/problems.ts'
import { getBooking } from './bookings.ts'

/**
 * Decrypts the social security number of a booking for a staff member, and records in the audit who has seen
 * it (docs/behaviour.md 16.3).
 * @throws Problem 'not found', also when no number is stored
 */
export function showNumber(ctx: Ctx, id: string): string {
  return inTx(ctx, () => {
    const { svnr } = getBooking(ctx, id)
    if (svnr === null) throw new Problem('not found')
    recordAudit(ctx, 'svnr-shown', bookingSubject(id))
    return showSvnr(decrypt(ctx, `bookings:svnr:${id}`, svnr))
  })
}
