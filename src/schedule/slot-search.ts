import { eq, or } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Booking, occupations } from '../db/schema.ts'
import { type Instant, type Interval, MINUTE } from '../shared/day.ts'
import { assertChoice, atResource, choicesOf } from './resource-choice.ts'
import { findResource } from './resources.ts'
import { getActiveService, type ServiceRow } from './services.ts'

/** Identifies an occupied interval by its start, because the occupations of one resource never overlap. */
type OccupiedStart = Readonly<{ resourceId: string; startsAt: Instant }>

/** The criteria of a search for free times. */
export type SlotSearch = Readonly<{
  service: ServiceRow
  /** The only resource to search; undefined finds the times at which any resource of the service is free. */
  wish?: string | undefined
  /** Occupied intervals that count as free. */
  countsAsFree?: readonly OccupiedStart[]
  /** Further intervals of the service's resources that count as occupied. */
  countsAsOccupied?: readonly Interval[]
}>

/**
 * Returns the search for a time to which this booking can move. The service has the booking's own length,
 * paddings and resource. The time of the booking, and the time that its patient asks for, count as free.
 * @param wish another resource to move to
 * @throws Problem service_not_found, invalid (a wish for a resource that the service does not have)
 */
export function searchForMove(
  ctx: Ctx,
  { id, serviceId, resourceId, startsAt, endsAt }: Booking,
  wish = resourceId,
): SlotSearch {
  const service = getActiveService(ctx, serviceId)
  if (wish !== resourceId) assertChoice(ctx, service, wish)
  const ownOccupations = ctx.db
    .select()
    .from(occupations)
    .where(or(eq(occupations.bookingId, id), eq(occupations.moveOf, id)))
    .all()
  // A rejected or cancelled booking reserves no time, so it has no paddings.
  const reserved = ownOccupations.find(({ bookingId }) => bookingId === id) ?? { startsAt, endsAt }
  return {
    service: {
      ...atResource(service, wish),
      durationMin: (endsAt - startsAt) / MINUTE,
      paddingBeforeMin: (startsAt - reserved.startsAt) / MINUTE,
      paddingAfterMin: (reserved.endsAt - endsAt) / MINUTE,
    },
    countsAsFree: ownOccupations,
  }
}

/**
 * Returns the id of the resource at which a patient wants another time for the booking: the wished one, else
 * the present one. If the present one is inactive and only one other resource offers the service, patients
 * cannot see whom they could wish for, so it is that other one.
 * @throws Problem service_not_found
 */
export function resourceForPatient(ctx: Ctx, { serviceId, resourceId }: Booking, wish = resourceId): string {
  if (wish !== resourceId || findResource(ctx, resourceId)?.active === true) return wish
  const [choice, ...others] = choicesOf(ctx, getActiveService(ctx, serviceId))
  return choice !== undefined && others.length === 0 ? choice.resourceId : resourceId
}

/**
 * Returns a search as it is; for the id of a service, the search for that service alone.
 * @throws Problem service_not_found when no active service has the id
 */
export function toSlotSearch(ctx: Ctx, search: string | SlotSearch): SlotSearch {
  return typeof search === 'string' ? { service: getActiveService(ctx, search) } : search
}
