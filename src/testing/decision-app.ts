import { type StaffAction, signStaffLink } from '../access/links.ts'
import { insertBooking } from './bookings.ts'
import { openTestApp } from './test-app.ts'

/** The start of the appointment. */
export const REQUESTED_START = Date.parse('2027-01-12T08:30:00+01:00')

/** The calls by which the practice decides. `approve` is another name of `confirm`. */
export type DecisionCall = 'confirm' | 'approve' | 'reject'

/** Returns the action for which the link of this call is signed. */
export const actionOf = (call: DecisionCall): StaffAction => (call === 'reject' ? 'reject' : 'confirm')
/** Returns the action whose links this call must refuse. */
export const otherAction = (call: DecisionCall): StaffAction => (call === 'reject' ? 'confirm' : 'reject')

/**
 * Opens the app with an appointment of this status at REQUESTED_START, and with the calls by which the
 * practice decides about it, or about a move that its patient asks for, by a signed link.
 */
export function openDecisionApp({ status = 'requested' }: { status?: 'requested' | 'confirmed' } = {}) {
  const app = openTestApp()
  const { id } = insertBooking(app.ctx().db, {
    serviceId: 'folgebehandlung',
    startsAt: REQUESTED_START,
    status,
  })
  const sign = (action: StaffAction, link: { bookingId?: string; start?: number; moves?: number } = {}) =>
    signStaffLink(app.ctx(), { action, bookingId: id, start: REQUESTED_START, moves: 0, ...link })
  const decide = (call: DecisionCall, changes: Record<string, unknown> = {}) =>
    app.browser().post(`/api/admin/${call}`, { id, message: '', sig: sign(actionOf(call)), ...changes })
  return { app, id, sign, decide, bookingState: app.bookingState }
}
