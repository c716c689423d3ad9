import { hc, type InferResponseType } from 'hono/client'
import type { PublicApi } from '../../src/http/app.ts'
import type { Day } from '../../src/shared/day.ts'
import { request } from './http.ts'

/** Beside `public.ts`, so that the first screen does not load these calls. */
const api = hc<PublicApi>('/api')
const FRESH = { cache: 'no-store' } as const

/** A free start and its end: ISO 8601 with offset, as the server sent them. */
export type Slot = Readonly<{ start: string; end: string | undefined }>

export type DaySummary = { date: Day; available_count: number }
export type Closure = InferResponseType<typeof api.closures.$get>[number]

/** What free times are for: a service, or moving the booking with this id away from a start. */
export type Wanted = Readonly<{ service: string } | { move: string; from: string }>

/** Free starts of one Vienna day, ascending. */
export async function getSlots(date: Day, wanted: Wanted, signal: AbortSignal): Promise<Slot[]> {
  return readSlots(
    await request(api.slots.$get({ query: { date, ...queryOf(wanted) } }, { init: { signal } })),
  )
}

/** How many starts are free on each day from `from` to `to`, both included; at most 120 days. */
export function getDaySummaries(
  from: Day,
  to: Day,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<DaySummary[]> {
  const query = { summary: '1', from, to, ...queryOf(wanted) } as const
  return request(api.slots.$get({ query }, { init: { ...FRESH, signal } })) as Promise<DaySummary[]>
}

function queryOf(wanted: Wanted) {
  return 'move' in wanted ? { move: wanted.move } : wanted
}

/** The closed days and holidays that touch the days from `from` to `to`, both included; at most 120 days. */
export function getClosures(from: Day, to: Day, signal: AbortSignal): Promise<Closure[]> {
  return request(api.closures.$get({ query: { from, to } }, { init: { signal } }))
}

/** The fields that may hold a slot's start and end; the first one present counts. */
const START_NAMES = ['slot_start', 'start', 'slot_start_local']
const END_NAMES = ['slot_end', 'end', 'slot_end_local']

/** The slots of a response, ascending; those without a start are left out. */
export function readSlots(answer: unknown): Slot[] {
  if (!Array.isArray(answer)) return []
  return answer
    .flatMap((slot: unknown) => {
      const start = textOf(slot, START_NAMES)
      return start === undefined ? [] : [{ start, end: textOf(slot, END_NAMES) }]
    })
    .sort((a, b) => Date.parse(a.start) - Date.parse(b.start))
}

function textOf(slot: unknown, names: readonly string[]): string | undefined {
  if (typeof slot !== 'object' || slot === null) return undefined
  for (const name of names) {
    const value = (slot as Record<string, unknown>)[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}
