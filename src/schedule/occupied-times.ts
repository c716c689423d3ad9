import { asc } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Db, prepared } from '../db/open.ts'
import { cachedQuery } from '../db/query-cache.ts'
import { occupations } from '../db/schema.ts'
import { type Instant, type Interval, MINUTE } from '../shared/day.ts'
import { startOfDay } from '../time/vienna.ts'
import type { BookableDays, OccupiedTimes, WeekGroup } from './grid.ts'
import { readWeek, type WorkingWeek } from './hours.ts'
import { IN_SPAN } from './occupations.ts'
import { choicesOf } from './resource-choice.ts'
import { listResources } from './resources.ts'
import type { ServiceRow } from './services.ts'
import type { SlotSearch } from './slot-search.ts'

/** Time from `start` to `stop`, which is not included. */
type TimeRange = Readonly<{ start: Instant; stop: Instant }>

/** An occupied time, and when it expires, if it is that of a hold. */
type OccupiedRow = readonly [startsAt: Instant, endsAt: Instant, expiresAt: Instant | null]

/**
 * The occupied times of a resource, as rows. `lasting` has the same times as the grid reads them, so that not
 * every search has to convert them. It is undefined if one of them can expire, or if they were not converted.
 */
type OccupiedRows = Readonly<{ rows: readonly OccupiedRow[]; lasting: OccupiedTimes | undefined }>

const selectOfOne = prepared((db) => {
  const { startsAt, endsAt, expiresAt } = occupations
  return db
    .select({ startsAt, endsAt, expiresAt })
    .from(occupations)
    .where(IN_SPAN)
    .orderBy(asc(startsAt))
    .prepare()
})

const rowsOfOne = cachedQuery(
  (db: Db, span: TimeRange & Readonly<{ resource: string }>) =>
    selectOfOne(db).values(span) as unknown as readonly OccupiedRow[],
)

/**
 * Selects for several resources what `IN_SPAN` selects for one. The first column is the index of the resource
 * in the list.
 */
const selectOfSeveral = prepared((db) =>
  db.$client
    .prepare<unknown[], [number, ...OccupiedRow]>(`
      select wanted.key, starts_at, ends_at, expires_at from json_each(@resources) as wanted
      cross join occupations on resource_id = wanted.value and starts_at < @stop and starts_at >= coalesce(
        (select max(starts_at) from occupations where resource_id = wanted.value and starts_at <= @start), @start)
      order by wanted.key, starts_at`)
    .raw(),
)

const rowsOfSeveral = cachedQuery((db: Db, span: TimeRange & Readonly<{ resources: string[] }>) => {
  const occupiedOfEach = span.resources.map(() => ({
    rows: [] as OccupiedRow[],
    lasting: [] as Instant[] | undefined,
  }))
  const rows = selectOfSeveral(db).all({ ...span, resources: JSON.stringify(span.resources) })
  for (const [index, startsAt, endsAt, expiresAt] of rows) {
    const occupied = occupiedOfEach[index]
    if (occupied === undefined) continue
    occupied.rows.push([startsAt, endsAt, expiresAt])
    if (expiresAt !== null) occupied.lasting = undefined
    occupied.lasting?.push(startsAt, endsAt)
  }
  return occupiedOfEach as readonly OccupiedRows[]
})

/**
 * Reads the occupied times of the resources of the search, grouped by working hours, with one query.
 * @returns no group for a span without days
 * @throws Problem invalid (a wish for a resource that the service does not have)
 */
export function readWeekGroups(ctx: Ctx, search: SlotSearch, span: BookableDays): WeekGroup[] {
  if (span.from > span.to) return []
  const choices = choicesOf(ctx, search.service, search.wish)
  const occupiedOfEach = readOccupied(ctx, search, choices, span)
  const practiceWeek = readWeek(ctx)
  const resources = listResources(ctx)
  // The weeks are compared by identity: resources without own hours share the object of the practice's week.
  const occupiedByWeek = new Map<WorkingWeek, OccupiedTimes[]>()
  for (const [index, { resourceId }] of choices.entries()) {
    const week = resources.find(({ id }) => id === resourceId)?.week ?? practiceWeek
    occupiedByWeek.getOrInsert(week, []).push(occupiedOfEach[index] ?? [])
  }
  return [...occupiedByWeek].map(([week, ofWeek]) => ({ week, occupied: ofWeek }))
}

/**
 * Reads the times that count as occupied at the resource of each choice, on the days of the span and within
 * the paddings before and after them, with one query.
 */
function readOccupied(
  ctx: Ctx,
  { service, countsAsFree = [], countsAsOccupied = [] }: SlotSearch,
  choices: readonly ServiceRow[],
  span: BookableDays,
): OccupiedTimes[] {
  const range = {
    start: startOfDay(span.from) - service.paddingBeforeMin * MINUTE,
    stop: startOfDay(span.to + 1) + service.paddingAfterMin * MINUTE,
  }
  const resourceIds = choices.map(({ resourceId }) => resourceId)
  return readRows(ctx, resourceIds, range).map((occupied, index) => {
    const ofResource = countsAsFree.filter(({ resourceId }) => resourceId === resourceIds[index])
    const times = timesOf(ctx, occupied, new Set(ofResource.map(({ startsAt }) => startsAt)))
    return countsAsOccupied.length === 0 ? times : withFurtherTimes(times, countsAsOccupied)
  })
}

/** Reads the occupied times of each resource. A single one has a simpler query, and is not converted. */
function readRows(ctx: Ctx, resources: string[], range: TimeRange): readonly OccupiedRows[] {
  const [resource, ...others] = resources
  if (resource === undefined) return []
  if (others.length > 0) return rowsOfSeveral(ctx.db, { resources, ...range })
  return [{ rows: rowsOfOne(ctx.db, { resource, ...range }), lasting: undefined }]
}

/** Returns the times that occupy a resource now, without those that begin at one of the free starts. */
function timesOf(ctx: Ctx, { rows, lasting }: OccupiedRows, freeStarts: ReadonlySet<Instant>): OccupiedTimes {
  if (lasting !== undefined && freeStarts.size === 0) return lasting
  const times: Instant[] = []
  for (const [startsAt, endsAt, expiresAt] of rows) {
    const hasExpired = expiresAt !== null && expiresAt <= ctx.now
    if (!hasExpired && !freeStarts.has(startsAt)) times.push(startsAt, endsAt)
  }
  return times
}

/** Returns the occupied times and the further intervals, merged by start. */
function withFurtherTimes(times: OccupiedTimes, further: readonly Interval[]): OccupiedTimes {
  const pairs = further.map(({ startsAt, endsAt }) => [startsAt, endsAt] as const)
  for (let i = 0; i < times.length; i += 2) pairs.push([times[i] as Instant, times[i + 1] as Instant])
  return pairs.toSorted(([a], [b]) => a - b).flat()
}
