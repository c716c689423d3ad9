import { bookingSubject, recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { formatSvnr } from '../shared/contact/svnr.ts'
import { Problem } from '../shared/problems.ts'
import { getBooking } from './bookings.ts'
import { readSvnr } from './contact-correction.ts'

/**
 * Shows the social security number of a booking to a staff member, and records in the audit who has seen
 * it (docs/behaviour.md 16.3).
 * @throws Problem 'not found', also when no number is stored
 */
export function showSvnr(ctx: Ctx, id: string): string {
  return inTx(ctx, () => {
    const svnr = readSvnr(ctx, getBooking(ctx, id))
    if (svnr === null) throw new Problem('not found')
    recordAudit(ctx, 'svnr-shown', bookingSubject(id))
    return formatSvnr(svnr)
  })
}
