import { addDays, type Day } from '../../../src/shared/day.ts'
import {
  LIST_DAYS_SCANNED,
  LIST_MONTHS_AHEAD,
  SLOTS_PER_LOAD,
  SUGGESTED_SLOTS_PER_DAY,
  SUGGESTED_SLOTS_PER_HALF_DAY,
} from '../../../src/shared/free-times.ts'
import type { DaySummary, Slot } from '../../api/free-times.ts'
import { addMonths } from './add-months.ts'
import { randomOf } from './seeded-random.ts'
import { isMorning } from './slots.ts'

/** The suggested slots of one day. */
export type DayGroup = Readonly<{ day: Day; slots: readonly Slot[] }>

/** A free slot and its day. */
type OpenSlot = Readonly<{ day: Day; slot: Slot }>

/** One load of the list view. */
export type Suggestions = Readonly<{
  groups: readonly DayGroup[]
  /** First day of the next load; undefined after the last one. */
  next: Day | undefined
}>

/** The sources of the number of free slots per day, and of the free slots of a day. */
export type FreeTimeSources = Readonly<{
  summary: (from: Day, to: Day) => Promise<readonly DaySummary[]>
  slots: (day: Day) => Promise<readonly Slot[]>
}>

/** Number of days whose slots are fetched in parallel, which is about as many as one load needs. */
const DAYS_AT_ONCE = Math.ceil(SLOTS_PER_LOAD / SUGGESTED_SLOTS_PER_DAY)

/**
 * Returns at least `SLOTS_PER_LOAD` suggested slots from `from` on if there are as many, by day in
 * chronological order. One load scans at most `LIST_DAYS_SCANNED` days, and never looks further than
 * `LIST_MONTHS_AHEAD` after today (docs/behaviour.md 3.13 and 3.14).
 * @param seed the same seed gives the same suggestions, so that the list does not change on reload
 */
export async function loadSuggestions(
  { summary: fetchSummary, slots: fetchSlots }: FreeTimeSources,
  { from, today, seed }: { from: Day; today: Day; seed: string },
): Promise<Suggestions> {
  const scan = scanOf(from, today)
  if (scan === undefined) return { groups: [], next: undefined }

  const days = freeDays(await fetchSummary(scan.from, scan.to), scan.from)
  const { groups, firstUnused } = await suggestUntilFull(days, fetchSlots, seed)
  const next = firstUnused ?? addDays(scan.to, 1)
  const hasNextLoad = scanOf(next, today) !== undefined
  return { groups, next: hasNextLoad ? next : undefined }
}

/**
 * Suggests slots of these days, one day after the other, until there are enough for a load. `firstUnused` is
 * the first day that was not needed for that; undefined if there is none.
 */
async function suggestUntilFull(days: readonly Day[], fetchSlots: FreeTimeSources['slots'], seed: string) {
  const groups: DayGroup[] = []
  let usedCount = 0
  while (usedCount < days.length && !isFull(groups)) {
    const fetchedDays = days.slice(usedCount, usedCount + DAYS_AT_ONCE)
    const slotsOfDays = await Promise.all(fetchedDays.map(fetchSlots))
    for (const [index, day] of fetchedDays.entries()) {
      if (isFull(groups)) break
      usedCount++
      // The last free slot of a day may have been taken since the summary was made.
      const suggested = suggestSlots(slotsOfDays[index] ?? [], `${seed} ${day}`)
      if (suggested.length > 0) groups.push({ day, slots: suggested })
    }
  }
  return { groups, firstUnused: days[usedCount] }
}

/** Returns whether the groups have enough slots for a load. */
function isFull(groups: readonly DayGroup[]): boolean {
  return groups.reduce((sum, { slots }) => sum + slots.length, 0) >= SLOTS_PER_LOAD
}

/** Returns the first free slot from today on; undefined when nothing is free for `LIST_MONTHS_AHEAD`. */
export async function findNextFree(
  { summary: fetchSummary, slots: fetchSlots }: FreeTimeSources,
  today: Day,
): Promise<OpenSlot | undefined> {
  for (let scan = scanOf(today, today); scan; scan = scanOf(addDays(scan.to, 1), today)) {
    for (const day of freeDays(await fetchSummary(scan.from, scan.to), scan.from)) {
      const [slot] = await fetchSlots(day)
      if (slot) return { day, slot }
    }
  }
  return undefined
}

/** Returns first and last day of one load's scan; undefined when `from` is after the last day of the list. */
export function scanOf(from: Day, today: Day): { from: Day; to: Day } | undefined {
  const start = from < today ? today : from
  const horizon = addMonths(today, LIST_MONTHS_AHEAD)
  const end = addDays(start, LIST_DAYS_SCANNED - 1)
  return start > horizon ? undefined : { from: start, to: end < horizon ? end : horizon }
}

/** Returns the days from `from` on that have free slots, in ascending order. */
function freeDays(summary: readonly DaySummary[], from: Day): Day[] {
  return summary
    .filter(({ date, available_count }) => available_count > 0 && date >= from)
    .map(({ date }) => date)
    .sort()
}

/**
 * Returns some of a day's slots: up to `SUGGESTED_SLOTS_PER_HALF_DAY` before noon and as many after, spread
 * over their half of the day. The same slots and seed give the same choice.
 */
export function suggestSlots(slots: readonly Slot[], seed: string): Slot[] {
  const random = randomOf(seed)
  const halves = [slots.filter(isMorning), slots.filter((slot) => !isMorning(slot))]
  return halves.flatMap((half) => pickSpread(half, SUGGESTED_SLOTS_PER_HALF_DAY, random))
}

/** Divides the items into `count` equal parts and picks one of each at random. */
function pickSpread<Item>(items: readonly Item[], count: number, random: () => number): Item[] {
  if (items.length <= count) return [...items]
  return Array.from({ length: count }, (_, part) => {
    const from = Math.floor((items.length * part) / count)
    const to = Math.floor((items.length * (part + 1)) / count)
    return items[from + Math.floor(random() * (to - from))] as Item
  })
}
