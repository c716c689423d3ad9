import {
  type Day,
  type Instant,
  MINUTE,
  MINUTES_PER_DAY,
  type WallMinutes,
  wallMinutes,
} from '../../../src/shared/day.ts'
import { timeOfDay } from '../../../src/shared/format.ts'
import { viennaDay } from '../../../src/shared/vienna-clock.ts'

export type WallSpan = { from: WallMinutes; to: WallMinutes }

/** Both instants in ISO 8601 with Vienna's offset. */
export type IsoSpan = { start: string; end: string }

/** Returns the part that lies in the day, or undefined for a span on other days. */
export function spanIn(day: Day, { start, end }: IsoSpan): WallSpan | undefined {
  const [first, last] = [start.slice(0, 10), end.slice(0, 10)]
  if (first > day || last < day) return undefined
  const from = first < day ? 0 : minutesOf(start)
  const until = last > day ? MINUTES_PER_DAY : minutesOf(end)
  if (first < day && until === 0) return undefined
  // In the hour that comes twice in autumn an end may read earlier than its start.
  const to = first === day && until <= from ? from + elapsed({ start, end }) : until
  return { from, to: Math.min(to, MINUTES_PER_DAY) }
}

/** Returns the first time from `from` on with `length` free minutes, which is room for a line of text. */
export function roomFor(length: number, from: WallMinutes, taken: readonly WallSpan[]): WallMinutes {
  let at = from
  for (const span of taken.toSorted((a, b) => a.from - b.from))
    if (span.from < at + length && span.to > at) at = span.to
  return at
}

/** Returns the free parts of a span that are at least `shortest` minutes long. */
export function gapsIn({ from, to }: WallSpan, taken: readonly WallSpan[], shortest: number): WallSpan[] {
  const gaps: WallSpan[] = []
  let at = from
  for (const span of taken.toSorted((a, b) => a.from - b.from)) {
    gaps.push({ from: at, to: Math.min(span.from, to) })
    at = Math.max(at, span.to)
  }
  return [...gaps, { from: at, to }].filter((gap) => gap.to - gap.from >= shortest)
}

/** Returns the working hours of a day in wall minutes. They may end at 24:00. */
export function workingSpans(working: readonly { start: string; end: string }[]): WallSpan[] {
  return working.map(({ start, end }) => ({
    from: wallMinutes(start) ?? 0,
    to: wallMinutes(end) ?? MINUTES_PER_DAY,
  }))
}

/**
 * Returns the present time in wall minutes of this day: 0 on a coming day, `MINUTES_PER_DAY` on a past one.
 */
export function nowOn(date: Day, now: Instant): WallMinutes {
  const today = viennaDay(now)
  if (date === today) return wallMinutesAt(now)
  return date < today ? MINUTES_PER_DAY : 0
}

/** Returns Vienna's wall minutes at an instant. */
export function wallMinutesAt(instant: Instant): WallMinutes {
  const [hours, minutes] = timeOfDay(instant).split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** Returns the wall minutes of an ISO instant with Vienna's offset. */
export function minutesOf(iso: string): WallMinutes {
  return wallMinutes(iso.slice(11, 16)) ?? 0
}

function elapsed({ start, end }: IsoSpan): number {
  return (Date.parse(end) - Date.parse(start)) / MINUTE
}
