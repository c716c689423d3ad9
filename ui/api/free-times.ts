import { hc, type InferResponseType } from 'hono/client'
import type { PublicApi } from '../../src/http/app.ts'
import type { Day } from '../../src/shared/day.ts'
import { request } from './http.ts'

/** These calls are not in `public.ts`, because the first screen does not need to load them. */
const api = hc<PublicApi>('/api')
/** Keeps the browser from answering from its cache. */
const FRESH = { cache: 'no-store' } as const

/** A free start and its end: ISO 8601 with offset, as the server sent them. */
export type Slot = Readonly<{ start: string; end: string | undefined }>

/** A day in Vienna with the number of its free starts. */
export type DaySummary = { date: Day; available_count: number }
/** Days on which the practice is closed, and why. */
export type Closure = InferResponseType<typeof api.closures.$get>[number]

/**
 * The purpose of the search for free times: a service, or the move of the booking with this id, which starts
 * at `from`. `resource` is the wished doctor or room.
 */
export type WantedTimes = Readonly<
  ({ service: string } | { move: string; from: string }) & { resource?: string }
>

/** Returns the free starts of one Vienna day in ascending order. */
export async function getSlots(date: Day, wanted: WantedTimes, signal: AbortSignal): Promise<Slot[]> {
  return readSlots(
    await request(api.slots.$get({ query: { date, ...queryOf(wanted) } }, { init: { signal } })),
  )
}

/** Returns the number of free starts of each Vienna day from `from` to `to`, at most 120 days. */
export function getDaySummaries(
  from: Day,
  to: Day,
  wanted: WantedTimes,
  signal: AbortSignal,
): Promise<DaySummary[]> {
  const query = { summary: '1', from, to, ...queryOf(wanted) } as const
  // The path is typed for slots, which it returns without `summary`.
  return request(api.slots.$get({ query }, { init: { ...FRESH, signal } })) as Promise<DaySummary[]>
}

/** Returns the query for the server, which knows the start of a booking without `from`. */
function queryOf(wanted: WantedTimes) {
  if ('service' in wanted) return wanted
  const { from: _from, ...query } = wanted
  return query
}

/** Returns the closures and holidays that touch the Vienna days from `from` to `to`, at most 120 days. */
export function getClosures(from: Day, to: Day, signal: AbortSignal): Promise<Closure[]> {
  return request(api.closures.$get({ query: { from, to } }, { init: { signal } }))
}

/** Names of the fields that may hold a slot's start. The first field present counts. */
const START_NAMES = ['slot_start', 'start', 'slot_start_local']
/** Names of the fields that may hold a slot's end. The first field present counts. */
const END_NAMES = ['slot_end', 'end', 'slot_end_local']

/** Returns the slots of a response in ascending order. Slots without a start are left out. */
export function readSlots(answer: unknown): Slot[] {
  if (!Array.isArray(answer)) return []
  return answer
    .flatMap((slot: unknown) => {
      const start = textOf(slot, START_NAMES)
      return start === undefined ? [] : [{ start, end: textOf(slot, END_NAMES) }]
    })
    .sort((a, b) => Date.parse(a.start) - Date.parse(b.start))
}

/** Returns the text of the first of these fields that has one. */
function textOf(slot: unknown, names: readonly string[]): string | undefined {
  if (typeof slot !== 'object' || slot === null) return undefined
  for (const name of names) {
    const value = (slot as Record<string, unknown>)[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}
