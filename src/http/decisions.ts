import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { assertStaffSignature } from '../access/links.ts'
import { type Decided, type Decision, decideBooking } from '../booking/decisions.ts'
import { paragraph } from '../shared/line.ts'
import { CONFIRMED_AND_NOTIFIED, NO_ID } from '../shared/messages.de.ts'
import { isoAt } from '../time/vienna.ts'
import { adminCtx } from './admin/guard.ts'
import type { Deps, Env } from './deps.ts'
import { body } from './input.ts'

const id = v.pipe(v.string(NO_ID), v.nonEmpty(NO_ID))
const message = v.optional(paragraph(1000), '')
/** A value that is no text counts as a wrong signature; without a value an admin must be signed in. */
const sig = v.optional(v.fallback(v.string(), ''))
const rejectBody = v.strictObject({ id, message, sig })
const NOT_BY_LINK = 'Nur angemeldet möglich.'
const confirmBody = v.pipe(
  v.strictObject({ ...rejectBody.entries, undoable: v.optional(v.boolean(), false) }),
  v.forward(
    v.check(({ undoable, sig }) => !undoable || sig === undefined, NOT_BY_LINK),
    ['undoable'],
  ),
)

const NOTES = {
  confirm: {
    first: CONFIRMED_AND_NOTIFIED,
    emailsOff:
      'Termin wurde bestätigt. Der Patient bekommt keine E-Mail: Benachrichtigungen sind abgeschaltet.',
    again: 'Termin war bereits bestätigt.',
  },
  reject: {
    first: 'Termin wurde abgelehnt und der Patient informiert.',
    emailsOff:
      'Termin wurde abgelehnt. Der Patient bekommt keine E-Mail: Benachrichtigungen sind abgeschaltet.',
    again: 'Termin war bereits abgelehnt.',
  },
}
/** Not yet "informiert": the messages wait. */
const CONFIRMED_UNDOABLY = 'Termin wurde bestätigt. Die Nachricht geht in 10 Sekunden hinaus.'

/** The practice's decisions on a request, by signature or session (docs/behaviour.md 9.6). */
export function decisionRoutes(deps: Deps) {
  const decide = (c: Context<Env>, decision: Decision, input: v.InferOutput<typeof confirmBody>) => {
    const { id, message, sig, undoable } = input
    const ctx = sig === undefined ? adminCtx(c, deps) : deps.ctx({ kind: 'staff-link' })
    const signedFor = sig === undefined ? undefined : assertStaffSignature(ctx, decision, id, sig)
    return decisionAnswer(decision, decideBooking(ctx, id, decision, message, { signedFor, undoable }))
  }
  return new Hono<Env>()
    .post('/admin/confirm', body(confirmBody), (c) => c.json(decide(c, 'confirm', c.req.valid('json'))))
    .post('/admin/approve', body(confirmBody), (c) => c.json(decide(c, 'confirm', c.req.valid('json'))))
    .post('/admin/reject', body(rejectBody), (c) =>
      c.json(decide(c, 'reject', { ...c.req.valid('json'), undoable: false })),
    )
}

function decisionAnswer(decision: Decision, { booking, repeated, emailsOff, undoUntil }: Decided) {
  const { first, again, emailsOff: silent } = NOTES[decision]
  const note = repeated ? again : emailsOff ? silent : undoUntil ? CONFIRMED_UNDOABLY : first
  return { status: booking.status, note, ...(undoUntil && { undo_until: isoAt(undoUntil) }) }
}
