import { Hono } from 'hono'
import * as v from 'valibot'
import { type MoveSuggestion, suggestForMoves } from '../../booking/bulk-move-suggestions.ts'
import { cancelSeveralByStaff } from '../../booking/cancellation.ts'
import { rejectMarked } from '../../booking/decisions.ts'
import type { Ctx } from '../../ctx.ts'
import { resourceNameById } from '../../schedule/resources.ts'
import { BOOKINGS_AT_ONCE } from '../../shared/booking-limits.ts'
import { Problem } from '../../shared/problems.ts'
import { isoAt } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import { booleanField, messageField, resourceIdField } from '../fields.ts'
import { body } from '../input.ts'
import { cancelAnswer } from './booking-changes.ts'
import type { AdminEnv } from './guard.ts'

const WRONG_NUMBER_OF_IDS = `Bitte 1 bis ${BOOKINGS_AT_ONCE} Termine angeben.`
/** The ids of several bookings. */
export const bookingIds = v.pipe(
  v.array(v.string(WRONG_NUMBER_OF_IDS), WRONG_NUMBER_OF_IDS),
  v.minLength(1, WRONG_NUMBER_OF_IDS),
  v.maxLength(BOOKINGS_AT_ONCE, WRONG_NUMBER_OF_IDS),
)

const cancelBody = v.strictObject({
  ids: bookingIds,
  message: messageField,
  /** Whether the patients get a message. */
  notify: booleanField(true),
})
const rejectBody = v.strictObject({ ids: bookingIds })
const suggestBody = v.strictObject({ ids: bookingIds, resource: resourceIdField })

/** The calls that cancel or reject several bookings at once, and suggest times to which each could move. */
export function bulkChangeRoutes() {
  return new Hono<AdminEnv>()
    .post('/bookings/slots', body(suggestBody), (c) => {
      const ctx = ctxOf(c)
      const { ids, resource } = c.req.valid('json')
      const suggestions = suggestForMoves(ctx, ids, resource)
      return c.json({ results: resultRows(suggestions, (suggestion) => suggestionAnswer(ctx, suggestion)) })
    })
    .post('/bookings/cancel', body(cancelBody), (c) => {
      const ctx = ctxOf(c)
      const input = c.req.valid('json')
      const cancelled = cancelSeveralByStaff(ctx, input)
      return c.json({ results: resultRows(cancelled, (done) => cancelAnswer(ctx, done)) })
    })
    .post('/bookings/reject', body(rejectBody), (c) => {
      const rejected = rejectMarked(ctxOf(c), c.req.valid('json').ids)
      return c.json({ results: resultRows(rejected, ({ status }) => ({ status })) })
    })
}

/** Returns one row for each booking: its answer, or the code and sentence of its refusal. */
function resultRows<Done, Answer extends object>(
  outcomes: readonly Readonly<{ id: string; outcome: Done | Problem }>[],
  answerOf: (done: Done) => Answer,
) {
  return outcomes.map(({ id, outcome }) =>
    outcome instanceof Problem
      ? { id, error: outcome.code, message: outcome.message }
      : { id, ...answerOf(outcome) },
  )
}

/** Returns the times to which a booking can move, `elsewhere` at other resources. */
function suggestionAnswer(ctx: Ctx, { starts, elsewhere }: MoveSuggestion) {
  return {
    starts: starts.map(isoAt),
    ...(elsewhere.length > 0 && {
      elsewhere: elsewhere.map(({ resourceId, start }) => ({
        start: isoAt(start),
        resource_id: resourceId,
        resource_name: resourceNameById(ctx, resourceId),
      })),
    }),
  }
}
