import type { Instant } from '../../../src/shared/day.ts'
import { shortDay, timeOfDay } from '../../../src/shared/format.ts'
import { viennaDay } from '../../booking/time/vienna-day.ts'

/** When something happened, as short as a column of a list wants it: `heute 13:39`, `Mi 6. Jänner`, `Mi 30. Dezember 2026`. */
export function listMoment(at: string, now: Instant): string {
  const day = viennaDay(Date.parse(at))
  const today = viennaDay(now)
  if (day === today) return `heute ${timeOfDay(at)}`
  const [year, thisYear] = [day.slice(0, 4), today.slice(0, 4)]
  return year === thisYear ? shortDay(at) : `${shortDay(at)} ${year}`
}
