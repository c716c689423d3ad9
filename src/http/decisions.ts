import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { type Decided, type Decision, decideBooking, readDecisionLink } from '../booking/decisions.ts'
import { SENT_LATER } from '../booking/undoable-changes.ts'
import type { Ctx } from '../ctx.ts'
import { isoAt } from '../time/vienna.ts'
import { ctxOfDecider } from './admin/guard.ts'
import { slotAnswer } from './appointment-answer.ts'
import type { Deps, Env } from './deps.ts'
import { instantField, linkIdField, messageField } from './fields.ts'
import { body } from './input.ts'

/** Only an admin can undo, so a link cannot ask for a decision that can be undone. */
const NOT_BY_LINK = 'Nur angemeldet möglich.'

/**
 * A signature that is not a text counts as wrong. Without a signature, or with null, an admin must be signed
 * in.
 */
const sigField = v.pipe(
  v.nullish(v.fallback(v.string(), '')),
  v.transform((sent) => sent ?? undefined),
)
/**
 * The start that the page shows. The decision is refused if the booking has another start by now. Links omit
 * it, because their signature contains the start.
 */
const startField = v.optional(instantField)

const rejectBody = v.strictObject({
  id: linkIdField,
  message: messageField,
  sig: sigField,
  start: startField,
})
const confirmBody = v.pipe(
  v.strictObject({ ...rejectBody.entries, undoable: v.optional(v.boolean(), false) }),
  v.forward(
    v.check(({ undoable, sig }) => !undoable || sig === undefined, NOT_BY_LINK),
    ['undoable'],
  ),
)

/** The sentences for each decision, and for one that was already made. */
const OUTCOME_SENTENCES = {
  booking: {
    confirm: { done: 'Termin wurde bestätigt', doneBefore: 'Termin war bereits bestätigt' },
    reject: { done: 'Termin wurde abgelehnt', doneBefore: 'Termin war bereits abgelehnt' },
  },
  move: {
    confirm: { done: 'Termin wurde verschoben', doneBefore: 'Termin war bereits verschoben' },
    reject: { done: 'Verschiebung wurde abgelehnt', doneBefore: 'Verschiebung war bereits abgelehnt' },
  },
} as const satisfies Record<Decided['about'], Record<Decision, { done: string; doneBefore: string }>>

/**
 * The calls with which the practice decides on a request, by signature or session (docs/behaviour.md 9.6).
 */
export function decisionRoutes(deps: Deps) {
  // The specification has both /confirm and /approve for the same decision.
  return new Hono<Env>()
    .post('/admin/confirm', body(confirmBody), (c) =>
      c.json(decide(c, deps, { decision: 'confirm', ...c.req.valid('json') })),
    )
    .post('/admin/approve', body(confirmBody), (c) =>
      c.json(decide(c, deps, { decision: 'confirm', ...c.req.valid('json') })),
    )
    .post('/admin/reject', body(rejectBody), (c) =>
      c.json(decide(c, deps, { decision: 'reject', ...c.req.valid('json'), undoable: false })),
    )
}

type DecisionInput = v.InferOutput<typeof confirmBody> & Readonly<{ decision: Decision }>

/**
 * Decides by the signed link or, without a signature, as the staff member who is signed in.
 * @throws Problem
 */
function decide(c: Context<Env>, deps: Deps, input: DecisionInput) {
  const { decision, id, message, sig, start: shown, undoable } = input
  const ctx = sig === undefined ? ctxOfDecider(c, deps) : deps.ctx({ kind: 'staff-link' })
  const link = sig === undefined ? undefined : readDecisionLink(ctx, decision, id, sig)
  const decided = decideBooking(ctx, id, { decision, message, link, shown, undoable })
  return decisionAnswer(ctx, decision, decided)
}

/**
 * Returns the answer, with the time of the booking after the decision, which a confirmed move has changed.
 */
function decisionAnswer(ctx: Ctx, decision: Decision, decided: Decided) {
  const { booking, undoUntil } = decided
  const note = outcomeSentence(decision, decided)
  const undo = undoUntil && { undo_until: isoAt(undoUntil) }
  return { status: booking.status, note, ...slotAnswer(ctx, booking), ...undo }
}

/** Returns the sentence for the practice: the outcome, and whether the patient is notified. */
function outcomeSentence(decision: Decision, { about, repeated, emailsOff, undoUntil }: Decided): string {
  const { done, doneBefore } = OUTCOME_SENTENCES[about][decision]
  if (repeated) return `${doneBefore}.`
  if (emailsOff) return `${done}. Der Patient bekommt keine E-Mail: Benachrichtigungen sind abgeschaltet.`
  // The messages wait until the decision can no longer be undone, so the patient is not "informiert" yet.
  if (undoUntil) return `${done}. ${SENT_LATER}`
  const staysSentence = about === 'move' && decision === 'reject' ? ' Der Termin bleibt, wo er ist.' : ''
  return `${done} und der Patient informiert.${staysSentence}`
}
