import { bookingSubject, recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { showSvnr } from '../shared/contact/svnr.ts'
import { Problem } from '../shared/problems.ts'
import { getBooking } from './bookings.ts'
import { readSvnr } from './contact-correction.ts'

/**
 * Decrypts the social security number of a booking for a staff member, and records in the audit who has seen
 * it (docs/behaviour.md 16.3).
 * @throws Problem 'not found', also when no number is stored
 */
export function revealSvnr(ctx: Ctx, id: string): string {
  return inTx(ctx, () => {
    const svnr = readSvnr(ctx, getBooking(ctx, id))
    if (svnr === null) throw new Problem('not found')
    recordAudit(ctx, 'svnr-shown', bookingSubject(id))
    return showSvnr(svnr)
  })
}
