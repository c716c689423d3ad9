import type { Instant } from '../shared/day.ts'

/**
 * Limits requests for each origin in a fixed window of one second. Counts in memory, because losing the count
 * does no harm.
 * @returns a function that counts a request and says whether it is within the limit
 */
export function openRequestLimit(mostPerSecond: number) {
  let second = 0
  let used = new Map<string, number>()
  return (origin: string, now: Instant): boolean => {
    const current = Math.floor(now / 1000)
    if (current !== second) {
      second = current
      used = new Map()
    }
    const made = (used.get(origin) ?? 0) + 1
    used.set(origin, made)
    return made <= mostPerSecond
  }
}
