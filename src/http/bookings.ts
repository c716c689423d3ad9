import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { verifyBotToken, verifyBuiltInCheck } from '../access/bot-check.ts'
import { findBookingOfHold, getBooking } from '../booking/bookings.ts'
import { cancelByPatient } from '../booking/cancellation.ts'
import { endHold } from '../booking/ended-holds.ts'
import { placeHold } from '../booking/holds.ts'
import { findLiveHold } from '../booking/live-holds.ts'
import { moveByPatient } from '../booking/patient-moves.ts'
import { assertRequestable, requestBooking } from '../booking/requests.ts'
import { extendHold, type Hold } from '../booking/stored-holds.ts'
import type { Ctx } from '../ctx.ts'
import { commitTogether } from '../db/group-commit.ts'
import type { Booking } from '../db/schema.ts'
import { calendarFile } from '../messaging/email/ics.ts'
import { turnstileKeys } from '../practice/turnstile-keys.ts'
import { findHoldReservation } from '../schedule/occupations.ts'
import { findActiveService } from '../schedule/services.ts'
import { findShownResource } from '../schedule/shown-resources.ts'
import { contactSchema } from '../shared/contact/received-contact.ts'
import { Problem } from '../shared/problems.ts'
import type { NamedResource } from '../shared/resource.ts'
import { answersSchema } from '../shared/service/answers.ts'
import { dayAt, isoAt } from '../time/vienna.ts'
import { appointmentAnswer, slotAnswer, timeAnswer } from './appointment-answer.ts'
import { readBrowser } from './browser.ts'
import { ctxOf, type Deps, type Env } from './deps.ts'
import {
  instantField,
  linkIdField,
  messageField,
  requiredField,
  resourceIdField,
  serviceIdField,
} from './fields.ts'
import { NOT_INDEXED } from './headers.ts'
import { body, noBody, readInput } from './input.ts'
import { patientOrigin } from './origin.ts'

/** The route checks contact and answers, because their rules depend on today's date and on the service. */
const contactField = v.looseObject({})
const answersField = v.nullish(v.looseObject({}), {})

/** The body of POST /hold. Facts of the service that callers send are ignored (docs/behaviour.md 13.3). */
const holdBody = v.strictObject({
  service_id: serviceIdField,
  service_name: v.optional(v.unknown()),
  service_duration_min: v.optional(v.unknown()),
  description: v.optional(v.unknown()),
  /** Callers without a wish send the service's first resource (`HoldInput` in booking/holds.ts). */
  resource_id: v.optional(v.unknown()),
  /** The id of the wished resource. */
  resource: resourceIdField,
  start: instantField,
  stop: v.pipe(
    v.nullish(instantField),
    v.transform((stop) => stop ?? undefined),
  ),
  contact: contactField,
  answers: answersField,
  turnstile_token: v.nullish(v.string(), ''),
})
const requestBody = v.strictObject({
  hold_id: requiredField('Bitte eine Reservierung angeben.'),
  contact: contactField,
  answers: answersField,
  consent: v.optional(v.unknown()),
  turnstile_token: v.nullish(v.string(), ''),
})

/** The ids in these bodies are ids of bookings. */
const cancelBody = v.strictObject({ id: linkIdField, message: messageField })
const moveBody = v.strictObject({
  id: linkIdField,
  start: instantField,
  message: messageField,
  resource: resourceIdField,
})

/**
 * The calls about holds, the request of a booking, its overview and the patient's changes. The API calls a
 * patient's cancellation `reject`; the practice's rejection is in decisions.ts.
 */
export function bookingRoutes(deps: Deps) {
  return new Hono<Env>()
    .post('/hold', body(holdBody), async (c) => {
      const hold = await placeHoldOf(c, c.req.valid('json'), deps)
      return c.json({ ...holdAnswer(hold), ...heldBy(ctxOf(c), hold) }, 201)
    })
    .delete('/hold/:id', noBody, (c) => {
      endHold(ctxOf(c), c.req.param('id'))
      return c.body(null, 204)
    })
    .post('/hold/:id/extend', noBody, (c) => c.json(holdAnswer(extendHold(ctxOf(c), c.req.param('id')))))
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
      return c.json(appointmentAnswer(ctx, getBooking(ctx, c.req.param('id'))), 200, NOT_INDEXED)
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

/** Places the hold that the body asks for. @throws Problem */
async function placeHoldOf(
  c: Context<Env>,
  { service_id: serviceId, start, stop, turnstile_token: token, ...rest }: v.InferOutput<typeof holdBody>,
  { config }: Deps,
): Promise<Hold> {
  const ctx = ctxOf(c)
  const input = {
    serviceId,
    wish: rest.resource,
    sentResourceId: rest.resource_id,
    start,
    shownEnd: stop,
    email: readContactAndAnswers(ctx, serviceId, rest).contact.email,
    browser: readBrowser(c, config),
    origin: patientOrigin(c, config),
  }
  const botCheck = await verifyBuiltInCheck(ctx, token)
  return commitTogether(ctx, () => placeHold(ctx, input, botCheck))
}

/**
 * Requests the booking of a hold. A repeated call gets the booking that the first one has made, with `isNew`
 * false.
 * @throws Problem
 */
async function requestBookingOf(
  c: Context<Env>,
  {
    hold_id: holdId,
    consent,
    turnstile_token: token,
    ...answersAndContact
  }: v.InferOutput<typeof requestBody>,
  deps: Deps,
): Promise<{ booking: Booking; isNew: boolean }> {
  const ctx = ctxOf(c)
  const existing = findBookingOfHold(ctx, holdId)
  if (existing !== undefined) return { booking: existing, isNew: false }

  const input = {
    holdId,
    ...readContactAndAnswers(ctx, findLiveHold(ctx, holdId)?.serviceId, answersAndContact),
    browser: readBrowser(c, deps.config),
    origin: patientOrigin(c, deps.config),
  }
  if (consent !== true) throw new Problem('consent_required')
  assertRequestable(ctx, input)
  const attempt = { token, turnstile: turnstileKeys(ctx), attempt: holdId }
  const botCheck = await verifyBotToken(ctx, attempt, deps)
  // Another call for the same hold may have finished during the check.
  const madeMeanwhile = findBookingOfHold(ctx, holdId)
  if (madeMeanwhile !== undefined) return { booking: madeMeanwhile, isNew: false }
  return { booking: requestBooking(ctx, input, botCheck), isNew: true }
}

/**
 * Checks contact and answers together, so that all invalid fields are reported at once. Reads no answers for
 * an unknown service, because the booking itself is then refused.
 * @throws Problem invalid
 */
function readContactAndAnswers(
  ctx: Ctx,
  serviceId: string | undefined,
  { contact, answers }: { contact: object; answers: object },
) {
  const service = serviceId === undefined ? undefined : findActiveService(ctx, serviceId)
  const schema = v.object({
    contact: contactSchema({ today: dayAt(ctx.now) }),
    answers: answersSchema(service?.questions ?? []),
  })
  return readInput(schema, { contact, answers: service ? answers : {} })
}

/** Returns the id of a hold, and until when it reserves the time. */
export function holdAnswer({ id, expiresAt }: Hold) {
  return { hold_id: id, expires_at: isoAt(expiresAt) }
}

/** Returns the resource whose time is held, if the practice has several. */
function heldBy(ctx: Ctx, { id }: Hold): { resource?: NamedResource } {
  const reserved = findHoldReservation(ctx, id)
  const resource = reserved && findShownResource(ctx, reserved.resourceId)
  return resource === undefined ? {} : { resource }
}

/** Returns the answer to a request, including a repeated one. */
function requestedAnswer(booking: Booking) {
  return { id: booking.id, status: booking.status, slot: timeAnswer(booking.startsAt) }
}
