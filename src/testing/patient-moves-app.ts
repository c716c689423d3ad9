import { type Decision, decideBooking, readDecisionLink } from '../booking/decisions.ts'
import { moveBooking } from '../booking/moves.ts'
import { moveByPatient } from '../booking/patient-moves.ts'
import type { Ctx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { MINUTE } from '../shared/day.ts'
import { insertBooking } from './bookings.ts'
import { decisionLinkIn } from './links.ts'
import { openTestApp } from './test-app.ts'

/** The start of appointments before a move. */
export const OLD_START = '2027-01-12T08:30:00+01:00'
/** The start that a patient asks for. */
export const NEW_START = '2027-01-13T09:00:00+01:00'
/** A start after `NEW_START`. */
export const LATER_MOVE_START = '2027-01-14T10:00:00+01:00'
/** A start before `OLD_START`. */
export const EARLIER_MOVE_START = '2027-01-11T09:00:00+01:00'

export type PatientMovesApp = ReturnType<typeof openPatientMovesApp>

/**
 * Opens a test app with helpers that move appointments as patient and as practice, and that read the results.
 */
export function openPatientMovesApp() {
  const app = openTestApp()
  app.setUpSms()
  const addRequest = (changes: Partial<Booking> = {}) =>
    insertBooking(app.ctx().db, {
      serviceId: 'folgebehandlung',
      startsAt: Date.parse(OLD_START),
      ...changes,
    })
  return {
    ...app,
    addRequest,
    addConfirmed: () => addRequest({ status: 'confirmed' }),
    /** Moves a request, or asks to move a confirmed appointment. */
    moveByPatient: ({ id }: Booking, start = NEW_START, message = '') =>
      moveByPatient(app.ctx(), id, { start: Date.parse(start), message }),
    /** Moves an appointment at once. Only an undoable move is announced to the patient. */
    moveByStaff: ({ id }: Booking, start: string, { undoable = false } = {}) =>
      moveBooking(app.assistant(), id, { start: Date.parse(start), message: '', notify: undoable, undoable }),
    decide: ({ id }: Booking, decision: Decision, { undoable = false } = {}) =>
      decideBooking(app.assistant(), id, { decision, message: 'Bis dann.', undoable }),
    /** Returns the decision link in the newest e-mail of this kind to the practice; empty without one. */
    findDecisionLink: (kind: string, decision: Decision) => {
      const [mail] = app.rows<{ text: string }>(
        'select text from messages where kind = ? order by id desc',
        kind,
      )
      return { decision, ...decisionLinkIn(mail?.text ?? '', decision) }
    },
    /** Decides without a session, by the link of an e-mail. */
    decideByLink: ({ decision, id, sig }: { decision: Decision; id: string; sig: string }) => {
      const ctx: Ctx = { ...app.ctx(), actor: { kind: 'staff-link' } }
      return decideBooking(ctx, id, { decision, link: readDecisionLink(ctx, decision, id, sig) })
    },
    /** Returns channel and kind of each message, in order. */
    sentMessages: () => app.rows('select channel, kind from messages order by id').map(Object.values),
    /** Returns the kinds of all events, in order. */
    eventKinds: () => app.rows<{ kind: string }>('select kind from events').map(({ kind }) => kind),
  }
}

/** Returns start and end of the half hour from each start, in the format of `app.occupied()`. */
export function halfHoursFrom(...starts: string[]): [start: number, end: number][] {
  return starts.map((start) => [Date.parse(start), Date.parse(start) + 30 * MINUTE])
}
