import {
  type Day,
  dayNumber,
  MINUTE,
  MINUTES_PER_DAY,
  type WallMinutes,
  wallMinutes,
  wallTime,
} from '../../../src/shared/day.ts'
import { dayOfIso } from '../components/iso-day.ts'

/** A part of one day, in minutes since its midnight by the clock in Vienna. */
export type WallSpan = { from: WallMinutes; to: WallMinutes }

/** Both instants in ISO 8601 with Vienna's offset. */
export type IsoSpan = { start: string; end: string }

/** The working hours of a day by the clock in Vienna: `08:00` to `12:00`, or to `24:00`. */
type WorkingTimes = { start: string; end: string }

/** Returns the part of a span that lies in the day, or undefined for a span on other days. */
export function spanIn(day: Day, span: IsoSpan): WallSpan | undefined {
  const firstDay = dayOfIso(span.start)
  const lastDay = dayOfIso(span.end)
  if (firstDay > day || lastDay < day) return undefined
  const from = firstDay < day ? 0 : wallMinutesOfIso(span.start)
  if (lastDay > day) return { from, to: MINUTES_PER_DAY }
  const to = wallMinutesOfIso(span.end)
  if (from < to) return { from, to }
  // A span that ends at midnight has no part in the day that begins then.
  if (firstDay < day) return undefined
  // In the hour that occurs twice in autumn, an end may read earlier than its start.
  return { from, to: Math.min(from + elapsedMinutes(span), MINUTES_PER_DAY) }
}

/**
 * Returns the first time, not earlier than `earliest`, that is followed by this many free minutes. It may be
 * after midnight.
 */
export function firstFreeTime(
  minutes: number,
  { earliest, taken }: { earliest: WallMinutes; taken: readonly WallSpan[] },
): WallMinutes {
  let at = earliest
  for (const span of taken.toSorted((a, b) => a.from - b.from))
    if (span.from < at + minutes && span.to > at) at = span.to
  return at
}

/** Returns the free parts of a span that are at least `shortestMinutes` long. */
export function gapsIn(
  { from, to }: WallSpan,
  taken: readonly WallSpan[],
  shortestMinutes: number,
): WallSpan[] {
  const gaps: WallSpan[] = []
  let at = from
  for (const span of taken.toSorted((a, b) => a.from - b.from)) {
    gaps.push({ from: at, to: Math.min(span.from, to) })
    at = Math.max(at, span.to)
  }
  // Between spans that overlap the length is negative.
  return [...gaps, { from: at, to }].filter((gap) => gap.to - gap.from >= shortestMinutes)
}

/** Returns the working hours of a day in wall minutes. `wallMinutes` does not read an end of 24:00. */
export function workingSpans(working: readonly WorkingTimes[]): WallSpan[] {
  return working.map(({ start, end }) => ({
    from: wallMinutes(start) ?? 0,
    to: wallMinutes(end) ?? MINUTES_PER_DAY,
  }))
}

/** Returns a time like `08:30–09:00`. */
export function spanText({ from, to }: WallSpan): string {
  return `${wallTime(from)}–${wallTime(to)}`
}

/** Returns the wall minutes of an ISO instant with Vienna's offset. */
export function wallMinutesOfIso(iso: string): WallMinutes {
  // An ISO instant always contains a readable time.
  return wallMinutes(iso.slice(11, 16)) ?? 0
}

/** Returns the wall minutes of an ISO instant from this day's midnight on; negative on an earlier day. */
export function minutesOn(day: Day, iso: string): number {
  const days = dayNumber(dayOfIso(iso)) - dayNumber(day)
  return days * MINUTES_PER_DAY + wallMinutesOfIso(iso)
}

function elapsedMinutes({ start, end }: IsoSpan): number {
  return (Date.parse(end) - Date.parse(start)) / MINUTE
}
