import type { Day, WallMinutes } from '../../../src/shared/day.ts'
import { timeOfDay } from '../../../src/shared/format.ts'
import { askedFor, askedInsteadOf } from '../../../src/shared/move-asked.ts'
import type { Calendar, CalendarBooking, CalendarDay } from '../queries.ts'
import { gapsIn, spanIn, type Timed, type WallSpan } from './day-layout.ts'

type EntryLook = 'confirmed' | 'requested' | 'off' | 'blocked' | 'held' | 'busy'

export type Entry = Timed & {
  key: string
  look: EntryLook
  title: string
  /** A second line, where there is room. */
  note: string
  /** The page where it is changed. */
  href?: string
  /** The appointment to open. */
  booking?: CalendarBooking
  /** It is the time that the patient of the appointment asks for. */
  asked?: true
}

type Kinds = Pick<Calendar, 'bookings' | 'moves' | 'holds' | 'offers' | 'absences' | 'busy'>

const LOOKS = { confirmed: 'confirmed', requested: 'requested', rejected: 'off', cancelled: 'off' } as const

/** True for an appointment that was cancelled or rejected. */
export function isOff({ status }: CalendarBooking): boolean {
  return LOOKS[status] === 'off'
}

/** The entries of the calendar. A closure of a whole day is none, because the day's column says it. */
export function entriesOf(
  { bookings, moves, holds, offers, absences, busy }: Kinds,
  days: readonly CalendarDay[],
): Entry[] {
  const closed = new Set(days.filter((day) => day.closed !== null).map(({ date }) => date))
  return [
    ...bookings.map(
      (row): Entry => ({
        key: row.id,
        booking: row,
        look: LOOKS[row.status],
        isActive: !isOff(row),
        title: shortName(row),
        note: row.move ? askedFor(row.move.start) : row.service_name,
        start: row.start,
        end: row.end,
      }),
    ),
    ...moves.flatMap((row): Entry[] =>
      row.move === undefined
        ? []
        : [
            {
              key: `move ${row.id}`,
              booking: row,
              asked: true,
              look: 'requested',
              isActive: true,
              title: shortName(row),
              note: askedInsteadOf(row.start),
              start: row.move.start,
              end: row.move.end,
            },
          ],
    ),
    ...absences
      .filter(({ kind, from }) => kind === 'block' || from === undefined || !closed.has(from))
      .map(
        ({ id, title, start, end }): Entry => ({
          key: `absence ${id}`,
          look: 'blocked',
          href: '/admin/absences',
          isActive: true,
          title,
          note: `bis ${timeOfDay(end)}`,
          start,
          end,
        }),
      ),
    ...holds.map(
      ({ start, end, service_name }): Entry => ({
        key: `hold ${start} ${service_name}`,
        look: 'held',
        isActive: true,
        title: 'Wird gerade gebucht',
        note: service_name,
        start,
        end,
      }),
    ),
    ...offers.map(
      ({ start, end, name }): Entry => ({
        key: `offer ${start} ${name}`,
        look: 'held',
        href: '/admin/waiting-list',
        isActive: true,
        title: 'Wird gerade angeboten',
        note: name,
        start,
        end,
      }),
    ),
    ...busy.map(
      ({ start, end }): Entry => ({
        key: `busy ${start}`,
        look: 'busy',
        isActive: true,
        title: 'Belegt in Odoo',
        note: `${timeOfDay(start)} bis ${timeOfDay(end)}`,
        start,
        end,
      }),
    ),
  ]
}

/** `O'Brien-Müller A.`, so that a narrow column shows the last name. */
function shortName({ first_name, last_name }: CalendarBooking): string {
  return `${last_name} ${first_name.slice(0, 1)}.`
}

type DayLine = WallSpan & ({ kind: 'entry'; entry: Entry } | { kind: 'gap' } | { kind: 'now' })

/** Minutes. No service fits into a shorter gap. */
const SHORTEST_GAP = 10

/**
 * A day from top to bottom: its entries, the free working time between them, and now.
 * @param now 0 on a coming day, 1440 on a past one; gaps that end before it are over
 */
export function dayLines(
  day: Day,
  entries: readonly Entry[],
  working: readonly WallSpan[],
  now: WallMinutes,
): DayLine[] {
  const lines = entries.flatMap((entry): DayLine[] => {
    const span = spanIn(day, entry)
    return span ? [{ kind: 'entry', entry, ...span }] : []
  })
  const taken = lines.filter((line) => line.kind === 'entry' && line.entry.isActive)
  const gaps = working
    .flatMap((block) => gapsIn(block, taken, SHORTEST_GAP))
    .filter(({ to }) => to > now)
    .map((gap): DayLine => ({ kind: 'gap', ...gap }))
  const all = [...lines, ...gaps]
  if (all.length > 0 && now > 0 && now < 1440) all.push({ kind: 'now', from: now, to: now })
  return all.toSorted((a, b) => a.from - b.from || a.to - b.to)
}
