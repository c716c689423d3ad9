import type { Ctx } from '../ctx.ts'
import { type Instant, MINUTE } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { dayNumberAt } from '../time/vienna.ts'
import { bookableDays } from './bookable-days.ts'
import { listFreeStarts } from './grid.ts'
import { isWithinHours, readWeek } from './hours.ts'
import { isUnoccupied } from './occupations.ts'
import { choicesOf, inFairOrder } from './resource-choice.ts'
import type { ServiceRow } from './services.ts'

/** This module decides which resources can take an appointment at a given start. */

/** Choices of a service (`choicesOf`), of which there is at least one. */
type Choices = readonly [ServiceRow, ...ServiceRow[]]

/**
 * Returns the choices for a patient: those that have the start on their grid and are free, the fairest first;
 * if none is free, all with the start on their grid.
 * @param wish the only resource that is asked for; undefined asks for any
 * @throws Problem invalid (a wish for a resource that the service does not have), slot_taken when no grid has
 * the start
 */
export function choicesForPatient(
  ctx: Ctx,
  service: ServiceRow,
  start: Instant,
  wish: string | undefined,
): Choices {
  const bookable = choicesOf(ctx, service, wish).filter((choice) => isBookableStart(ctx, choice, start))
  // A single choice needs no query, because `reserve` refuses an occupied time.
  const free = bookable.length < 2 ? bookable : bookable.filter((choice) => isUnoccupied(ctx, choice, start))
  return requireChoice(inFairOrder(ctx, free.length > 0 ? free : bookable, dayNumberAt(start)))
}

/**
 * Works like `choicesForPatient`, except that the practice may enter any start: free resources come first,
 * and among these the ones that work then.
 * @throws Problem invalid (a wish for a resource that the service does not have), slot_taken when the service
 * has no active resource
 */
export function choicesForPractice(
  ctx: Ctx,
  service: ServiceRow,
  start: Instant,
  wish: string | undefined,
): Choices {
  const choices = inFairOrder(ctx, choicesOf(ctx, service, wish), dayNumberAt(start))
  if (choices.length < 2) return requireChoice(choices)
  const time = { startsAt: start, endsAt: start + service.durationMin * MINUTE }
  const groups = Map.groupBy(choices, (choice) => {
    const isFree = isUnoccupied(ctx, choice, start)
    const isWorking = isWithinHours(ctx, choice.resourceId, time)
    if (isFree) return isWorking ? 'free at work' : 'free'
    return isWorking ? 'at work' : 'neither'
  })
  const order = ['free at work', 'free', 'at work', 'neither'] as const
  return requireChoice(order.flatMap((group) => groups.get(group) ?? []))
}

/** Returns the choices if there is at least one. @throws Problem slot_taken */
function requireChoice([first, ...others]: readonly ServiceRow[]): Choices {
  if (first === undefined) throw new Problem('slot_taken')
  return [first, ...others]
}

/**
 * Returns whether patients may book this start on the grid of the service's first resource. `reserve` checks
 * whether it is occupied.
 */
export function isBookableStart(ctx: Ctx, service: ServiceRow, start: Instant): boolean {
  const day = dayNumberAt(start)
  const week = readWeek(ctx, service.resourceId)
  const unoccupied = { week, occupied: [[]] }
  return listFreeStarts(service, unoccupied, bookableDays(ctx, day, day)).includes(start)
}
