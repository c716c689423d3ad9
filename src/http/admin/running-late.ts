import { Hono } from 'hono'
import * as v from 'valibot'
import { announceDelay, type LateBooking, listLateBookings, recordCall } from '../../booking/running-late.ts'
import { writeToPatient } from '../../booking/written-messages.ts'
import type { Ctx } from '../../ctx.ts'
import { usualSmsPrice } from '../../messaging/sms/usual-price.ts'
import { MESSAGE_LENGTH } from '../../shared/booking-limits.ts'
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

const NO_TEXT = 'Bitte eine Nachricht eingeben.'
const writeBody = v.strictObject({
  by: v.picklist(['sms', 'email'], 'Bitte sms oder email angeben.'),
  text: v.pipe(
    v.string(NO_TEXT),
    v.trim(),
    v.minLength(1, NO_TEXT),
    v.maxLength(MESSAGE_LENGTH, `Höchstens ${MESSAGE_LENGTH} Zeichen.`),
  ),
})

/** The calls to notify patients of a delay, and to write to a patient (docs/behaviour.md 19.50 and 19.52). */
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
    .post('/bookings/:id/messages', body(writeBody), (c) => {
      const { by: channel, text } = c.req.valid('json')
      writeToPatient(ctxOf(c), c.req.param('id'), { channel, text })
      return c.json({ message: 'Die Nachricht wird gesendet.' })
    })
    .post('/bookings/:id/called', noBody, (c) => {
      recordCall(ctxOf(c), c.req.param('id'))
      return c.json({ called: true })
    })
}

/**
 * Returns the appointments that begin late, each with the channel to its patient, and the price of an SMS.
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
