import { bookingSubject, recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { showSvnr } from '../shared/contact/svnr.ts'
import { Problem } from '../shared/problems.ts'
import { getBooking } from './bookings.ts'
import { readNumber } from './contact-correction.ts'

/**
 * Decrypts the social security number of a booking for a staff member, and records in the audit who has seen
 * it (docs/behaviour.md 16.3).
 * @throws Problem 'not found', also when no number is stored
 */
export function showNumber(ctx: Ctx, id: string): string {
  return inTx(ctx, () => {
    const number = readNumber(ctx, getBooking(ctx, id))
    if (number === null) throw new Problem('not found')
    recordAudit(ctx, 'svnr-shown', bookingSubject(id))
    return showSvnr(number)
  })
}
