import { Hono } from 'hono'
import * as v from 'valibot'
import { getListedBooking, listBookings } from '../../backoffice/booking-list.ts'
import { isPatientNotified } from '../../backoffice/booking-messages.ts'
import { createManualBooking } from '../../booking/manual-booking.ts'
import { UNDO_MS } from '../../booking/undoable-changes.ts'
import { BOOKING_STATUSES } from '../../shared/booking.ts'
import { practiceContactSchema } from '../../shared/contact/manual-contact.ts'
import { dayAt, isoAt } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import {
  booleanField,
  dayField,
  daysInOrder,
  filterField,
  messageField,
  numberField,
  resourceIdField,
  searchField,
  serviceIdField,
  shownResourceField,
  viennaTimeField,
} from '../fields.ts'
import { body, query, readInput } from '../input.ts'
import type { AdminEnv } from './guard.ts'
import { bookingRow } from './wire.ts'

/**
 * The filters of the list and the export: the first and last Vienna day, a status, and whether the
 * appointment is over.
 */
export const bookingFilter = {
  from: filterField(dayField),
  to: filterField(dayField),
  status: filterField(v.picklist(BOOKING_STATUSES, 'Diesen Status gibt es nicht.')),
  when: filterField(v.picklist(['coming', 'past'], 'Bitte coming oder past angeben.')),
  resource: shownResourceField,
}

/** Rows in one answer of the list. A caller that does not know `limit` gets as many as possible. */
const LONGEST_PAGE = 500

const listQuery = v.pipe(
  v.object({
    ...bookingFilter,
    search: searchField,
    limit: numberField({ least: 1, most: LONGEST_PAGE, fallback: String(LONGEST_PAGE) }),
    offset: numberField({ least: 0, most: 1_000_000, fallback: '0' }),
  }),
  daysInOrder(),
)

const manualBookingBody = v.strictObject({
  service_id: serviceIdField,
  /** The id of the resource; without it, the fairest choice of the free ones. */
  resource: resourceIdField,
  start: viennaTimeField,
  // The route checks the contact, because the rules depend on today's date.
  contact: v.looseObject({}),
  message: messageField,
  undoable: booleanField(false),
  /** True if an earlier attempt got no answer. */
  again: booleanField(false),
  without_paddings: booleanField(false),
})

/** The calls that list bookings, and enter one by hand. */
export function bookingsRoutes() {
  return new Hono<AdminEnv>()
    .get('/bookings', query(listQuery), (c) => {
      const { limit, offset, resource: resourceId, ...filter } = c.req.valid('query')
      const { bookings, total } = listBookings(ctxOf(c), { ...filter, resourceId }, { limit, offset })
      return c.json({ bookings: bookings.map(bookingRow), total })
    })
    .post('/bookings', body(manualBookingBody), (c) => {
      const ctx = ctxOf(c)
      const {
        service_id: serviceId,
        resource: wish,
        contact: unchecked,
        without_paddings: withoutPaddings,
        ...input
      } = c.req.valid('json')
      const contact = readInput(practiceContactSchema({ today: dayAt(ctx.now) }), unchecked)
      const entry = { serviceId, wish, contact, withoutPaddings, ...input }
      const { id, createdAt } = createManualBooking(ctx, entry)
      return c.json(
        {
          ...bookingRow(getListedBooking(ctx, id)),
          ...(input.undoable && {
            notified: isPatientNotified(ctx, id, 'confirmed'),
            undo_until: isoAt(createdAt + UNDO_MS),
          }),
        },
        201,
      )
    })
}
