import { type Instant, MINUTE } from '../../../src/shared/day.ts'
import { gapsIn } from '../calendar/day-layout.ts'

/** Instants in ISO 8601. */
type Timed = { start: string; end: string }
type Span = { from: Instant; to: Instant }

type AgendaLine<Row extends Timed> =
  | { kind: 'booking'; row: Row; isOver: boolean }
  /** Free time within the working hours. */
  | ({ kind: 'gap' } & Span)
  | { kind: 'now' }
  | { kind: 'earlier'; count: number }

/** So many appointments that are over are shown; of more only the last. */
const SHOWN_OVER = 2

/** Milliseconds. No service fits into a shorter one. */
const SHORTEST_GAP = 20 * MINUTE

/**
 * A day from top to bottom: how many appointments were earlier, the others in order, the free time between them that is not over, and now.
 * @param open the working hours of the day, as ISO instants
 * @param now the line for it is left out on another day
 */
export function agendaLines<Row extends Timed>(
  rows: readonly Row[],
  open: readonly Timed[],
  now: Instant,
): AgendaLine<Row>[] {
  const [spans, blocks] = [rows.map(spanOf), open.map(spanOf)]
  const timed = [
    ...rows.map((row) => {
      const { from, to } = spanOf(row)
      return { from, line: { kind: 'booking' as const, row, isOver: to <= now } }
    }),
    ...gapsOf(spans, blocks)
      .filter(({ to }) => to > now)
      .map((gap) => ({ from: gap.from, line: { kind: 'gap' as const, ...gap } })),
  ].toSorted((a, b) => a.from - b.from)
  const lines: AgendaLine<Row>[] = timed.map(({ line }) => line)
  if (isDuring([...spans, ...blocks], now)) {
    const next = timed.findIndex(({ from }) => from > now)
    lines.splice(next < 0 ? lines.length : next, 0, { kind: 'now' })
  }
  const over = lines.filter((line) => line.kind === 'booking' && line.isOver)
  if (over.length <= SHOWN_OVER) return lines
  const earlier = over.slice(0, -1)
  return [{ kind: 'earlier', count: earlier.length }, ...lines.filter((line) => !earlier.includes(line))]
}

/** Only in working hours that have an appointment: a morning without one is plainly free. */
function gapsOf(rows: readonly Span[], open: readonly Span[]): Span[] {
  return open
    .filter((block) => rows.some(({ from, to }) => to > block.from && from < block.to))
    .flatMap((block) => gapsIn(block, rows, SHORTEST_GAP))
}

function isDuring(all: readonly Span[], now: Instant): boolean {
  return (
    all.length > 0 &&
    now >= Math.min(...all.map(({ from }) => from)) &&
    now <= Math.max(...all.map(({ to }) => to))
  )
}

function spanOf({ start, end }: Timed): Span {
  return { from: Date.parse(start), to: Date.parse(end) }
}
