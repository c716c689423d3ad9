import type { Instant } from '../shared/day.ts'
import { boundaryOf, dayNumberAt, minuteOfDay } from './vienna.ts'

/** Messages that can wait are sent between these Vienna wall times, in minutes since midnight. */
const DAYTIME = { from: 8 * 60, to: 20 * 60 }

export const BETWEEN_DAYTIME = `zwischen ${DAYTIME.from / 60} und ${DAYTIME.to / 60} Uhr`

/** True before 08:00 and from 20:00 on, by Vienna's clocks. */
export function isNight(at: Instant): boolean {
  const minutes = minuteOfDay(at)
  return minutes < DAYTIME.from || minutes >= DAYTIME.to
}

/** Returns the next 08:00 by Vienna's clocks. */
export function nextMorning(at: Instant): Instant {
  const isOver = minuteOfDay(at) >= DAYTIME.from
  return boundaryOf(dayNumberAt(at) + (isOver ? 1 : 0), DAYTIME.from)
}
