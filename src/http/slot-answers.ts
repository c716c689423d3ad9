import type { Ctx } from '../ctx.ts'
import type { FreeSlots } from '../schedule/availability.ts'
import { findService } from '../schedule/services.ts'
import { hasSeveralResources, listOfferedResources } from '../schedule/shown-resources.ts'
import { MINUTE } from '../shared/day.ts'
import { isoAt } from '../time/vienna.ts'

/**
 * A free time as the API answers it. It has the id of its resource if the practice has several, and the name
 * too if the service has several.
 */
export type SlotAnswer = {
  slot_start: string
  slot_end: string
  resource_id?: string
  resource_name?: string
}

/**
 * Returns the free times as the API answers them. If the practice has only one resource, they do not mention
 * it (docs/behaviour.md 21.1).
 */
export function slotAnswers(ctx: Ctx, { service, starts, resourceIds }: FreeSlots): SlotAnswer[] {
  const names = hasSeveralResources(ctx) ? resourceNames(ctx, service) : undefined
  return starts.map((start, index) => ({
    slot_start: isoAt(start),
    slot_end: isoAt(start + service.durationMin * MINUTE),
    // Each start has a resource at the same index.
    ...(names && resourceAnswer(names, resourceIds[index] as string)),
  }))
}

/** Returns the resource of a free time, with its name if it is one of several. */
function resourceAnswer(names: ReadonlyMap<string, string>, id: string) {
  return names.size > 1 ? { resource_id: id, resource_name: names.get(id) ?? id } : { resource_id: id }
}

/** Returns the names of the resources that offer the service, by their ids. */
function resourceNames(ctx: Ctx, searched: FreeSlots['service']): ReadonlyMap<string, string> {
  // In a search for a move, the service has only the resource of the booking.
  const service = findService(ctx, searched.id) ?? searched
  return new Map(listOfferedResources(ctx, service).map(({ id, name }) => [id, name]))
}
