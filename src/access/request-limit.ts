import type { Instant } from '../shared/day.ts'

/**
 * Limits requests for each origin in a fixed window of one second. Counts in memory, because losing the count
 * does no harm.
 * @returns a function that counts a request and says whether it is within the limit
 */
export function openRequestLimit(mostPerSecond: number) {
  let countedSecond = 0
  let countByOrigin = new Map<string, number>()
  return (origin: string, now: Instant): boolean => {
    const second = Math.floor(now / 1000)
    if (second !== countedSecond) {
      countedSecond = second
      countByOrigin = new Map()
    }
    const count = (countByOrigin.get(origin) ?? 0) + 1
    countByOrigin.set(origin, count)
    return count <= mostPerSecond
  }
}
