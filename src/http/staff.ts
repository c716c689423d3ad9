import { Hono } from 'hono'
import * as v from 'valibot'
import { checkStaffLink } from '../access/links.ts'
import { cancelByPatient } from '../booking/cancellation.ts'
import { type Decided, type Decision, decideBooking } from '../booking/decisions.ts'
import { paragraph } from '../rules/line.ts'
import { Problem } from '../rules/problems.ts'
import { ctxOf, type Doorway, type Env } from './doorway.ts'
import { body } from './input.ts'

const id = v.pipe(v.string('Ungültiger Link (keine ID).'), v.nonEmpty('Ungültiger Link (keine ID).'))
const message = v.optional(paragraph(1000), '')
const decisionBody = v.strictObject({ id, message, sig: v.optional(v.string()) })
const cancelBody = v.strictObject({ id, message })

const NOTES = {
  confirm: {
    first: 'Termin wurde bestätigt und der Patient informiert.',
    again: 'Termin war bereits bestätigt.',
  },
  reject: {
    first: 'Termin wurde abgelehnt und der Patient informiert.',
    again: 'Termin war bereits abgelehnt.',
  },
}

/** The two decisions of the practice by signed link, and the patient's own cancellation by the booking's id. */
export function staffDoors({ ctx }: Doorway) {
  const decide = (decision: Decision, asked: v.InferOutput<typeof decisionBody>) => {
    if (asked.sig === undefined) throw new Problem('unauthorized')
    const staff = ctx({ kind: 'staff-link' })
    checkStaffLink(staff, decision, asked.id, asked.sig)
    return decisionAnswer(decision, decideBooking(staff, asked.id, decision, asked.message))
  }
  return new Hono<Env>()
    .post('/admin/confirm', body(decisionBody), (c) => c.json(decide('confirm', c.req.valid('json'))))
    .post('/admin/approve', body(decisionBody), (c) => c.json(decide('confirm', c.req.valid('json'))))
    .post('/admin/reject', body(decisionBody), (c) => c.json(decide('reject', c.req.valid('json'))))
    .post('/patient/reject', body(cancelBody), (c) => {
      const { id, message } = c.req.valid('json')
      return c.json({ status: cancelByPatient(ctxOf(c), id, message).status })
    })
}

function decisionAnswer(decision: Decision, { booking, repeated }: Decided) {
  return { status: booking.status, note: repeated ? NOTES[decision].again : NOTES[decision].first }
}
