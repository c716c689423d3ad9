import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import type { Instant } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { startOfDay } from '../time/vienna.ts'
import { findResource, listResources, resourceIdsOf } from './resources.ts'
import type { ServiceRow } from './services.ts'

/**
 * This module says which resources can take an appointment of a service, and which of them does where nobody
 * has wished for one (docs/behaviour.md 21.6 to 21.8).
 */

/** A service as one resource offers it: it has no further ones. */
export function atResource(service: ServiceRow, resourceId: string): ServiceRow {
  return service.resourceId === resourceId && service.otherResourceIds.length === 0
    ? service
    : { ...service, resourceId, otherResourceIds: [] }
}

/**
 * Returns the service as each of its active resources offers it, in the order of the service.
 * @param wish the only resource that is asked for; undefined asks for any
 * @throws Problem invalid when the service is not offered by the wished one
 */
export function offersOf(ctx: Ctx, service: ServiceRow, wish?: string): ServiceRow[] {
  const known = listResources(ctx)
  const isActive = (id: string) => known.find((resource) => resource.id === id)?.active !== false
  const ids = resourceIdsOf(service).filter(isActive)
  if (wish === undefined) return ids.map((id) => atResource(service, id))
  if (!ids.includes(wish)) throw new Problem('invalid', { fields: { resource: NOT_OFFERED } })
  return [atResource(service, wish)]
}

const NOT_OFFERED = 'Diese Wahl gibt es für diese Leistung nicht (mehr).'

const bookedOn = prepared((db) =>
  db.$client
    .prepare<unknown[], [resourceId: string, count: number]>(`
      select resource_id, count(*) from occupations
      where resource_id in (select value from json_each(@resources)) and starts_at >= @from and starts_at < @to
        and absence_id is null and (expires_at is null or expires_at > @now)
      group by resource_id`)
    .raw(),
)

/**
 * Sorts the offers of one service by how many appointments, holds and offers their resources have on the
 * Vienna day (since 1970), the fewest first; between equals by the order of the resources.
 */
export function inFairOrder(ctx: Ctx, offers: readonly ServiceRow[], day: number): ServiceRow[] {
  if (offers.length < 2) return [...offers]
  const from = startOfDay(day)
  const resources = JSON.stringify(offers.map(({ resourceId }) => resourceId))
  const span = { resources, from, to: startOfDay(day + 1), now: ctx.now }
  const booked = new Map(bookedOn(ctx.db).all(span))
  return sortedBy(ctx, offers, ({ resourceId }) => booked.get(resourceId) ?? 0)
}

/**
 * Returns the offer of the resource at which most of the starts are free, between equals that of the first in
 * the order (docs/behaviour.md 21.17); undefined without offers.
 */
export function withMostFree(
  ctx: Ctx,
  offers: readonly ServiceRow[],
  starts: readonly Instant[],
  isFree: (offer: ServiceRow, start: Instant) => boolean,
): ServiceRow | undefined {
  if (offers.length < 2) return offers[0]
  const taken = new Map(
    offers.map((offer) => [offer, starts.filter((start) => !isFree(offer, start)).length]),
  )
  return sortedBy(ctx, offers, (offer) => taken.get(offer) ?? 0)[0]
}

/** Sorts offers by a number, the least first, and between equals by the order of their resources. */
function sortedBy(ctx: Ctx, offers: readonly ServiceRow[], of: (offer: ServiceRow) => number): ServiceRow[] {
  const place = ({ resourceId }: ServiceRow) =>
    findResource(ctx, resourceId)?.displayOrder ?? Number.POSITIVE_INFINITY
  return offers.toSorted(
    (a, b) => of(a) - of(b) || place(a) - place(b) || (a.resourceId < b.resourceId ? -1 : 1),
  )
}
