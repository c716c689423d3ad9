import { bookingSubject, maskedSubject, recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { findBooking } from '../db/booking-rows.ts'
import type { Booking, OfferRow, WaitingEntryRow } from '../db/schema.ts'
import { type FreeDay, isInPartOfDay, listNextFreeDays } from '../schedule/availability.ts'
import { choicesForPractice } from '../schedule/start-choices.ts'
import { type Day, HOUR, type Instant, MINUTE } from '../shared/day.ts'
import { clockTime } from '../shared/format.ts'
import { Problem } from '../shared/problems.ts'
import type { DayPart } from '../shared/waiting-list.ts'
import { DAYTIME_TEXT, isNight } from '../time/quiet-hours.ts'
import { fitsWishes, searchForEntry } from './entry-wishes.ts'
import { assertPossibleStart } from './manual-booking.ts'
import { SUGGESTED_DAYS } from './move-suggestions.ts'
import { findOpenOffer, makeOffer } from './open-offers.ts'
import { getEntry, isEntryReachable } from './waiting-entries.ts'

/**
 * This module has the offers that the practice makes by hand. offers.ts makes the others, for which stricter
 * limits hold, because nobody looks at each of them.
 */

/** The least time from now to the start of an offer by hand, in milliseconds and as words of a sentence. */
const MANUAL_LEAST_AHEAD = { length: HOUR, german: 'eine Stunde' }
/**
 * Milliseconds before its start at which an offer by hand expires at the latest, so that whoever takes it at
 * the last moment can still come.
 */
const MANUAL_EXPIRES_BEFORE_START = 30 * MINUTE

/** The times that the practice wants to offer. */
type TimesWanted = Readonly<{
  /** Only times in this part of the day. */
  part?: DayPart | undefined
  /** Only times of the resource with this id; undefined leaves the choice to the entry's wish. */
  resource?: string | undefined
}>

/**
 * Offers a time that the practice chose. It may lie outside the working hours or later than the appointment.
 * @throws Problem 'not found', service_not_found, invalid (docs/behaviour.md 8.14, or the resource),
 * slot_taken, and conflict when the entry has an offer, when it is night, or when no message reaches the
 * patient
 */
export function offerByHand(
  ctx: Ctx,
  entryId: string,
  start: Instant,
  { resource }: Pick<TimesWanted, 'resource'> = {},
): OfferRow {
  return inTx(ctx, () => {
    const entry = getEntry(ctx, entryId)
    const booking = findBooking(ctx, entry.bookingId)
    const search = searchForEntry(ctx, { entry, booking }, resource)
    assertPossibleStart(ctx, start)
    if (start === booking?.startsAt) throw new Problem('slot_taken', {}, 'Der Termin hat diese Zeit bereits.')
    if (start < ctx.now + MANUAL_LEAST_AHEAD.length)
      throw new Problem('invalid', {
        fields: {
          start: `Bitte eine Zeit wählen, die noch mindestens ${MANUAL_LEAST_AHEAD.german} entfernt ist.`,
        },
      })
    const obstacle = findObstacle(ctx, entry, booking)
    if (obstacle !== undefined) throw new Problem('conflict', {}, obstacle)
    // The wish may leave several resources, of which the first one is offered.
    const [service] = choicesForPractice(ctx, search.service, start, search.wish)
    const candidate = { entry, booking, search: { ...search, service } }
    const offer = makeOffer(ctx, candidate, { start, endsBy: start - MANUAL_EXPIRES_BEFORE_START })
    recordAudit(ctx, 'offer-made', booking ? bookingSubject(booking.id) : maskedSubject(entry.mailbox))
    return offer
  })
}

/**
 * Returns a sentence that says why nothing can be offered to this person now; undefined when an offer is
 * possible.
 */
function findObstacle(ctx: Ctx, entry: WaitingEntryRow, booking: Booking | undefined): string | undefined {
  const openOffer = findOpenOffer(ctx, entry.id)
  if (openOffer !== undefined)
    return `Diese Person hat schon ein Angebot, bis ${clockTime(openOffer.expiresAt)}.`
  if (isNight(ctx.now)) return `Angebote gehen nur ${DAYTIME_TEXT} hinaus.`
  if (!isEntryReachable(ctx, entry, booking))
    return 'Weder E-Mail noch SMS erreicht diese Person. Bitte rufen Sie an und tragen Sie den Termin selbst ein.'
  return undefined
}

/**
 * Returns the next days, from the Vienna day `from` on, that have free working time for the entry's service.
 * `fitting` are the starts that match the entry's wishes.
 * @throws Problem 'not found', service_not_found, invalid (the resource)
 */
export function suggestForEntry(
  ctx: Ctx,
  entryId: string,
  from: Day,
  { part, resource }: TimesWanted = {},
): (FreeDay & { fitting: readonly Instant[] })[] {
  const entry = getEntry(ctx, entryId)
  const booking = findBooking(ctx, entry.bookingId)
  const search = searchForEntry(ctx, { entry, booking }, resource)
  const days = listNextFreeDays(ctx, from, search, {
    days: SUGGESTED_DAYS,
    fits: (start) => start !== booking?.startsAt && isInPartOfDay(start, part),
  })
  return days.map((day) => ({ ...day, fitting: day.starts.filter((start) => fitsWishes(entry, start)) }))
}
