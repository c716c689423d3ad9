import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { occupations } from '../db/schema.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import type { NamedResource } from '../shared/resource.ts'
import {
  findResource,
  listResources,
  type ResourceRow,
  resourceIdsOf,
  resourceName,
  resourceNameById,
} from './resources.ts'
import type { ServiceRow } from './services.ts'

/** This module says which resources people see, and among which they choose (docs/behaviour.md 21.1). */

/** Returns whether people see the resource of an appointment: only if there are several to be shown. */
export function hasSeveralResources(ctx: Ctx): boolean {
  return listShownResources(ctx).length > 0
}

/**
 * Returns the resources in order if there are several, else none: the active ones, and inactive ones as long
 * as they have coming appointments (docs/behaviour.md 21.1).
 */
export function listShownResources(ctx: Ctx): readonly ResourceRow[] {
  const shown = listResources(ctx).filter(({ id, active }) => active || hasComingAppointments(ctx, id))
  return shown.length > 1 ? shown : []
}

/**
 * Returns what patients may know about a resource; undefined if people do not see it, because there are not
 * several. An inactive one is not the resource that everybody expects, so it is shown beside any other.
 */
export function findShownResource(ctx: Ctx, id: string): NamedResource | undefined {
  const resource = findResource(ctx, id)
  const isExpected = resource?.active !== false || listResources(ctx).length < 2
  if (isExpected && !hasSeveralResources(ctx)) return undefined
  return toNamedResource(ctx, resource ?? { id, name: resourceNameById(ctx, id), title: '' })
}

/** Returns the active resources of a service among which patients choose, in its order. */
export function listOfferedResources(
  ctx: Ctx,
  service: Pick<ServiceRow, 'resourceId' | 'otherResourceIds'>,
): NamedResource[] {
  return resourceIdsOf(service).flatMap((id) => {
    const resource = findResource(ctx, id)
    return resource?.active === true ? [toNamedResource(ctx, resource)] : []
  })
}

function toNamedResource(ctx: Ctx, resource: NamedResource): NamedResource {
  return { id: resource.id, name: resourceName(ctx, resource), title: resource.title }
}

const selectAppointmentFrom = prepared((db) =>
  db
    .select({ id: occupations.id })
    .from(occupations)
    .where(
      and(
        eq(occupations.resourceId, sql.placeholder('resource')),
        gt(occupations.startsAt, sql.placeholder('from')),
        isNotNull(occupations.bookingId),
      ),
    )
    .limit(1)
    .prepare(),
)

/** Returns whether the resource has appointments that begin later than a day ago. */
function hasComingAppointments({ db, now }: Ctx, resourceId: string): boolean {
  return selectAppointmentFrom(db).get({ resource: resourceId, from: now - DAY_LENGTH }) !== undefined
}
