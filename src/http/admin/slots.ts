import { Hono } from 'hono'
import * as v from 'valibot'
import { SUGGESTED_DAYS } from '../../booking/move-suggestions.ts'
import { isInPartOfDay, listFreeSlotsForPractice, listNextFreeDays } from '../../schedule/availability.ts'
import { getActiveService } from '../../schedule/services.ts'
import { type Reason, whyDayNotFree, whyNotFree } from '../../schedule/why-not-free.ts'
import { whyNotOnline } from '../../schedule/why-not-online.ts'
import { isoAt } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import { dayField, dayPartField, resourceIdField, serviceIdField, viennaTimeField } from '../fields.ts'
import { query } from '../input.ts'
import { type SlotAnswer, slotAnswers } from '../slot-answers.ts'
import type { AdminEnv } from './guard.ts'

const slotsQuery = v.object({ service_id: serviceIdField, date: dayField, resource: resourceIdField })
const nextQuery = v.object({
  service: serviceIdField,
  from: dayField,
  part: dayPartField,
  resource: resourceIdField,
})
/** The question why a start is not free or, without a start, why nothing on a whole day is free. */
const whyQuery = v.pipe(
  v.object({
    service: serviceIdField,
    start: v.optional(viennaTimeField),
    date: v.optional(dayField),
    resource: resourceIdField,
  }),
  v.forward(
    v.partialCheck(
      [['start'], ['date']],
      ({ start, date }) => start !== undefined || date !== undefined,
      'Bitte einen Zeitpunkt oder einen Tag angeben.',
    ),
    ['start'],
  ),
)

/**
 * The practice's calls about free times, and about why a time is not free (docs/behaviour.md 3.10 and 19.4).
 */
export function slotRoutes() {
  return new Hono<AdminEnv>()
    .get('/slots', query(slotsQuery), (c) => {
      const ctx = ctxOf(c)
      const { date, service_id: id, resource: wish } = c.req.valid('query')
      const search = { service: getActiveService(ctx, id), wish }
      return c.json<SlotAnswer[]>(slotAnswers(ctx, listFreeSlotsForPractice(ctx, date, search)))
    })
    .get('/slots/next', query(nextQuery), (c) => {
      const ctx = ctxOf(c)
      const { service: id, from, part, resource: wish } = c.req.valid('query')
      const search = { service: getActiveService(ctx, id), wish }
      const days = listNextFreeDays(ctx, from, search, {
        days: SUGGESTED_DAYS,
        fits: (start) => isInPartOfDay(start, part),
      })
      return c.json(days.map(({ date, starts }) => ({ date, starts: starts.map(isoAt) })))
    })
    .get('/slots/why', query(whyQuery), (c) => {
      const ctx = ctxOf(c)
      const { service: id, start, date = '', resource } = c.req.valid('query')
      if (start === undefined) {
        const reasons = whyDayNotFree(ctx, id, date, resource)
        return c.json({ free: reasons.length === 0, reasons: reasons.map(reasonRow) })
      }
      const reasons = whyNotFree(ctx, id, start, resource)
      if (reasons.length > 0) return c.json({ free: false, reasons: reasons.map(reasonRow) })
      // Patients may not see a time that is free for the practice.
      return c.json({ free: true, reasons: whyNotOnline(ctx, id, start).map(reasonRow) })
    })
}

/** Returns the reason why a time is not free, by its names in the API. */
export function reasonRow({ kind, startsAt, endsAt, text, bookingId }: Reason) {
  const booking = bookingId === undefined ? {} : { booking_id: bookingId }
  return { kind, from: isoAt(startsAt), to: isoAt(endsAt), text, ...booking }
}
