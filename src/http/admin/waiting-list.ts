import { Hono } from 'hono'
import * as v from 'valibot'
import { leaveWaitingList } from '../../booking/ended-entries.ts'
import { offerByHand, suggestForEntry } from '../../booking/manual-offers.ts'
import { contactOfEntry, isEntryReachable, listWaiting } from '../../booking/waiting-entries.ts'
import { addToWaitingList } from '../../booking/waiting-list.ts'
import type { Ctx } from '../../ctx.ts'
import { findBooking } from '../../db/booking-rows.ts'
import type { Booking, WaitingEntryRow } from '../../db/schema.ts'
import { showPhone } from '../../shared/contact/phone-shown.ts'
import { waitingByPracticeSchema } from '../../shared/waiting-by-practice.ts'
import type { AdminWaitingEntry } from '../../shared/waiting-list-answers.ts'
import { dayAt, isoAt } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import { dayField, dayPartField, resourceIdField, viennaTimeField } from '../fields.ts'
import { body, noBody, query } from '../input.ts'
import { entryAnswer, openOfferAnswer } from '../waiting-list.ts'
import type { AdminEnv } from './guard.ts'

const slotsQuery = v.object({ from: dayField, part: dayPartField, resource: resourceIdField })
const offerBody = v.strictObject({ start: viennaTimeField, resource: resourceIdField })

/** The practice's calls about the waiting list and its offers by hand (docs/behaviour.md 18.4 and 18.12). */
export function waitingListAdminRoutes() {
  return new Hono<AdminEnv>()
    .get('/waiting-list', (c) => {
      const ctx = ctxOf(c)
      return c.json({ entries: listWaiting(ctx).map((entry) => waitingRow(ctx, entry)) })
    })
    .post(
      '/waiting-list',
      body((ctx) => waitingByPracticeSchema({ today: dayAt(ctx.now) })),
      (c) => {
        const ctx = ctxOf(c)
        return c.json(waitingRow(ctx, addToWaitingList(ctx, c.req.valid('json'))), 201)
      },
    )
    .delete('/waiting-list/:id', noBody, (c) => {
      leaveWaitingList(ctxOf(c), c.req.param('id'))
      return c.body(null, 204)
    })
    .get('/waiting-list/:id/slots', query(slotsQuery), (c) => {
      const { from, part, resource } = c.req.valid('query')
      const days = suggestForEntry(ctxOf(c), c.req.param('id'), from, { part, resource })
      return c.json(
        days.map(({ date, starts, fitting }) => ({
          date,
          starts: starts.map(isoAt),
          fitting: fitting.map(isoAt),
        })),
      )
    })
    .post('/waiting-list/:id/offer', body(offerBody), (c) => {
      const { start, resource } = c.req.valid('json')
      const offer = offerByHand(ctxOf(c), c.req.param('id'), start, { resource })
      return c.json({ offer: openOfferAnswer(ctxOf(c), offer) }, 201)
    })
}

/** Returns the appointment that the patient of an entry has. */
function ownBookingRow({ id, status, startsAt, resourceId }: Booking) {
  return { id, status, start: isoAt(startsAt), resource_id: resourceId }
}

/**
 * Returns an entry as staff see it. `booking` is null without an appointment, and `made_by` is null for an
 * entry made by the patient.
 */
export function waitingRow(ctx: Ctx, entry: WaitingEntryRow): AdminWaitingEntry {
  const booking = findBooking(ctx, entry.bookingId)
  const contact = contactOfEntry(entry, booking)
  return {
    ...entryAnswer(ctx, entry),
    name: contact.name,
    email: contact.email,
    mobile: showPhone(contact.mobile, contact.country),
    reachable: isEntryReachable(ctx, entry, booking),
    booking: booking === undefined ? null : ownBookingRow(booking),
    made_by: entry.actor === 'admin' ? entry.actorName : null,
    created_at: isoAt(entry.createdAt),
  }
}
