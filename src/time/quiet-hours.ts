import type { Instant } from '../shared/day.ts'
import { dayNumberAt, instantAtOrAfter, minuteOfDay } from './vienna.ts'

/** Messages that can wait are sent between these Vienna wall times, in minutes since midnight. */
const DAYTIME = { from: 8 * 60, to: 20 * 60 }

/** The daytime as the end of a sentence. */
export const DAYTIME_TEXT = `zwischen ${DAYTIME.from / 60} und ${DAYTIME.to / 60} Uhr`

/** Returns whether the instant is outside the daytime, by Vienna's clocks. */
export function isNight(at: Instant): boolean {
  const minutes = minuteOfDay(at)
  return minutes < DAYTIME.from || minutes >= DAYTIME.to
}

/** Returns the next start of the daytime, by Vienna's clocks. */
export function nextMorning(at: Instant): Instant {
  const hasBegunToday = minuteOfDay(at) >= DAYTIME.from
  return instantAtOrAfter(dayNumberAt(at) + (hasBegunToday ? 1 : 0), DAYTIME.from)
}
