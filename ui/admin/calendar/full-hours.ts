import type { WallMinutes } from '../../../src/shared/day.ts'
import { type Axis, yOf } from './axis.ts'
import type { WallSpan } from './wall-span.ts'

const MINUTES_PER_HOUR = 60

/** Pixels that the label of an hour needs. */
const LABEL_PX = 16

/** Returns the full hours whose labels do not touch one another. */
export function labelledHours(axis: Axis): WallMinutes[] {
  const labelled: WallMinutes[] = []
  for (const at of fullHours(axis.hours)) {
    const previous = labelled.at(-1)
    if (previous === undefined || yOf(axis, at) - yOf(axis, previous) >= LABEL_PX) labelled.push(at)
  }
  return labelled
}

/** Returns the full hours within the span, without its ends. */
export function fullHours({ from, to }: WallSpan): WallMinutes[] {
  const first = Math.ceil((from + 1) / MINUTES_PER_HOUR)
  const last = Math.ceil(to / MINUTES_PER_HOUR) - 1
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * MINUTES_PER_HOUR)
}
