import { type WallMinutes, wallMinutes } from '../../src/shared/day.ts'

/** Returns the minutes of a wall time such as `08:30`. @throws Error for anything else */
export function wallMinutesOf(time: string): WallMinutes {
  const minutes = wallMinutes(time)
  if (minutes === undefined) throw new Error(`${time} is no time of day`)
  return minutes
}
