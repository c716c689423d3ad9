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

/** This module says at whom an appointment can start at a certain time. */

/**
 * True for a start on the grid of the service's first resource that patients may book. `reserve` checks
 * whether it is occupied.
 */
export function isBookableStart(ctx: Ctx, service: ServiceRow, start: Instant): boolean {
  const day = dayNumberAt(start)
  const week = readWeek(ctx, service.resourceId)
  return listFreeStarts(service, week, [], bookableDays(ctx, day, day)).includes(start)
}

/**
 * Returns the choices that are free at a start on their grid that patients may book, the fairest first; where
 * all of them are occupied, those with the start on their grid.
 * @param wish the only resource that is asked for; undefined asks for any
 * @throws Problem invalid (a wish for a resource that the service does not have), slot_taken when no grid has
 * the start
 */
export function choicesForPatient(
  ctx: Ctx,
  service: ServiceRow,
  start: Instant,
  wish: string | undefined,
): readonly [ServiceRow, ...ServiceRow[]] {
  const open = choicesOf(ctx, service, wish).filter((choice) => isBookableStart(ctx, choice, start))
  const free = open.length < 2 ? open : open.filter((choice) => isUnoccupied(ctx, choice, start))
  const [first, ...others] = inFairOrder(ctx, free.length > 0 ? free : open, dayNumberAt(start))
  if (first === undefined) throw new Problem('slot_taken')
  return [first, ...others]
}

/**
 * Works like `choicesForPatient`, except that the practice may enter any start: resources that work then come
 * first.
 * @throws Problem invalid (a wish for a resource that the service does not have), slot_taken when the service
 * has no active resource
 */
export function choicesForPractice(
  ctx: Ctx,
  service: ServiceRow,
  start: Instant,
  wish: string | undefined,
): readonly [ServiceRow, ...ServiceRow[]] {
  const choices = inFairOrder(ctx, choicesOf(ctx, service, wish), dayNumberAt(start))
  const isFree = (choice: ServiceRow) => choices.length < 2 || isUnoccupied(ctx, choice, start)
  const asked = { startsAt: start, endsAt: start + service.durationMin * MINUTE }
  const works = ({ resourceId }: ServiceRow) => choices.length < 2 || isWithinHours(ctx, resourceId, asked)
  const [first, ...others] = choices
    .map((choice) => ({ choice, rank: (isFree(choice) ? 0 : 2) + (works(choice) ? 0 : 1) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice)
  if (first === undefined) throw new Problem('slot_taken')
  return [first, ...others]
}
