import { createRequire } from 'node:module'
import type { Side } from './servers.ts'

/** The part of autocannon's result that is used here. `duration` is in seconds. */
type LoadResult = { '2xx': number; non2xx: number; errors: number; duration: number }
/** A request. autocannon calls `setupRequest` each time before it sends it. */
type LoadRequest = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
  setupRequest?: (request: LoadRequest) => LoadRequest
}
/** The requests that each of `connections` clients repeats for `duration` seconds. */
type Load = { url: string; connections: number; duration: number; requests: LoadRequest[] }

/** Many short rounds make the ratio independent of other load on the machine. */
export const ROUNDS = 15
/** Seconds of load in one round. */
export const ROUND_SECONDS = 0.7

// The package autocannon has no types.
const autocannon = createRequire(import.meta.url)('autocannon') as (options: Load) => Promise<LoadResult>

/**
 * Sends the requests for the given time.
 * @returns successful requests per second
 * @throws Error when any request failed, which would make the result meaningless
 */
export async function requestsPerSecond(options: Load): Promise<number> {
  const result = await autocannon(options)
  if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0) {
    throw new Error(
      `${options.url}: ${result.non2xx} refused, ${result.errors} failed of ${result['2xx'] + result.non2xx}`,
    )
  }
  return result['2xx'] / result.duration
}

/**
 * Measures the sides in turn, so that other load affects all of them alike. Every second round goes
 * backwards, so that no side always benefits from the one before it. The first round only warms up and does
 * not count.
 */
export async function measureInTurn<Key extends string = Side>(
  sides: readonly Key[],
  rounds: number,
  measure: (side: Key) => Promise<number> | number,
): Promise<Record<Key, number[]>> {
  const figures = Object.fromEntries(sides.map((side) => [side, [] as number[]])) as Record<Key, number[]>
  for (let round = 0; round <= rounds; round++) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const figure = await measure(side)
      if (round > 0) figures[side].push(figure)
    }
  }
  return figures
}

/** Returns the median of the figures, of which there must be at least one. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle)] as number)) / 2
}

/** Returns the microseconds that one of `calls` calls takes on average. */
export function microsecondsPerCall(calls: number, run: () => unknown): number {
  const began = performance.now()
  for (let call = 0; call < calls; call++) run()
  return ((performance.now() - began) * 1_000) / calls
}

/** Converts the requests per second of a single client to microseconds per request. */
export function microsecondsPerRequest(perSecond: number): number {
  return 1e6 / perSecond
}
