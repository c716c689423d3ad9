import { eq, or } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Booking, occupations } from '../db/schema.ts'
import { type Instant, type Interval, MINUTE } from '../shared/day.ts'
import { atResource, choicesOf } from './resource-choice.ts'
import { getActiveService, type ServiceRow } from './services.ts'

/** The start of an occupied interval of a resource. */
type OwnTime = Readonly<{ resourceId: string; startsAt: Instant }>

/**
 * The criteria of a search for free times. `own` are occupied intervals that count as free, and `taken`
 * further intervals of the service's resources that count as occupied. With a `wish`, only this resource of
 * the service counts, otherwise a time is free when it is for one of them.
 */
export type Wanted = Readonly<{
  service: ServiceRow
  wish?: string | undefined
  own?: readonly OwnTime[]
  taken?: readonly Interval[]
}>

/**
 * Returns the search for a time to which this booking can move. The service has the booking's own length,
 * paddings and resource. The time of the booking, and the one that its patient asks for, count as free.
 * @param wish another resource to move to
 * @throws Problem service_not_found, invalid (a wish for a resource that the service does not have)
 */
export function wantedForMove(
  ctx: Ctx,
  { id, serviceId, resourceId, startsAt, endsAt }: Booking,
  wish = resourceId,
): Wanted {
  const service = getActiveService(ctx, serviceId)
  if (wish !== resourceId) choicesOf(ctx, service, wish)
  const rows = ctx.db
    .select()
    .from(occupations)
    .where(or(eq(occupations.bookingId, id), eq(occupations.moveOf, id)))
    .all()
  const reserved = rows.find(({ bookingId }) => bookingId === id)
  return {
    service: {
      ...atResource(service, wish),
      durationMin: (endsAt - startsAt) / MINUTE,
      paddingBeforeMin: (startsAt - (reserved?.startsAt ?? startsAt)) / MINUTE,
      paddingAfterMin: ((reserved?.endsAt ?? endsAt) - endsAt) / MINUTE,
    },
    own: rows,
  }
}

/**
 * Returns what is wanted.
 * @param search the id of a service, or what is wanted
 * @throws Problem service_not_found
 */
export function wantedOf(ctx: Ctx, search: string | Wanted): Wanted {
  return typeof search === 'string' ? { service: getActiveService(ctx, search) } : search
}
