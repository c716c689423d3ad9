import { Hono } from 'hono'
import * as v from 'valibot'
import { getListedBooking } from '../../backoffice/booking-list.ts'
import { isPatientNotified } from '../../backoffice/booking-messages.ts'
import { createSeries, type EnteredSeries } from '../../booking/series.ts'
import { cancelThisAndLater, moveThisAndLater } from '../../booking/series-changes.ts'
import { type PlannedTime, planSeries } from '../../booking/series-plan.ts'
import type { Ctx } from '../../ctx.ts'
import type { Booking } from '../../db/schema.ts'
import type { KindOn } from '../../messaging/kinds.ts'
import { resourceNameById } from '../../schedule/resources.ts'
import { getActiveService } from '../../schedule/services.ts'
import { listOfferedResources } from '../../schedule/shown-resources.ts'
import { practiceContactSchema } from '../../shared/contact/manual-contact.ts'
import { LONGEST_INTERVAL, SERIES_TIMES, SERIES_UNITS } from '../../shared/series.ts'
import { dayAt, isoAt } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import { booleanField, messageField, resourceIdField, serviceIdField, viennaTimeField } from '../fields.ts'
import { body, readInput } from '../input.ts'
import { seriesCancellationNote, seriesMoveNote } from './change-notes.ts'
import type { AdminEnv } from './guard.ts'
import { reasonRow } from './slots.ts'
import { bookingRow } from './wire.ts'

/** A whole number between limits, both included. */
const wholeNumberField = (least: number, most: number) => {
  const sentence = `Bitte eine ganze Zahl von ${least} bis ${most} angeben.`
  return v.pipe(
    v.number(sentence),
    v.integer(sentence),
    v.minValue(least, sentence),
    v.maxValue(most, sentence),
  )
}

const UNIT_SENTENCE = 'Bitte week oder day angeben.'

/** A plan: the first start, and how often it is repeated at which interval. */
const planBody = v.strictObject({
  service_id: serviceIdField,
  resource: resourceIdField,
  start: viennaTimeField,
  every: wholeNumberField(1, LONGEST_INTERVAL),
  unit: v.pipe(
    v.string(UNIT_SENTENCE),
    // Callers may also send the plural, as in "every 2 weeks".
    v.transform((unit) => unit.replace(/s$/, '')),
    v.picklist(SERIES_UNITS, UNIT_SENTENCE),
  ),
  times: wholeNumberField(SERIES_TIMES.least, SERIES_TIMES.most),
})

const COUNT_SENTENCE = `Eine Serie hat ${SERIES_TIMES.least} bis ${SERIES_TIMES.most} Termine.`

const seriesBody = v.strictObject({
  service_id: serviceIdField,
  resource: resourceIdField,
  starts: v.pipe(
    v.array(viennaTimeField, COUNT_SENTENCE),
    v.minLength(SERIES_TIMES.least, COUNT_SENTENCE),
    v.maxLength(SERIES_TIMES.most, COUNT_SENTENCE),
  ),
  // The route checks the contact, because the rules depend on today's date.
  contact: v.looseObject({}),
  message: messageField,
  undoable: booleanField(false),
  /** True if an earlier attempt got no answer. */
  again: booleanField(false),
})

const cancelBody = v.strictObject({ message: messageField })

const moveBody = v.strictObject({
  start: viennaTimeField,
  /** The id of the resource to move all of them to; without it each keeps its resource. */
  resource: resourceIdField,
  /**
   * The time that the page shows: the one that the patient asks for, or else the start. The move is refused
   * if it is another one by now.
   */
  from: v.optional(viennaTimeField),
  message: messageField,
  notify: booleanField(true),
  undoable: booleanField(false),
})

/** The calls about several appointments of one patient (docs/behaviour.md 19.40 to 19.43). */
export function seriesRoutes() {
  return new Hono<AdminEnv>()
    .post('/series/preview', body(planBody), (c) => {
      const { service_id: serviceId, resource: wish, ...plan } = c.req.valid('json')
      const ctx = ctxOf(c)
      const planned = planSeries(ctx, { serviceId, wish, ...plan })
      const hasChoice = listOfferedResources(ctx, getActiveService(ctx, serviceId)).length > 1
      return c.json(planned.map((time) => plannedRow(ctx, time, hasChoice)))
    })
    .post('/series', body(seriesBody), (c) => {
      const ctx = ctxOf(c)
      const { service_id: serviceId, resource: wish, contact: unchecked, ...input } = c.req.valid('json')
      const contact = readInput(practiceContactSchema({ today: dayAt(ctx.now) }), unchecked)
      const entered = createSeries(ctx, { serviceId, wish, contact, ...input })
      return c.json(enteredAnswer(ctx, entered), 201)
    })
    .post('/bookings/:id/later/cancel', body(cancelBody), (c) => {
      const ctx = ctxOf(c)
      const bookings = cancelThisAndLater(ctx, c.req.param('id'), c.req.valid('json').message)
      // A patient with a single appointment left gets the usual message about one.
      const notified = isNotified(ctx, bookings, 'series-cancelled') || isNotified(ctx, bookings, 'cancelled')
      return c.json({
        count: bookings.length,
        notified,
        note: seriesCancellationNote(bookings.length, notified),
      })
    })
    .post('/bookings/:id/later/move', body(moveBody), (c) => {
      const ctx = ctxOf(c)
      const { resource: wish, from: shown, ...input } = c.req.valid('json')
      const { bookings, undoUntil } = moveThisAndLater(ctx, c.req.param('id'), { ...input, wish, shown })
      // A single moved appointment is reported by the usual message about one.
      const notified = isNotified(ctx, bookings, 'series-moved') || isNotified(ctx, bookings, 'moved')
      return c.json({
        starts: bookings.map(({ startsAt }) => isoAt(startsAt)),
        notified,
        note: seriesMoveNote(bookings.length, notified),
        ...(undoUntil && { undo_until: isoAt(undoUntil) }),
      })
    })
}

/** Returns a planned time. It names the resource only if the service has a choice of resources. */
function plannedRow(ctx: Ctx, planned: PlannedTime, hasChoice: boolean) {
  const { start, resourceId, reasons, alternatives, elsewhere } = planned
  const named = (id: string) => ({ resource_id: id, resource_name: resourceNameById(ctx, id) })
  return {
    start: isoAt(start),
    ...(hasChoice && resourceId && named(resourceId)),
    free: reasons.length === 0,
    reasons: reasons.map(reasonRow),
    alternatives: alternatives.map(isoAt),
    ...(elsewhere && { elsewhere: named(elsewhere) }),
  }
}

function enteredAnswer(ctx: Ctx, { seriesId, bookings, undoUntil }: EnteredSeries) {
  return {
    series_id: seriesId,
    bookings: bookings.map(({ id }) => bookingRow(getListedBooking(ctx, id))),
    notified: isNotified(ctx, bookings, 'series-confirmed'),
    ...(undoUntil && { undo_until: isoAt(undoUntil) }),
  }
}

/** Returns whether this request has queued a message of the kind about one of the bookings. */
function isNotified(ctx: Ctx, bookings: readonly Booking[], kind: KindOn<'email'> & KindOn<'sms'>): boolean {
  return bookings.some(({ id }) => isPatientNotified(ctx, id, kind))
}
