import type { Instant } from '../../../src/shared/day.ts'
import { shortDay, timeOfDay } from '../../../src/shared/format.ts'
import { viennaDay } from '../../../src/shared/vienna-clock.ts'

/**
 * Writes a past instant as shortly as a list needs it: `heute 13:39`, `Mi 6. Jänner`, `Mi 30. Dezember 2026`.
 * @param at in ISO 8601
 */
export function pastTimeText(at: string, now: Instant): string {
  const day = viennaDay(Date.parse(at))
  const today = viennaDay(now)
  if (day === today) return `heute ${timeOfDay(at)}`
  return shortDay(at, today)
}
