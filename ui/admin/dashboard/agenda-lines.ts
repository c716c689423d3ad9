import type { Day, WallMinutes } from '../../../src/shared/day.ts'
import { gapsIn, type IsoSpan, spanIn, type WallSpan } from '../calendar/wall-span.ts'

/** A line of a day: an appointment, free time, the present time, or the number of earlier appointments. */
export type AgendaLine<Row> =
  | { kind: 'booking'; row: Row; isOver: boolean }
  /** Free time within the working hours. */
  | ({ kind: 'gap' } & WallSpan)
  | { kind: 'now' }
  | { kind: 'earlier'; count: number }

/** If more appointments than this are past, only the last one is shown and the others are counted. */
const MOST_PAST_SHOWN = 2

/** Minutes of the shortest gap that is worth a line. */
const SHORTEST_GAP_MINUTES = 20

type AgendaDay<Row> = {
  day: Day
  /** The appointments, in any order. */
  rows: readonly Row[]
  working: readonly WallSpan[]
  /** 0 for a future day, which gets no line for the present time. */
  now: WallMinutes
}

/**
 * Returns the lines of a day from top to bottom: the number of omitted past appointments, the other
 * appointments, the free time still ahead between them, and the present time.
 */
export function agendaLines<Row extends IsoSpan>({
  day,
  rows,
  working,
  now,
}: AgendaDay<Row>): readonly AgendaLine<Row>[] {
  const spans = rows.flatMap((row) => {
    const span = spanIn(day, row)
    return span ? [{ ...span, row }] : []
  })
  const bookingLines = spans.map(
    ({ from, to, row }): TimedLine<Row> => ({ from, line: { kind: 'booking', row, isOver: to <= now } }),
  )
  const gapLines = gapsOf(spans, working)
    .filter(({ to }) => to > now)
    .map((gap): TimedLine<Row> => ({ from: gap.from, line: { kind: 'gap', ...gap } }))
  const isNowShown = now > 0 && isDuring([...spans, ...working], now)
  const nowLines: TimedLine<Row>[] = isNowShown ? [{ from: now, line: { kind: 'now' } }] : []
  // The line for now comes last, so that the sort leaves it after lines that begin at this minute.
  const timedLines = [...bookingLines, ...gapLines, ...nowLines]
  const lines = timedLines.toSorted((a, b) => a.from - b.from).map(({ line }) => line)
  return withEarlierCounted(lines)
}

/** A line, and the time by which the lines are sorted. */
type TimedLine<Row> = { from: WallMinutes; line: AgendaLine<Row> }

/** Returns the lines with only the last of many past appointments, after the number of the others. */
function withEarlierCounted<Row>(lines: readonly AgendaLine<Row>[]): readonly AgendaLine<Row>[] {
  const past = lines.filter((line) => line.kind === 'booking' && line.isOver)
  if (past.length <= MOST_PAST_SHOWN) return lines
  const earlier = past.slice(0, -1)
  return [{ kind: 'earlier', count: earlier.length }, ...lines.filter((line) => !earlier.includes(line))]
}

/** Returns the gaps in those blocks of working hours that have an appointment. Empty blocks get no line. */
function gapsOf(taken: readonly WallSpan[], working: readonly WallSpan[]): WallSpan[] {
  return working
    .filter((block) => taken.some(({ from, to }) => to > block.from && from < block.to))
    .flatMap((block) => gapsIn(block, taken, SHORTEST_GAP_MINUTES))
}

/** Returns whether `now` is between the start of the first span and the end of the last one. */
function isDuring(spans: readonly WallSpan[], now: WallMinutes): boolean {
  return (
    spans.length > 0 &&
    now >= Math.min(...spans.map(({ from }) => from)) &&
    now <= Math.max(...spans.map(({ to }) => to))
  )
}
