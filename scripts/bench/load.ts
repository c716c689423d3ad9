import { createRequire } from 'node:module'
import type { Side } from './servers.ts'

type Result = { '2xx': number; non2xx: number; errors: number; duration: number }
type Request = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
  setupRequest?: (request: Request) => Request
}
type Options = { url: string; connections: number; duration: number; requests: Request[] }

// The package has no types.
const autocannon = createRequire(import.meta.url)('autocannon') as (options: Options) => Promise<Result>

/**
 * @returns successful requests per second
 * @throws Error when any request failed, which would make the result meaningless
 */
export async function load(options: Options): Promise<number> {
  const result = await autocannon(options)
  if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0) {
    throw new Error(
      `${options.url}: ${result.non2xx} refused, ${result.errors} failed of ${result['2xx'] + result.non2xx}`,
    )
  }
  return result['2xx'] / result.duration
}

/**
 * Measures the sides in turn, so that other load affects all of them alike. The first round is a warm-up and not counted.
 */
export async function inTurn<Key extends string = Side>(
  sides: readonly Key[],
  rounds: number,
  measure: (side: Key) => Promise<number> | number,
): Promise<Record<Key, number[]>> {
  const found = Object.fromEntries(sides.map((side) => [side, [] as number[]])) as Record<Key, number[]>
  for (let round = 0; round <= rounds; round++) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const figure = await measure(side)
      if (round > 0) found[side].push(figure)
    }
  }
  return found
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}
