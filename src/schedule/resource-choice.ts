import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import type { DayNumber, Instant } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { startOfDay } from '../time/vienna.ts'
import { findResource, listResources, resourceIdsOf } from './resources.ts'
import type { ServiceRow } from './services.ts'

/**
 * This module decides which resources can take an appointment of a service, and which one takes it if the
 * patient has no wish (docs/behaviour.md 21.6 to 21.8).
 */

/** Returns a choice of the service: the service with only one of its resources. */
export function atResource(service: ServiceRow, resourceId: string): ServiceRow {
  return service.resourceId === resourceId && service.otherResourceIds.length === 0
    ? service
    : { ...service, resourceId, otherResourceIds: [] }
}

const NO_SUCH_CHOICE = 'Diese Wahl gibt es für diese Leistung nicht (mehr).'

/**
 * Returns the choices of a service: one for each of its active resources, in the order of the service.
 * @param wish the only resource that is asked for; undefined asks for any
 * @throws Problem invalid when the service does not have the wished resource
 */
export function choicesOf(ctx: Ctx, service: ServiceRow, wish?: string): ServiceRow[] {
  const resources = listResources(ctx)
  const isActive = (id: string) => resources.find((resource) => resource.id === id)?.active !== false
  const ids = resourceIdsOf(service).filter(isActive)
  if (wish === undefined) return ids.map((id) => atResource(service, id))
  // The sentence is the whole message, because the wizard has no field for the resource beside "Weiter".
  if (!ids.includes(wish))
    throw new Problem('invalid', { fields: { resource: NO_SUCH_CHOICE } }, NO_SUCH_CHOICE)
  return [atResource(service, wish)]
}

/**
 * Refuses a wish for a resource that the service does not have, or that is not active.
 * @throws Problem invalid
 */
export function assertChoice(ctx: Ctx, service: ServiceRow, wish: string): void {
  choicesOf(ctx, service, wish)
}

/** Counts the occupations of each resource that start on a day, without absences and expired holds. */
const countBooked = prepared((db) =>
  db.$client
    .prepare<unknown[], [resourceId: string, count: number]>(`
      select resource_id, count(*) from occupations
      where resource_id in (select value from json_each(@resources)) and starts_at >= @from and starts_at < @to
        and absence_id is null and (expires_at is null or expires_at > @now)
      group by resource_id`)
    .raw(),
)

/**
 * Sorts the choices of one service by the number of appointments, holds and offers that their resources have
 * on the Vienna day, the fewest first; between equals by the order of the resources.
 */
export function inFairOrder(ctx: Ctx, choices: readonly ServiceRow[], day: DayNumber): ServiceRow[] {
  if (choices.length < 2) return [...choices]
  const from = startOfDay(day)
  const resources = JSON.stringify(choices.map(({ resourceId }) => resourceId))
  const span = { resources, from, to: startOfDay(day + 1), now: ctx.now }
  const bookedCounts = new Map(countBooked(ctx.db).all(span))
  return sortChoices(ctx, choices, ({ resourceId }) => bookedCounts.get(resourceId) ?? 0)
}

/**
 * Returns the choice with the most free starts, between equals the first in their order (docs/behaviour.md
 * 21.17); undefined without choices.
 */
export function withMostFree(
  ctx: Ctx,
  choices: readonly ServiceRow[],
  starts: readonly Instant[],
  isFree: (choice: ServiceRow, start: Instant) => boolean,
): ServiceRow | undefined {
  if (choices.length < 2) return choices[0]
  const takenCounts = new Map(
    choices.map((choice) => [choice, starts.filter((start) => !isFree(choice, start)).length]),
  )
  return sortChoices(ctx, choices, (choice) => takenCounts.get(choice) as number)[0]
}

/** Sorts choices by a number, the least first, and between equals by the order of their resources. */
function sortChoices(
  ctx: Ctx,
  choices: readonly ServiceRow[],
  numberOf: (choice: ServiceRow) => number,
): ServiceRow[] {
  const orderOf = ({ resourceId }: ServiceRow) =>
    findResource(ctx, resourceId)?.displayOrder ?? Number.POSITIVE_INFINITY
  return choices.toSorted(
    (a, b) => numberOf(a) - numberOf(b) || orderOf(a) - orderOf(b) || (a.resourceId < b.resourceId ? -1 : 1),
  )
}
