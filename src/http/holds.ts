import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { verifyBuiltInCheck } from '../access/bot-check.ts'
import { endHold } from '../booking/ended-holds.ts'
import { placeHold } from '../booking/holds.ts'
import { extendHold, type Hold } from '../booking/stored-holds.ts'
import type { Ctx } from '../ctx.ts'
import { commitTogether } from '../db/group-commit.ts'
import { findHoldReservation } from '../schedule/occupations.ts'
import { findActiveService } from '../schedule/services.ts'
import { findShownResource } from '../schedule/shown-resources.ts'
import { contactSchema } from '../shared/contact/received-contact.ts'
import type { NamedResource } from '../shared/resource.ts'
import { answersSchema } from '../shared/service/answers.ts'
import { dayAt, isoAt } from '../time/vienna.ts'
import { readBrowser } from './browser.ts'
import { ctxOf, type Deps, type Env } from './deps.ts'
import { instantField, resourceIdField, serviceIdField } from './fields.ts'
import { body, noBody, readInput } from './input.ts'
import { patientOrigin } from './origin.ts'

/**
 * Contact and answers in the bodies of a hold and of a request. `readContactAndAnswers` checks them, because
 * their rules depend on today's date and on the service.
 */
export const contactField = v.looseObject({})
export const answersField = v.nullish(v.looseObject({}), {})

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

/** The calls by which a patient's browser places, extends and ends a hold. */
export function holdRoutes(deps: Deps) {
  return new Hono<Env>()
    .post('/hold', body(holdBody), async (c) => {
      const hold = await placeHoldOf(c, c.req.valid('json'), deps)
      return c.json({ ...holdAnswer(hold), ...heldResource(ctxOf(c), hold) }, 201)
    })
    .delete('/hold/:id', noBody, (c) => {
      endHold(ctxOf(c), c.req.param('id'))
      return c.body(null, 204)
    })
    .post('/hold/:id/extend', noBody, (c) => c.json(holdAnswer(extendHold(ctxOf(c), c.req.param('id')))))
}

/** Places the hold that the body asks for. @throws Problem */
async function placeHoldOf(
  c: Context<Env>,
  sent: v.InferOutput<typeof holdBody>,
  { config }: Deps,
): Promise<Hold> {
  const ctx = ctxOf(c)
  const { contact } = readContactAndAnswers(ctx, sent.service_id, sent)
  const input = {
    serviceId: sent.service_id,
    wish: sent.resource,
    sentResourceId: sent.resource_id,
    start: sent.start,
    shownEnd: sent.stop,
    email: contact.email,
    browser: readBrowser(c, config),
    origin: patientOrigin(c, config),
  }
  const botCheck = await verifyBuiltInCheck(ctx, sent.turnstile_token)
  return commitTogether(ctx, () => placeHold(ctx, input, botCheck))
}

/**
 * Checks contact and answers together, so that all invalid fields are reported at once. Reads no answers for
 * an unknown service, because the hold or the request itself is then refused.
 * @throws Problem invalid
 */
export function readContactAndAnswers(
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
function heldResource(ctx: Ctx, { id }: Hold): { resource?: NamedResource } {
  const reserved = findHoldReservation(ctx, id)
  const resource = reserved && findShownResource(ctx, reserved.resourceId)
  return resource === undefined ? {} : { resource }
}
