import { type Instant, MINUTE } from '../../../src/shared/day.ts'

/** Instants in ISO 8601. */
export type Appointment = { id: string; start: string; end: string }

type AgendaLine<Row extends Appointment> =
  | { kind: 'booking'; row: Row; isOver: boolean }
  /** Free time within the working hours. */
  | { kind: 'gap'; start: string; end: string }
  | { kind: 'now' }
  | { kind: 'earlier'; count: number }

/** So many appointments that are over are shown; of more only the last. */
const SHOWN_OVER = 2

/** Milliseconds. No service fits into a shorter one. */
const SHORTEST_GAP = 20 * MINUTE

type Open = { start: string; end: string }

/**
 * A day from top to bottom: how many appointments were earlier, the others in order, the free time between them that is not over, and now.
 * @param open the working hours of the day, as ISO instants
 * @param now the line for it is left out on another day
 */
export function agendaLines<Row extends Appointment>(
  rows: readonly Row[],
  open: readonly Open[],
  now: Instant,
): AgendaLine<Row>[] {
  const sorted = rows.toSorted((a, b) => at(a.start) - at(b.start))
  const timed = [
    ...sorted.map((row) => ({
      from: at(row.start),
      line: { kind: 'booking' as const, row, isOver: at(row.end) <= now },
    })),
    ...gapsOf(sorted, open)
      .filter(({ end }) => at(end) > now)
      .map((gap) => ({ from: at(gap.start), line: { kind: 'gap' as const, ...gap } })),
  ].toSorted((a, b) => a.from - b.from)
  const lines: AgendaLine<Row>[] = timed.map(({ line }) => line)
  if (isDuring(sorted, open, now)) {
    const next = timed.findIndex(({ from }) => from > now)
    lines.splice(next < 0 ? lines.length : next, 0, { kind: 'now' })
  }
  const over = lines.filter((line) => line.kind === 'booking' && line.isOver)
  if (over.length <= SHOWN_OVER) return lines
  const earlier = over.slice(0, -1)
  return [{ kind: 'earlier', count: earlier.length }, ...lines.filter((line) => !earlier.includes(line))]
}

/** Only in working hours that have an appointment: a morning without one is plainly free. */
function gapsOf(rows: readonly Appointment[], open: readonly Open[]): Open[] {
  if (rows.length === 0) return []
  return open.flatMap(({ start, end }) => {
    const within = rows.filter((row) => at(row.end) > at(start) && at(row.start) < at(end))
    if (within.length === 0) return []
    const gaps: Open[] = []
    let from = start
    for (const row of within) {
      if (at(row.start) - at(from) >= SHORTEST_GAP) gaps.push({ start: from, end: row.start })
      if (at(row.end) > at(from)) from = row.end
    }
    if (at(end) - at(from) >= SHORTEST_GAP) gaps.push({ start: from, end })
    return gaps
  })
}

function isDuring(rows: readonly Appointment[], open: readonly Open[], now: Instant): boolean {
  const all = [...rows, ...open]
  return (
    all.length > 0 &&
    now >= Math.min(...all.map(({ start }) => at(start))) &&
    now <= Math.max(...all.map(({ end }) => at(end)))
  )
}

function at(iso: string): number {
  return Date.parse(iso)
}
