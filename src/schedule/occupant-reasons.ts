import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { absences, bookings, holds, occupations, offers } from '../db/schema.ts'
import type { Interval } from '../shared/day.ts'
import { clockTime, timeOfDay } from '../shared/format.ts'
import { dayAt, dayNumberAt, startOfDay } from '../time/vienna.ts'
import { isBusyKind } from './busy-times.ts'
import { overlaps } from './intervals.ts'
import { IN_SPAN, paddedInterval } from './occupations.ts'
import type { ServiceRow } from './services.ts'

/** This module tells the practice who or what occupies a time, as a reason why it is not free. */

/**
 * A reason with the time that is in the way. `padding` is the kind of anything that only a padding overlaps.
 */
export type OccupantReason = Interval &
  Readonly<{
    kind: 'booking' | 'asked' | 'hold' | 'offer' | AbsenceReasonKind | 'padding'
    text: string
    bookingId?: string
  }>

type AbsenceReasonKind = 'absence' | 'holiday' | 'busy'

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

/** Returns who or what occupies the time of an appointment or of its paddings. */
export function occupantReasons(ctx: Ctx, service: ServiceRow, appointment: Interval): OccupantReason[] {
  const { startsAt, endsAt } = paddedInterval(service, appointment.startsAt)
  return selectOccupants(ctx.db)
    .all({ resource: service.resourceId, start: startsAt, stop: endsAt, now: ctx.now })
    .map((occupant) => {
      const reason = reasonOf(occupant)
      return overlaps(reason, appointment) ? reason : paddingReason(occupant.occupied, reason)
    })
}

type Occupant = ReturnType<ReturnType<typeof selectOccupants>['all']>[number]

/** Returns who or what occupies a time, with that time without its own paddings. */
function reasonOf({ occupied, booking, hold, offer, absence }: Occupant): OccupantReason {
  const { startsAt, endsAt, bookingId } = occupied
  const time = { startsAt, endsAt }
  // The occupation belongs to a move that the booking's patient asks for, not to the booking.
  if (booking !== null && bookingId === null)
    return {
      kind: 'asked',
      ...time,
      bookingId: booking.id,
      text: `${nameOf(booking)} möchte auf diese Zeit verschieben.`,
    }
  if (booking !== null) {
    const ownTime = timeOf(booking)
    const text = `${spanText(ownTime)}: ${nameOf(booking)}, ${booking.serviceName}.`
    return { kind: 'booking', ...ownTime, bookingId: booking.id, text }
  }
  if (hold !== null) {
    const until = clockTime(hold.expiresAt)
    const text = `Jemand bucht gerade diese Zeit, sie ist bis ${until} reserviert.`
    return { kind: 'hold', ...timeOf(hold), text }
  }
  if (offer !== null) {
    const text = `Jemandem von der Warteliste angeboten, bis ${clockTime(offer.expiresAt)}.`
    return { kind: 'offer', ...time, text }
  }
  // Only absences are left.
  const coveringAbsence = absence as NonNullable<typeof absence>
  return { kind: absenceReasonKind(coveringAbsence.kind), ...time, text: absenceText(coveringAbsence) }
}

/** Returns the reason when only a padding overlaps, with the whole occupied time. */
function paddingReason(occupied: Interval, { text, ...reason }: OccupantReason): OccupantReason {
  return {
    ...reason,
    kind: 'padding',
    ...timeOf(occupied),
    text: `Nur die Zeit davor oder danach ist im Weg. ${text}`,
  }
}

/** Returns the interval of a row without its other columns. */
function timeOf({ startsAt, endsAt }: Interval): Interval {
  return { startsAt, endsAt }
}

function nameOf({ firstName, lastName }: Readonly<{ firstName: string; lastName: string }>): string {
  return `${firstName} ${lastName}`
}

function absenceReasonKind(kind: string): AbsenceReasonKind {
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
