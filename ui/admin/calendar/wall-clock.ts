import { type Day, type Instant, MINUTES_PER_DAY, type WallMinutes } from '../../../src/shared/day.ts'
import { timeOfDay } from '../../../src/shared/format.ts'
import { viennaDay } from '../../../src/shared/vienna-clock.ts'

/** Returns the present time in wall minutes of a day: 0 on a coming day, `MINUTES_PER_DAY` on a past one. */
export function wallMinutesNowOn(day: Day, now: Instant): WallMinutes {
  const today = viennaDay(now)
  if (day === today) return wallMinutesAt(now)
  return day < today ? MINUTES_PER_DAY : 0
}

/** Returns Vienna's wall minutes at an instant. */
export function wallMinutesAt(instant: Instant): WallMinutes {
  const [hours, minutes] = timeOfDay(instant).split(':')
  return Number(hours) * 60 + Number(minutes)
}
