import { bookingSubject, maskedSubject, recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { findBooking } from '../db/booking-rows.ts'
import type { Booking, OfferRow, WaitingEntryRow } from '../db/schema.ts'
import { type FreeDay, isInPart, listNextFreeDays } from '../schedule/availability.ts'
import { choicesForPractice } from '../schedule/start-choices.ts'
import { type Day, HOUR, type Instant } from '../shared/day.ts'
import { clockTime } from '../shared/format.ts'
import { Problem } from '../shared/problems.ts'
import type { DayPart } from '../shared/waiting-list.ts'
import { BETWEEN_DAYTIME, isNight } from '../time/quiet-hours.ts'
import { fitsWishes, searchForEntry } from './entry-wishes.ts'
import { assertPossibleStart } from './manual-booking.ts'
import { SUGGESTED_DAYS } from './move-suggestions.ts'
import { findOpenOffer, makeOffer } from './open-offers.ts'
import { getEntry, isReachable } from './waiting-entries.ts'

/**
 * Offers a time that the practice chose. It may lie outside the working hours or later than the appointment.
 * @param wish the resource whose time it is; undefined leaves it to the entry's wish
 * @throws Problem 'not found', service_not_found, invalid (docs/behaviour.md 8.14, or the wish), slot_taken,
 * and conflict when the entry has an offer, when it is night, or when no message reaches the patient
 */
export function offerByHand(ctx: Ctx, entryId: string, start: Instant, wish?: string): OfferRow {
  return inTx(ctx, () => {
    const entry = getEntry(ctx, entryId)
    const booking = findBooking(ctx, entry.bookingId)
    const { service, ...criteria } = searchForEntry(ctx, entry, booking, wish)
    assertPossibleStart(ctx, start)
    if (start === booking?.startsAt) throw new Problem('slot_taken', {}, 'Der Termin hat diese Zeit bereits.')
    if (start < ctx.now + SOONEST_BY_HAND)
      throw new Problem('invalid', {
        fields: { start: 'Bitte eine Zeit wählen, die noch mindestens eine Stunde entfernt ist.' },
      })
    const why = whyNotByHand(ctx, entry, booking)
    if (why !== undefined) throw new Problem('conflict', {}, why)
    const [chosen] = choicesForPractice(ctx, service, start, criteria.wish)
    const candidate = { entry, booking, search: { ...criteria, service: chosen } }
    const offer = makeOffer(ctx, candidate, { start, endsBy: start - SOONEST_BY_HAND / 2 })
    recordAudit(ctx, 'offer-made', booking ? bookingSubject(booking.id) : maskedSubject(entry.mailbox))
    return offer
  })
}

/** Milliseconds from now to the earliest start that the practice can offer. */
const SOONEST_BY_HAND = HOUR

function whyNotByHand(ctx: Ctx, entry: WaitingEntryRow, booking: Booking | undefined): string | undefined {
  const open = findOpenOffer(ctx, entry.id)
  if (open !== undefined) return `Diese Person hat schon ein Angebot, bis ${clockTime(open.expiresAt)}.`
  if (isNight(ctx.now)) return `Angebote gehen nur ${BETWEEN_DAYTIME} hinaus.`
  if (!isReachable(ctx, entry, booking))
    return 'Weder E-Mail noch SMS erreicht diese Person. Bitte rufen Sie an und tragen Sie den Termin selbst ein.'
  return undefined
}

/**
 * Returns the next days from the Vienna day `from` on with times within the working hours that fit the
 * entry's service. `fitting` are those of them that match the wishes.
 * @param asked `part`: only the times of this part of the day; `resource`: those of this one in place of the
 * entry's wish
 * @throws Problem 'not found', service_not_found, invalid (the resource)
 */
export function suggestForEntry(
  ctx: Ctx,
  entryId: string,
  from: Day,
  { part, resource }: Readonly<{ part?: DayPart | undefined; resource?: string | undefined }> = {},
): (FreeDay & { fitting: readonly Instant[] })[] {
  const entry = getEntry(ctx, entryId)
  const booking = findBooking(ctx, entry.bookingId)
  const search = searchForEntry(ctx, entry, booking, resource)
  const days = listNextFreeDays(ctx, from, search, {
    days: SUGGESTED_DAYS,
    fits: (start) => start !== booking?.startsAt && isInPart(start, part),
  })
  return days.map((day) => ({ ...day, fitting: day.starts.filter((start) => fitsWishes(entry, start)) }))
}
