import { Hono } from 'hono'
import * as v from 'valibot'
import { makeBotChallenge } from '../access/altcha.ts'
import { requiredBotCheckLevel } from '../booking/bot-check-level.ts'
import { searchForPatient } from '../booking/patient-moves.ts'
import type { Ctx } from '../ctx.ts'
import { canWrite } from '../db/health.ts'
import { smsCountries } from '../messaging/outbox/suppression.ts'
import { accessibilityStatement } from '../practice/accessibility.ts'
import { bookingStatus } from '../practice/status.ts'
import { publicInformation } from '../privacy/patient-information.ts'
import { listClosures } from '../schedule/absence-lists.ts'
import { daysOfInterval } from '../schedule/absences.ts'
import { listFreeSlots } from '../schedule/availability.ts'
import { summariseDays } from '../schedule/day-counts.ts'
import { resourceIdsOf } from '../schedule/resources.ts'
import { publicService } from '../schedule/service-wire.ts'
import { getActiveService, listActiveServices } from '../schedule/services.ts'
import { listOfferedResources } from '../schedule/shown-resources.ts'
import type { SlotSearch } from '../schedule/slot-search.ts'
import type { Day } from '../shared/day.ts'
import { SUMMARY_DAYS_MAX } from '../shared/free-times.ts'
import { isoAt, readDateTime } from '../time/vienna.ts'
import { ctxOf, type Deps, type Env } from './deps.ts'
import { dayField, daysInOrder, filterField, resourceIdField, serviceIdField } from './fields.ts'
import { query } from './input.ts'
import { patientOrigin } from './origin.ts'
import { type SlotAnswer, slotAnswers } from './slot-answers.ts'

/**
 * The free times of a day. `move` is the id of a booking to move. The search is then for its service, and its
 * own time counts as free.
 */
const dayQuery = v.variant('move', [
  v.object({
    date: dayField,
    service: serviceIdField,
    move: v.optional(v.undefined()),
    resource: resourceIdField,
  }),
  v.object({ date: dayField, service: v.optional(v.string()), move: v.string(), resource: resourceIdField }),
])

/** The number of free times on each day, of any service if `service` is missing or empty, without `move`. */
const summaryQuery = v.pipe(
  v.object({
    summary: v.literal('1'),
    from: dayField,
    to: dayField,
    service: filterField(v.string()),
    move: v.optional(v.string()),
    resource: resourceIdField,
  }),
  daysInOrder(SUMMARY_DAYS_MAX),
)

const slotsQuery = v.lazy((sent) =>
  (sent as { summary?: string }).summary === undefined ? dayQuery : summaryQuery,
)

const closuresQuery = v.pipe(v.object({ from: dayField, to: dayField }), daysInOrder(SUMMARY_DAYS_MAX))

/** A Vienna day, and how many appointments can start on it. */
export type DaySummary = { date: Day; available_count: number }

/** The calls that visitors need before they place a hold. */
export function publicRoutes({ config, isDraining }: Deps) {
  return new Hono<Env>()
    .get('/status', (c) => c.json(statusAnswer(ctxOf(c))))
    .get('/health', (c) => {
      const ok = !isDraining() && canWrite(ctxOf(c))
      return c.json({ ok }, ok ? 200 : 503)
    })
    .get('/services', (c) => c.json(servicesAnswer(ctxOf(c))))
    .get('/slots', query(slotsQuery), (c) => {
      const dayOrSummary = c.req.valid('query')
      if ('date' in dayOrSummary) return c.json<SlotAnswer[]>(dayAnswer(ctxOf(c), dayOrSummary))
      return c.json<DaySummary[]>(summaryAnswer(ctxOf(c), dayOrSummary))
    })
    .get('/closures', query(closuresQuery), (c) => {
      const { from, to } = c.req.valid('query')
      return c.json(closuresAnswer(ctxOf(c), from, to))
    })
    .get('/accessibility', (c) => c.json(accessibilityStatement(ctxOf(c))))
    .get('/privacy', (c) => c.json(publicInformation(ctxOf(c))))
    .get('/bot-check/challenge', async (c) => {
      const ctx = ctxOf(c)
      return c.json(await makeBotChallenge(ctx, requiredBotCheckLevel(ctx, patientOrigin(c, config))))
    })
}

/**
 * The body of GET /status. `maintenance.until` may be stored as Vienna wall time, but is answered with its
 * offset.
 */
export function statusAnswer(ctx: Ctx) {
  const { maintenance, ...status } = bookingStatus(ctx)
  const countries = smsCountries(ctx)
  const until = readDateTime(maintenance.until)
  return {
    ...status,
    ...(countries.length > 0 && { sms_countries: countries }),
    maintenance: { ...maintenance, until: until === undefined ? maintenance.until : isoAt(until) },
  }
}

/** The body of GET /services. */
export function servicesAnswer(ctx: Ctx) {
  return listActiveServices(ctx).map((service) => {
    const resources = listOfferedResources(ctx, service)
    // The first is the service's `resource_id`, as long as that resource is active.
    const ids = resourceIdsOf(service).filter((id) => resources.some((resource) => resource.id === id))
    return { ...publicService(service), ...(resources.length > 1 && { resource_ids: ids, resources }) }
  })
}

/** The body of GET /closures for the Vienna days from `from` to `to`, both included. */
export function closuresAnswer(ctx: Ctx, from: Day, to: Day) {
  return listClosures(ctx, from, to).map((closure) => ({
    ...daysOfInterval(closure),
    reason: closure.reason,
  }))
}

/** Returns the free times of a day. */
function dayAnswer(ctx: Ctx, { date, ...criteria }: v.InferOutput<typeof dayQuery>): SlotAnswer[] {
  return slotAnswers(ctx, listFreeSlots(ctx, date, slotSearchOf(ctx, criteria)))
}

/** Returns the number of free times on each day. */
function summaryAnswer(
  ctx: Ctx,
  { from, to, ...criteria }: v.InferOutput<typeof summaryQuery>,
): DaySummary[] {
  const isAnyService = criteria.service === undefined && criteria.move === undefined
  const search = isAnyService ? undefined : slotSearchOf(ctx, criteria)
  return summariseDays(ctx, { from, to, search, wish: criteria.resource })
}

/** The part of a query that says what free times are searched for. */
type SearchQuery = { service?: string | undefined; move?: string | undefined; resource?: string | undefined }

/**
 * Returns the service, or the booking to move, for which free times are searched.
 * @throws Problem 'not found', already_decided, service_not_found
 */
function slotSearchOf(ctx: Ctx, { service, move, resource: wish }: SearchQuery): SlotSearch {
  return move === undefined
    ? { service: getActiveService(ctx, service ?? ''), wish }
    : searchForPatient(ctx, move, wish)
}
