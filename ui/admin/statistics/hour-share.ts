import type { HourLoad } from './use-statistics.ts'

/** Returns the booked share of an hour's working time, from 0 to 1. */
export function hourShare({ capacity_min, booked_min }: HourLoad): number {
  return capacity_min === 0 ? 0 : Math.min(1, booked_min / capacity_min)
}
