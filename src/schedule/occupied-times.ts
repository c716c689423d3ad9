import { asc } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Db, prepared } from '../db/open.ts'
import { cached } from '../db/query-cache.ts'
import { occupations } from '../db/schema.ts'
import { type Instant, MINUTE } from '../shared/day.ts'
import { startOfDay } from '../time/vienna.ts'
import type { BookableDays, OccupiedTimes } from './grid.ts'
import { readWeek, type Week } from './hours.ts'
import { IN_SPAN } from './occupations.ts'
import { choicesOf } from './resource-choice.ts'
import { listResources } from './resources.ts'
import type { ServiceRow } from './services.ts'
import type { SlotSearch } from './slot-search.ts'

/** The occupied times of the resources that have the same working hours. */
export type Lanes = Readonly<{ week: Week; occupied: OccupiedTimes[] }>

/** Reads the resources of the search by their working hours, with one query for all of them. */
export function lanesOf(ctx: Ctx, search: SlotSearch, span: BookableDays): Lanes[] {
  if (span.from > span.to) return []
  const choices = choicesOf(ctx, search.service, search.wish)
  const occupied = readOccupied(ctx, search, choices, span)
  const practice = readWeek(ctx)
  const known = listResources(ctx)
  const lanes: Lanes[] = []
  for (const [i, { resourceId }] of choices.entries()) {
    const week = known.find(({ id }) => id === resourceId)?.week ?? practice
    const same = lanes.find((each) => each.week === week)
    if (same !== undefined) same.occupied.push(occupied[i] ?? [])
    else lanes.push({ week, occupied: [occupied[i] ?? []] })
  }
  return lanes
}

/** Reads the occupied intervals of each choice in the span, widened by the paddings, with one query. */
function readOccupied(
  ctx: Ctx,
  { service: { paddingBeforeMin, paddingAfterMin }, countsAsFree = [], countsAsOccupied = [] }: SlotSearch,
  choices: readonly ServiceRow[],
  span: BookableDays,
): OccupiedTimes[] {
  const within = {
    start: startOfDay(span.from) - paddingBeforeMin * MINUTE,
    stop: startOfDay(span.to + 1) + paddingAfterMin * MINUTE,
  }
  const [only, ...others] = choices
  if (only === undefined) return []
  const lanes: readonly OccupiedLane[] =
    others.length === 0
      ? [{ rows: occupiedWithin(ctx.db, { resource: only.resourceId, ...within }), steady: undefined }]
      : occupiedWithinEach(ctx.db, { resources: choices.map(({ resourceId }) => resourceId), ...within })
  const all = lanes.map(({ rows, steady }, at): OccupiedTimes => {
    const { resourceId } = choices[at] as ServiceRow
    const freeStarts = countsAsFree
      .filter((time) => time.resourceId === resourceId)
      .map(({ startsAt }) => startsAt)
    if (steady !== undefined && freeStarts.length === 0) return steady
    const times: Instant[] = []
    for (const [startsAt, endsAt, expiresAt] of rows)
      if ((expiresAt === null || expiresAt > ctx.now) && !freeStarts.includes(startsAt))
        times.push(startsAt, endsAt)
    return times
  })
  if (countsAsOccupied.length === 0) return all
  const pairs = countsAsOccupied.map(({ startsAt, endsAt }) => [startsAt, endsAt] as const)
  return all.map((times) => {
    const each = [...pairs]
    for (let i = 0; i < times.length; i += 2) each.push([times[i] as Instant, times[i + 1] as Instant])
    return each.toSorted(([a], [b]) => a - b).flat()
  })
}

const occupied = prepared((db) => {
  const { startsAt, endsAt, expiresAt } = occupations
  return db
    .select({ startsAt, endsAt, expiresAt })
    .from(occupations)
    .where(IN_SPAN)
    .orderBy(asc(startsAt))
    .prepare()
})

type OccupiedTime = readonly [startsAt: Instant, endsAt: Instant, expiresAt: Instant | null]

const occupiedWithin = cached(
  (db: Db, span: { resource: string; start: Instant; stop: Instant }) =>
    occupied(db).values(span) as unknown as readonly OccupiedTime[],
)

const occupiedOfSeveral = prepared((db) =>
  db.$client
    .prepare<unknown[], [number, ...OccupiedTime]>(`
      select wanted.key, starts_at, ends_at, expires_at from json_each(@resources) as wanted
      cross join occupations on resource_id = wanted.value and starts_at < @stop and starts_at >= coalesce(
        (select max(starts_at) from occupations where resource_id = wanted.value and starts_at <= @start), @start)
      order by wanted.key, starts_at`)
    .raw(),
)

/** The occupied times of a resource. `steady` has them flat where none of them can expire. */
type Lane = { rows: OccupiedTime[]; steady: Instant[] | undefined }

type OccupiedLane = Readonly<{ rows: readonly OccupiedTime[]; steady: OccupiedTimes | undefined }>

const occupiedWithinEach = cached((db: Db, span: { resources: string[]; start: Instant; stop: Instant }) => {
  const lanes = span.resources.map((): Lane => ({ rows: [], steady: [] }))
  const rows = occupiedOfSeveral(db).all({ ...span, resources: JSON.stringify(span.resources) })
  for (const [at, startsAt, endsAt, expiresAt] of rows) {
    const lane = lanes[at] as Lane
    lane.rows.push([startsAt, endsAt, expiresAt])
    if (expiresAt !== null) lane.steady = undefined
    lane.steady?.push(startsAt, endsAt)
  }
  return lanes as readonly OccupiedLane[]
})
