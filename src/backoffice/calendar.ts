import { and, asc, eq, gt, lt, sql } from 'drizzle-orm'
import { liveHoldCondition } from '../booking/live-holds.ts'
import type { Ctx } from '../ctx.ts'
import { canOfferBeTaken, HAS_STATUS_OPEN } from '../db/offer-rows.ts'
import { bookings, holds, occupations, offers, services, waitingEntries } from '../db/schema.ts'
import { listBlockedTimes } from '../schedule/absence-lists.ts'
import type { Absence } from '../schedule/absences.ts'
import { readWeek, type WorkingWeek } from '../schedule/hours.ts'
import { listOccupied } from '../schedule/occupations.ts'
import {
  findResource,
  listResources,
  type ResourceRow,
  resourceIdsOf,
  resourceNameById,
} from '../schedule/resources.ts'
import { listActiveServices } from '../schedule/services.ts'
import {
  type Day,
  type DayNumber,
  dayFromNumber,
  dayNumber,
  type Interval,
  weekdayOf,
} from '../shared/day.ts'
import { startOfDay } from '../time/vienna.ts'
import { type ListedBooking, listBookingsOverlapping } from './booking-list.ts'
import { listMoves } from './open-requests.ts'

/**
 * The working hours of a day, and `closed`: the title of the closure or holiday of the whole day; null on all
 * other days.
 */
export type CalendarDay = Readonly<{ date: Day; working: WorkingWeek[number]; closed: string | null }>

/** The part of a resource that the calendar needs. A deleted one is not active, and has its last name. */
type ColumnResource = Pick<ResourceRow, 'id' | 'name' | 'active'>

/** A resource with its own hours and closures. */
export type ResourceDays = Readonly<{ resource: ColumnResource; days: readonly CalendarDay[] }>

/** Reads the calendar of these Vienna days, both included. */
export function readCalendar(ctx: Ctx, from: Day, to: Day) {
  const shownDays = dayNumbers(from, to)
  const shownTime = { startsAt: startOfDay(dayNumber(from)), endsAt: startOfDay(dayNumber(to) + 1) }
  const { absences, busy } = listBlockedTimes(ctx, from, to)
  const bookings = listBookingsOverlapping(ctx, shownTime)
  return {
    days: daysOfPractice(ctx, shownDays, absences),
    /** If several are active: these, and any other with bookings (docs/behaviour.md 21.19). */
    resources: listResourcesWithColumn(ctx, bookings).map((resource) =>
      daysOfResource(ctx, shownDays, resource, absences),
    ),
    /** Bookings in any status. */
    bookings,
    /** Bookings whose patient asks for a time within these days; they may lie on other days. */
    moves: listMoves(ctx, shownTime.startsAt, shownTime.endsAt),
    holds: listHolds(ctx, shownTime),
    offers: listOffers(ctx, shownTime),
    absences,
    /** Busy times of the doctor's calendars elsewhere; their title says where. */
    busy,
    /** Reserved times of these days, paddings included. */
    occupied: listOccupied(ctx, shownTime.startsAt, shownTime.endsAt),
  }
}

/** Returns the number of each day from `from` to `to`, both included. */
function dayNumbers(from: Day, to: Day): DayNumber[] {
  const first = dayNumber(from)
  return Array.from({ length: dayNumber(to) - first + 1 }, (_, index) => first + index)
}

function daysOfPractice(ctx: Ctx, days: readonly DayNumber[], absences: readonly Absence[]): CalendarDay[] {
  const week = readWeek(ctx)
  const closures = absences.filter((absence) => closesPractice(ctx, absence))
  return days.map((day) => calendarDay(day, week, closures))
}

/** Returns a resource with its days; an inactive one has no working hours. */
function daysOfResource(
  ctx: Ctx,
  days: readonly DayNumber[],
  resource: ColumnResource,
  absences: readonly Absence[],
): ResourceDays {
  const week = resource.active ? readWeek(ctx, resource.id) : []
  const closures = absences.filter((absence) => closesResource(absence, resource.id))
  return { resource, days: days.map((day) => calendarDay(day, week, closures)) }
}

/** Lists the resources that have a column of their own; none if that is only one. */
function listResourcesWithColumn(ctx: Ctx, bookings: readonly ListedBooking[]): ColumnResource[] {
  const bookedIds = new Set(bookings.map(({ booking }) => booking.resourceId))
  const resources = listResources(ctx).filter(({ id, active }) => active || bookedIds.has(id))
  if (resources.length < 2) return []
  const deletedIds = [...bookedIds].filter((id) => findResource(ctx, id) === undefined)
  const deleted = deletedIds.map((id) => ({ id, name: resourceNameById(ctx, id), active: false }))
  return [...resources, ...deleted]
}

/** Lists the live holds that overlap the shown time, by start. */
function listHolds({ db, now }: Ctx, shownTime: Interval) {
  return db
    .select({
      startsAt: holds.startsAt,
      endsAt: holds.endsAt,
      serviceName: services.name,
      resourceId: occupations.resourceId,
    })
    .from(holds)
    .innerJoin(services, eq(services.id, holds.serviceId))
    .innerJoin(occupations, eq(occupations.holdId, holds.id))
    .where(
      and(lt(holds.startsAt, shownTime.endsAt), gt(holds.endsAt, shownTime.startsAt), liveHoldCondition(now)),
    )
    .orderBy(asc(holds.startsAt))
    .all()
}

/**
 * Lists the open offers of the waiting list that overlap the shown time, by start, with the names of their
 * patients. A patient without an appointment who has given no name is shown by the e-mail address.
 */
function listOffers(ctx: Ctx, shownTime: Interval) {
  const { startsAt, endsAt } = offers
  const ofBooking = sql`${bookings.firstName} || ' ' || ${bookings.lastName}`
  const name = sql<string>`coalesce(${ofBooking}, nullif(${waitingEntries.name}, ''), ${waitingEntries.email})`
  return ctx.db
    .select({ offer: offers, name, resourceId: occupations.resourceId })
    .from(offers)
    .innerJoin(occupations, eq(occupations.offerId, offers.id))
    .innerJoin(waitingEntries, eq(waitingEntries.id, offers.entryId))
    .leftJoin(bookings, eq(bookings.id, waitingEntries.bookingId))
    .where(and(HAS_STATUS_OPEN, lt(startsAt, shownTime.endsAt), gt(endsAt, shownTime.startsAt)))
    .orderBy(asc(startsAt))
    .all()
    .filter(({ offer }) => canOfferBeTaken(ctx, offer))
    .map(({ offer, name, resourceId }) => ({
      startsAt: offer.startsAt,
      endsAt: offer.endsAt,
      name,
      resourceId,
    }))
}

/**
 * Returns whether an absence closes the whole practice, as `listClosures` has it for patients: an absence of
 * one resource does so only if this resource alone offers every service.
 */
function closesPractice(ctx: Ctx, { kind, resourceId }: Absence): boolean {
  if (kind === 'block') return false
  if (resourceId === null) return true
  return listActiveServices(ctx)
    .flatMap(resourceIdsOf)
    .every((id) => id === resourceId)
}

/** Returns whether an absence closes days of this resource. */
function closesResource({ kind, resourceId }: Absence, id: string): boolean {
  return kind !== 'block' && (resourceId === null || resourceId === id)
}

/** Returns a day with the hours of this week, unless one of the closures closes it. */
function calendarDay(day: DayNumber, week: WorkingWeek, closures: readonly Absence[]): CalendarDay {
  const closesDay = ({ startsAt, endsAt }: Absence) =>
    startsAt <= startOfDay(day) && endsAt >= startOfDay(day + 1)
  const closure = closures.find(closesDay)
  return {
    date: dayFromNumber(day),
    working: closure === undefined ? (week[weekdayOf(day)] ?? []) : [],
    closed: closure?.title ?? null,
  }
}
