import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { verifyBotToken } from '../access/bot-check.ts'
import { findBookingOfHold, getBooking } from '../booking/bookings.ts'
import { cancelByPatient } from '../booking/cancellation.ts'
import { findLiveHold } from '../booking/live-holds.ts'
import { moveByPatient } from '../booking/patient-moves.ts'
import { assertRequestable, requestBooking } from '../booking/requests.ts'
import type { Booking } from '../db/schema.ts'
import { calendarFile } from '../messaging/email/ics.ts'
import { turnstileKeys } from '../practice/turnstile-keys.ts'
import { Problem } from '../shared/problems.ts'
import { overviewWithNextFree, slotAnswer, timeAnswer } from './appointment-answer.ts'
import { readBrowser } from './browser.ts'
import { ctxOf, type Deps, type Env } from './deps.ts'
import { instantField, linkIdField, messageField, requiredField, resourceIdField } from './fields.ts'
import { NOT_INDEXED } from './headers.ts'
import { answersField, contactField, readContactAndAnswers } from './holds.ts'
import { body } from './input.ts'
import { patientOrigin } from './origin.ts'

/** The body of POST /booking/confirm. */
const requestBody = v.strictObject({
  hold_id: requiredField('Bitte eine Reservierung angeben.'),
  contact: contactField,
  answers: answersField,
  consent: v.optional(v.unknown()),
  turnstile_token: v.nullish(v.string(), ''),
})

// The ids in these bodies are ids of bookings.
const cancelBody = v.strictObject({ id: linkIdField, message: messageField })
const moveBody = v.strictObject({
  id: linkIdField,
  start: instantField,
  message: messageField,
  resource: resourceIdField,
})

/**
 * The request of a booking, its overview and the patient's changes. The API calls a patient's cancellation
 * `reject`; the practice's rejection is in decisions.ts.
 */
export function bookingRoutes(deps: Deps) {
  return new Hono<Env>()
    .post('/booking/confirm', body(requestBody), async (c) => {
      const { booking, isNew } = await requestBookingOf(c, c.req.valid('json'), deps)
      return c.json(requestedAnswer(booking), isNew ? 201 : 200)
    })
    .get('/bookings', () => {
      throw new Problem('bookingId required')
    })
    .get('/bookings/:id', (c) => {
      const ctx = ctxOf(c)
      if (c.req.param('id').trim() === '') throw new Problem('bookingId required')
      return c.json(overviewWithNextFree(ctx, getBooking(ctx, c.req.param('id'))), 200, NOT_INDEXED)
    })
    .get('/bookings/:id/termin.ics', (c) => {
      const ctx = ctxOf(c)
      return c.body(calendarFile(ctx, getBooking(ctx, c.req.param('id'))), 200, {
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': 'attachment; filename="termin.ics"',
        ...NOT_INDEXED,
      })
    })
    .post('/patient/reject', body(cancelBody), (c) => {
      const { id, message } = c.req.valid('json')
      return c.json({ status: cancelByPatient(ctxOf(c), id, message).status })
    })
    .post('/patient/move', body(moveBody), (c) => {
      const ctx = ctxOf(c)
      const { id, resource: wish, ...input } = c.req.valid('json')
      const booking = moveByPatient(ctx, id, { ...input, wish })
      return c.json({ status: booking.status, ...slotAnswer(ctx, booking) })
    })
}

/**
 * Requests the booking of a hold. A repeated call gets the booking that the first one has made, with `isNew`
 * false.
 * @throws Problem
 */
async function requestBookingOf(
  c: Context<Env>,
  sent: v.InferOutput<typeof requestBody>,
  deps: Deps,
): Promise<{ booking: Booking; isNew: boolean }> {
  const ctx = ctxOf(c)
  const holdId = sent.hold_id
  const existing = findBookingOfHold(ctx, holdId)
  if (existing !== undefined) return { booking: existing, isNew: false }

  const input = {
    holdId,
    ...readContactAndAnswers(ctx, findLiveHold(ctx, holdId)?.serviceId, sent),
    browser: readBrowser(c, deps.config),
    origin: patientOrigin(c, deps.config),
  }
  if (sent.consent !== true) throw new Problem('consent_required')
  assertRequestable(ctx, input)
  const sentCheck = { token: sent.turnstile_token, turnstile: turnstileKeys(ctx), attempt: holdId }
  const botCheck = await verifyBotToken(ctx, sentCheck, deps)
  // Another call for the same hold may have finished during the check.
  const madeMeanwhile = findBookingOfHold(ctx, holdId)
  if (madeMeanwhile !== undefined) return { booking: madeMeanwhile, isNew: false }
  return { booking: requestBooking(ctx, input, botCheck), isNew: true }
}

/** Returns the answer to a request, including a repeated one. */
function requestedAnswer(booking: Booking) {
  return { id: booking.id, status: booking.status, slot: timeAnswer(booking.startsAt) }
}
