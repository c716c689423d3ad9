import { Hono } from 'hono'
import * as v from 'valibot'
import { announceDelay, type LateBooking, listLateBookings, recordCall } from '../../booking/running-late.ts'
import type { Ctx } from '../../ctx.ts'
import { usualSmsPrice } from '../../messaging/sms/usual-price.ts'
import { showPhone } from '../../shared/contact/phone-shown.ts'
import { LATE_MINUTES } from '../../shared/late.ts'
import { isoAt } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import { shownResourceField, viennaTimeField } from '../fields.ts'
import { body, noBody, query } from '../input.ts'
import { bookingIds } from './bulk-changes.ts'
import type { AdminEnv } from './guard.ts'
import { euros } from './wire.ts'

const MINUTES_OUT_OF_RANGE = `Bitte ${LATE_MINUTES.least} bis ${LATE_MINUTES.most} Minuten angeben.`

/** The latest start today that the delay affects; without it, all of today's appointments. */
const untilField = v.optional(viennaTimeField)

const delayBody = v.strictObject({
  minutes: v.pipe(
    v.number(MINUTES_OUT_OF_RANGE),
    v.integer(MINUTES_OUT_OF_RANGE),
    v.minValue(LATE_MINUTES.least, MINUTES_OUT_OF_RANGE),
    v.maxValue(LATE_MINUTES.most, MINUTES_OUT_OF_RANGE),
  ),
  until: untilField,
  ids: bookingIds,
})

/** The calls to notify patients of a delay, and to record that one was called (docs/behaviour.md 19.50). */
export function runningLateRoutes() {
  return new Hono<AdminEnv>()
    .get('/late', query(v.object({ until: untilField, resource: shownResourceField })), (c) => {
      const { until, resource } = c.req.valid('query')
      return c.json(lateRows(ctxOf(c), listLateBookings(ctxOf(c), { until, resource })))
    })
    .post('/late', body(delayBody), (c) => {
      const { until, minutes, ids } = c.req.valid('json')
      return c.json(lateRows(ctxOf(c), announceDelay(ctxOf(c), { until, minutes, ids })))
    })
    .post('/bookings/:id/called', noBody, (c) => {
      recordCall(ctxOf(c), c.req.param('id'))
      return c.json({ called: true })
    })
}

/**
 * Returns the appointments that begin late, each with the way to notify its patient and the price of an SMS
 * in euros.
 */
function lateRows(ctx: Ctx, lateBookings: readonly LateBooking[]) {
  const smsPrice = euros(usualSmsPrice(ctx))
  return lateBookings.map(({ booking, way, called }) => ({
    id: booking.id,
    name: `${booking.firstName} ${booking.lastName}`,
    start: isoAt(booking.startsAt),
    mobile: showPhone(booking.mobile, booking.country),
    email: booking.email,
    way,
    sms_price: smsPrice,
    called,
  }))
}
