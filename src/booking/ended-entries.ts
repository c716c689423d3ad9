import { and, eq, isNull, lt, lte, or } from 'drizzle-orm'
import { recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { deleteSome } from '../db/delete-some.ts'
import {
  type Booking,
  bookings,
  messages,
  offers,
  type WaitingEntryRow,
  waitingEntries,
} from '../db/schema.ts'
import { emptyMessages } from '../messaging/outbox/emptied-messages.ts'
import { DAY_LENGTH, type Instant } from '../shared/day.ts'
import { dayAt } from '../time/vienna.ts'
import { endOffer, findOpenOffer } from './open-offers.ts'
import {
  auditSubjectOf,
  findEntryForBooking,
  findEntryForService,
  IS_LIVE_ENTRY,
  listWaiting,
} from './waiting-entries.ts'

/**
 * This module takes patients off the waiting list, and deletes their entries a day later. Rules:
 * docs/behaviour.md 18. The imported `listWaiting` and `find…` see only entries that have not ended.
 */

/** Days for which an entry is kept after its end. */
export const ENDED_ENTRY_DAYS = 1
/** The log shows this instead of the content of an SMS that was deleted with its entry. */
const EMPTIED_WITH_ENTRY = 'Inhalt mit dem Eintrag auf der Warteliste gelöscht.'

/**
 * Ends an entry and withdraws its offer, for the patient or the practice. Does nothing when the entry is gone
 * or has ended.
 */
export function leaveWaitingList(ctx: Ctx, id: string): void {
  inTx(ctx, () => {
    const [entry] = listWaiting(ctx, eq(waitingEntries.id, id))
    if (entry === undefined) return
    endEntry(ctx, entry)
    if (ctx.actor.kind === 'admin') recordAudit(ctx, 'waiting-removed', auditSubjectOf(entry))
  })
}

/**
 * Ends the entry that waits for an earlier time of a booking that is called off. Must run inside a
 * transaction.
 */
export function endEntryForBooking(ctx: Ctx, bookingId: string): void {
  const entry = findEntryForBooking(ctx, bookingId)
  if (entry !== undefined) endEntry(ctx, entry)
}

/** Reopens the entry that ended with the booking at this instant, because the cancellation is undone. */
export function reopenEntryForBooking(ctx: Ctx, bookingId: string, endedAt: Instant): void {
  const endedWithBooking = and(eq(waitingEntries.bookingId, bookingId), eq(waitingEntries.endedAt, endedAt))
  ctx.db.update(waitingEntries).set({ endedAt: null }).where(endedWithBooking).run()
}

/**
 * Ends the entry of an e-mail address for any time of a service, once the address has a booking for that
 * service. Must run inside a transaction.
 */
export function endFulfilledEntry(ctx: Ctx, { email, serviceId }: Booking): void {
  const entry = findEntryForService(ctx, email, serviceId)
  if (entry !== undefined) endEntry(ctx, entry)
}

/** Ends the entries whose last day is over, or whose booking has begun (docs/behaviour.md 18.11). */
export function endDueEntries(ctx: Ctx): void {
  inTx(ctx, () => {
    const due = ctx.db
      .select({ entry: waitingEntries })
      .from(waitingEntries)
      .leftJoin(bookings, eq(bookings.id, waitingEntries.bookingId))
      .where(
        and(
          IS_LIVE_ENTRY,
          or(lt(waitingEntries.notAfterOn, dayAt(ctx.now)), lte(bookings.startsAt, ctx.now)),
        ),
      )
      .all()
    for (const { entry } of due) endEntry(ctx, entry)
  })
}

/** Ends an entry, and withdraws its open offer if it has one. */
function endEntry(ctx: Ctx, { id }: WaitingEntryRow): void {
  const offer = findOpenOffer(ctx, id)
  if (offer !== undefined) endOffer(ctx, offer, 'withdrawn')
  ctx.db.update(waitingEntries).set({ endedAt: ctx.now }).where(eq(waitingEntries.id, id)).run()
}

/**
 * Deletes some entries that ended more than `ENDED_ENTRY_DAYS` ago. A foreign key deletes their offers too.
 * @returns whether there may be more
 */
export function deleteEndedEntries(ctx: Ctx): boolean {
  const isOld = lte(waitingEntries.endedAt, ctx.now - ENDED_ENTRY_DAYS * DAY_LENGTH)
  return inTx(ctx, () => {
    // A later erasure finds an SMS by its booking or its offer. The SMS of an entry without a booking would
    // lose its offer here, so its content is deleted. This covers all old entries at once, also those that
    // only a later call deletes, because nobody can take their offers any more.
    const smsAboutOffers = ctx.db
      .select({ id: messages.id })
      .from(waitingEntries)
      .innerJoin(offers, eq(offers.entryId, waitingEntries.id))
      .innerJoin(messages, eq(messages.offerId, offers.id))
      .where(and(isOld, isNull(waitingEntries.bookingId), eq(messages.channel, 'sms')))
      .all()
    const smsIds = smsAboutOffers.map(({ id }) => id)
    emptyMessages(ctx, smsIds, EMPTIED_WITH_ENTRY)
    return deleteSome(ctx, waitingEntries, isOld)
  })
}
