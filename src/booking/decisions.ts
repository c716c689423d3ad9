import { eq } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, occupations } from '../db/schema.ts'
import { Problem } from '../shared/problems.ts'
import { isoAt } from '../time/vienna.ts'
import { getBooking } from './bookings.ts'
import { ACTIONS, transition } from './life-cycle.ts'
import { areEmailsOff, notifyConfirmed, notifyRejected } from './notifications.ts'

export type Decision = 'confirm' | 'reject'

/**
 * `repeated`: it had been decided that way before, and nobody was told again. `muted`: the patient gets no mail, for the
 * practice has switched them off.
 */
export type Decided = Readonly<{ booking: Booking; repeated: boolean; muted: boolean }>

/**
 * The practice confirms or rejects a request, once; the same decision again is harmless (decisions, section 5).
 * @param message what the practice writes to the patient; may be empty
 * @throws Problem 'not found', already_decided (the other decision was taken, or the patient has cancelled),
 * slot_taken (the booking no longer holds its time), too_late (there is nothing to confirm any more)
 */
export function decideBooking(ctx: Ctx, id: string, decision: Decision, message: string): Decided {
  return inTx(ctx, () => {
    const booking = getBooking(ctx, id)
    if (booking.status === ACTIONS[decision].to) return { booking, repeated: true, muted: false }
    if (decision === 'confirm' && booking.status === 'requested') {
      refuseBegun(ctx, booking)
      refuseWithoutSlot(ctx, booking)
    }
    const decided = transition(ctx, booking, decision, message)
    if (decided === undefined)
      throw new Problem('already_decided', { status: booking.status }, ALREADY[booking.status])
    if (decision === 'confirm') notifyConfirmed(ctx, decided, message)
    else notifyRejected(ctx, decided, message)
    return { booking: decided, repeated: false, muted: areEmailsOff(ctx) }
  })
}

const ALREADY = {
  requested: 'Über diesen Termin wurde bereits anders entschieden.',
  confirmed: 'Dieser Termin wurde bereits bestätigt.',
  rejected: 'Dieser Termin wurde bereits abgelehnt.',
  cancelled: 'Dieser Termin wurde bereits storniert.',
}

/** A request that nobody answered in time can still be rejected, so that it leaves the list. */
function refuseBegun(ctx: Ctx, { startsAt }: Booking): void {
  if (startsAt <= ctx.now)
    throw new Problem(
      'too_late',
      { start_local: isoAt(startsAt) },
      'Dieser Termin hat schon begonnen und kann nicht mehr bestätigt werden.',
    )
}

/** Nothing is promised that the database does not hold: the time must still be this booking's own. */
function refuseWithoutSlot(ctx: Ctx, booking: Booking): void {
  const own = ctx.db.select().from(occupations).where(eq(occupations.bookingId, booking.id)).get()
  const holds = own !== undefined && own.startsAt <= booking.startsAt && own.endsAt >= booking.endsAt
  if (!holds)
    throw new Problem(
      'slot_taken',
      {},
      'Diese Zeit ist inzwischen anders belegt. Bitte lehnen Sie den Termin ab.',
    )
}
