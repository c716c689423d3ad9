import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { absences, type Booking, bookings, holds, occupations, offers } from '../db/schema.ts'
import type { Interval } from '../shared/day.ts'
import { clockTime, timeOfDay } from '../shared/format.ts'
import type { OccupantKind } from '../shared/not-free.ts'
import { dayAt, dayNumberAt, startOfDay } from '../time/vienna.ts'
import { isBusyKind } from './busy-times.ts'
import { overlaps } from './intervals.ts'
import { IN_SPAN, listSecondTimes, paddedInterval } from './occupations.ts'
import type { ServiceRow } from './services.ts'

/** This module tells the practice who or what occupies a time, as a reason why it is not free. */

/** A reason with the time that is in the way. */
export type OccupantReason = Interval & Readonly<{ kind: OccupantKind; text: string; bookingId?: string }>

const selectOccupants = prepared((db) => {
  const { startsAt, endsAt, expiresAt } = occupations
  const [start, now] = [sql.placeholder('start'), sql.placeholder('now')]
  return db
    .select({ occupied: occupations, booking: bookings, hold: holds, offer: offers, absence: absences })
    .from(occupations)
    .leftJoin(bookings, eq(bookings.id, sql`coalesce(${occupations.bookingId}, ${occupations.moveOf})`))
    .leftJoin(holds, eq(holds.id, occupations.holdId))
    .leftJoin(offers, eq(offers.id, occupations.offerId))
    .leftJoin(absences, eq(absences.id, occupations.absenceId))
    .where(and(IN_SPAN, gt(endsAt, start), or(isNull(expiresAt), gt(expiresAt, now))))
    .orderBy(asc(startsAt))
    .prepare()
})

/** An occupation with the booking, hold, offer or absence that it belongs to; the others are null. */
type Occupant = ReturnType<ReturnType<typeof selectOccupants>['all']>[number]

/** Returns who or what occupies the time of an appointment or of its paddings. */
export function occupantReasons(ctx: Ctx, service: ServiceRow, appointment: Interval): OccupantReason[] {
  const { startsAt, endsAt } = paddedInterval(service, appointment.startsAt)
  const occupants = selectOccupants(ctx.db)
    .all({ resource: service.resourceId, start: startsAt, stop: endsAt, now: ctx.now })
    .filter(isFirstPart)
  const secondTimes = occupants
    .flatMap((occupant) => withSecondTimes(ctx, occupant))
    .filter(({ occupied }) => overlaps(occupied, appointment))
  // The row of a second time, which is only a part of it, may be among the occupants too.
  const idsOfSecondTimes = new Set(secondTimes.map(({ occupied }) => occupied.id))
  const firstTimes = occupants.filter(({ occupied }) => !idsOfSecondTimes.has(occupied.id))
  return [...firstTimes, ...secondTimes].map((occupant) => reasonAgainst(appointment, occupant))
}

/**
 * Returns an occupant once for each second time: a time to which a booking can still move, because its
 * patient asks for it or is offered it. Each has the whole second time, although its row lacks the part that
 * the booking occupies now.
 */
function withSecondTimes(ctx: Ctx, occupant: Occupant): Occupant[] {
  return listSecondTimes(ctx, occupant.occupied).map(({ occupied, offer }) => ({
    ...occupant,
    occupied,
    booking: offer === null ? occupant.booking : null,
    offer,
  }))
}

/** Returns whether this is the first occupation of its absence, which bookings divide into several. */
function isFirstPart({ absence }: Occupant, index: number, occupants: readonly Occupant[]): boolean {
  return absence === null || occupants.findIndex((other) => other.absence?.id === absence.id) === index
}

/** Returns how an occupant is in the way of an appointment: with its own time, or only with a padding. */
function reasonAgainst(appointment: Interval, occupant: Occupant): OccupantReason {
  const { occupied } = occupant
  const ownReason = ownTimeReason(occupant)
  // `reserveWithoutPaddings` shortens no padding of a time that a patient asks for or is offered.
  const keepsPaddings = occupied.moveOf !== null || occupied.offerId !== null
  const fixedTime = keepsPaddings ? occupied : ownReason
  return overlaps(fixedTime, appointment) ? ownReason : paddingReason(occupied, ownReason)
}

/** Returns the reason when an occupant's own time is in the way, with that time without its paddings. */
function ownTimeReason({ occupied, booking, hold, offer, absence }: Occupant): OccupantReason {
  // The occupation belongs to a move that the booking's patient asks for, not to the booking.
  if (booking !== null && occupied.bookingId === null)
    return {
      kind: 'asked',
      ...askedTime(booking),
      bookingId: booking.id,
      text: `${nameOf(booking)} möchte auf diese Zeit verschieben.`,
    }
  if (booking !== null) {
    const text = `${spanText(booking)}: ${nameOf(booking)}, ${booking.serviceName}.`
    return { kind: 'booking', ...timeOf(booking), bookingId: booking.id, text }
  }
  if (hold !== null) {
    const text = `Jemand bucht gerade diese Zeit, sie ist bis ${clockTime(hold.expiresAt)} reserviert.`
    return { kind: 'hold', ...timeOf(hold), text }
  }
  if (offer !== null) {
    const text = `Jemandem von der Warteliste angeboten, bis ${clockTime(offer.expiresAt)}.`
    return { kind: 'offer', ...timeOf(offer), text }
  }
  // Only absences are left.
  const coveringAbsence = absence as NonNullable<typeof absence>
  const kind = absenceReasonKind(coveringAbsence.kind)
  return { kind, ...timeOf(coveringAbsence), text: absenceText(coveringAbsence) }
}

/** Returns the time to which the booking's patient wants to move it. */
function askedTime({ startsAt, endsAt, moveToAt }: Booking): Interval {
  const start = moveToAt ?? startsAt
  return { startsAt: start, endsAt: start + endsAt - startsAt }
}

/** Returns the reason when only a padding is in the way, with the whole occupied time. */
function paddingReason(occupied: Interval, ownReason: OccupantReason): OccupantReason {
  return {
    ...ownReason,
    kind: 'padding',
    ...timeOf(occupied),
    text: `Nur die Zeit davor oder danach ist im Weg. ${ownReason.text}`,
  }
}

/** Returns the interval of a row without its other columns. */
function timeOf({ startsAt, endsAt }: Interval): Interval {
  return { startsAt, endsAt }
}

function nameOf({ firstName, lastName }: Readonly<{ firstName: string; lastName: string }>): string {
  return `${firstName} ${lastName}`
}

function absenceReasonKind(kind: string): OccupantKind {
  if (kind === 'holiday') return 'holiday'
  return isBusyKind(kind) ? 'busy' : 'absence'
}

/** Returns the title of an absence, with its times if they lie within a day and do not begin at midnight. */
function absenceText({ title, startsAt, endsAt }: Interval & { title: string }): string {
  const isWithinDay = dayAt(startsAt) === dayAt(endsAt - 1) && startOfDay(dayNumberAt(startsAt)) !== startsAt
  return isWithinDay ? `${spanText({ startsAt, endsAt })}: ${title}.` : `${title}.`
}

function spanText({ startsAt, endsAt }: Interval): string {
  return `${timeOfDay(startsAt)} bis ${timeOfDay(endsAt)}`
}
