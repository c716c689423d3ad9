import type { Day, WallMinutes } from '../../../src/shared/day.ts'
import { gapsIn, spanIn, type WallSpan } from '../calendar/wall-span.ts'

type AgendaLine<Row> =
  | { kind: 'booking'; row: Row; isOver: boolean }
  /** Free time within the working hours. */
  | ({ kind: 'gap' } & WallSpan)
  | { kind: 'now' }
  | { kind: 'earlier'; count: number }

/** Up to this many past appointments are shown. If there are more, only the last one is. */
const MOST_PAST = 2

/** Minutes of the shortest gap that is shown. Shorter ones would make the list long for little use. */
const SHORTEST_GAP_MINUTES = 20

/**
 * Returns the lines of a day from top to bottom: the number of past appointments that are left out, the other
 * appointments, the free time between them that is still ahead, and now.
 * @param rows with start and end in ISO 8601 with Vienna's offset
 * @param now wall minutes; 0 on a coming day, which gets no line for now
 */
export function agendaLines<Row extends { start: string; end: string }>(
  day: Day,
  rows: readonly Row[],
  working: readonly WallSpan[],
  now: WallMinutes,
): AgendaLine<Row>[] {
  const spans = rows.flatMap((row) => {
    const span = spanIn(day, row)
    return span ? [{ ...span, row }] : []
  })
  const timed = [
    ...spans.map(({ from, to, row }) => ({
      from,
      line: { kind: 'booking' as const, row, isOver: to <= now },
    })),
    ...gapsOf(spans, working)
      .filter(({ to }) => to > now)
      .map((gap) => ({ from: gap.from, line: { kind: 'gap' as const, ...gap } })),
  ].toSorted((a, b) => a.from - b.from)
  const lines: AgendaLine<Row>[] = timed.map(({ line }) => line)
  if (isDuring([...spans, ...working], now)) {
    const next = timed.findIndex(({ from }) => from > now)
    lines.splice(next < 0 ? lines.length : next, 0, { kind: 'now' })
  }
  const past = lines.filter((line) => line.kind === 'booking' && line.isOver)
  if (past.length <= MOST_PAST) return lines
  const earlier = past.slice(0, -1)
  return [{ kind: 'earlier', count: earlier.length }, ...lines.filter((line) => !earlier.includes(line))]
}

/** Returns the gaps in those blocks of working hours that have an appointment. Others are plainly free. */
function gapsOf(taken: readonly WallSpan[], working: readonly WallSpan[]): WallSpan[] {
  return working
    .filter((block) => taken.some(({ from, to }) => to > block.from && from < block.to))
    .flatMap((block) => gapsIn(block, taken, SHORTEST_GAP_MINUTES))
}

function isDuring(spans: readonly WallSpan[], now: WallMinutes): boolean {
  return (
    spans.length > 0 &&
    now >= Math.min(...spans.map(({ from }) => from)) &&
    now <= Math.max(...spans.map(({ to }) => to))
  )
}
