import { type Ctx, inTx } from '../ctx.ts'
import { type Attendance, canRecordAttendance } from '../shared/attendance.ts'
import { Problem } from '../shared/problems.ts'
import { dayAt } from '../time/vienna.ts'
import { changeBooking, getBooking } from './bookings.ts'
import { recordEvent } from './events.ts'

/** This module records whether patients came to their appointments. Rule: docs/behaviour.md 8.32. */

const NOT_CONFIRMED = 'Das lässt sich nur bei bestätigten Terminen vermerken.'
const TOO_EARLY = 'Das lässt sich erst am Tag des Termins vermerken.'
const NOT_BEGUN = '„Nicht erschienen“ lässt sich erst ab der Zeit des Termins vermerken.'

const EVENT_KINDS = { arrived: 'arrived', no_show: 'no-show' } as const satisfies Record<Attendance, string>

/**
 * Records whether the patient came. Recording the same again changes nothing.
 * @param attendance null removes the record
 * @throws Problem 'not found'; conflict when the booking is not confirmed, before its day, and for `no_show`
 * before its start
 */
export function recordAttendance(ctx: Ctx, id: string, attendance: Attendance | null): void {
  inTx(ctx, () => {
    const booking = getBooking(ctx, id)
    const { status, startsAt } = booking
    if (status !== 'confirmed') throw new Problem('conflict', {}, NOT_CONFIRMED)
    if (!canRecordAttendance(status, dayAt(startsAt), dayAt(ctx.now)))
      throw new Problem('conflict', {}, TOO_EARLY)
    if (attendance === 'no_show' && startsAt > ctx.now) throw new Problem('conflict', {}, NOT_BEGUN)
    if (booking.attendance === attendance) return
    changeBooking(ctx, id, { attendance })
    recordEvent(ctx, id, attendance === null ? 'attendance-removed' : EVENT_KINDS[attendance])
  })
}
