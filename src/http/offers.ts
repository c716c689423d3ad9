import { Hono } from 'hono'
import * as v from 'valibot'
import { getOffer, refuseOffer, takeOffer } from '../booking/offer-answers.ts'
import { findAwaitedVisit } from '../booking/waiting-entries.ts'
import type { Ctx } from '../ctx.ts'
import { canOfferBeTaken } from '../db/offer-rows.ts'
import { findShownResource } from '../schedule/shown-resources.ts'
import type { OfferAnswer, OfferOutcome } from '../shared/waiting-list-answers.ts'
import { isoAt } from '../time/vienna.ts'
import { timeAnswer } from './appointment-answer.ts'
import { ctxOf, type Env } from './deps.ts'
import { linkIdField } from './fields.ts'
import { holdAnswer } from './holds.ts'
import { body, query } from './input.ts'

/** The id of an offer, and whether the patient takes or refuses it. */
const offerBody = v.strictObject({ id: linkIdField, take: v.boolean('Bitte true oder false angeben.') })

/** The calls by which a patient reads and answers an offer, by its id (docs/behaviour.md 18). */
export function offerRoutes() {
  return new Hono<Env>()
    .get('/patient/offer', query(v.object({ id: linkIdField })), (c) =>
      c.json(offerAnswer(ctxOf(c), c.req.valid('query').id)),
    )
    .post('/patient/offer', body(offerBody), (c) => {
      const ctx = ctxOf(c)
      const { id, take } = c.req.valid('json')
      if (take) return c.json(takenAnswer(ctx, id, takeOffer(ctx, id)))
      refuseOffer(ctx, id)
      return c.json<OfferOutcome>({ status: 'refused' })
    })
}

/**
 * Returns the answer when an offer is taken: the moved booking, or a hold for a booking that is still to be
 * made.
 */
function takenAnswer(ctx: Ctx, id: string, taken: ReturnType<typeof takeOffer>): OfferOutcome {
  const { offer, entry } = getOffer(ctx, id)
  const slot = timeAnswer(offer.startsAt)
  if (taken.kind === 'booking') return { status: 'taken', booking_id: taken.booking.id, slot }
  return { status: 'taken', hold: holdAnswer(taken.hold), service_id: entry.serviceId, slot }
}

/** Returns an offer as its page shows it, with the booking or the hold that it has led to. */
function offerAnswer(ctx: Ctx, id: string): OfferAnswer {
  const { offer, entry, booking, hold, bookingOfHold } = getOffer(ctx, id)
  const { status, startsAt, expiresAt } = offer
  const resource = findShownResource(ctx, offer.resourceId)
  const { serviceName, ...lengthAndPrice } = findAwaitedVisit(ctx, entry, booking)
  // A patient need only know that the offer can no longer be taken, not that the practice has withdrawn it.
  const isOver = status === 'withdrawn' || (status === 'open' && !canOfferBeTaken(ctx, offer))
  return {
    id,
    status: isOver ? 'expired' : status,
    service: { id: entry.serviceId, name: serviceName, ...lengthAndPrice },
    slot: timeAnswer(startsAt),
    ...(resource && { resource }),
    until: isoAt(expiresAt),
    booking: booking ? { id: booking.id, status: booking.status, slot: timeAnswer(booking.startsAt) } : null,
    hold: hold ? holdAnswer(hold) : null,
    booked_id: bookingOfHold?.id ?? null,
    entry_id: entry.endedAt === null ? entry.id : null,
  }
}
