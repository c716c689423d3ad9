import { timeOfDay } from '../../../src/shared/format.ts'
import type { Timed } from './day-layout.ts'
import type { Calendar, CalendarDay } from './use-calendar.ts'

/** How an entry looks, and what the legend calls it. */
export type EntryLook = 'confirmed' | 'requested' | 'off' | 'blocked' | 'held' | 'busy'

export type Entry = Timed & {
  key: string
  look: EntryLook
  title: string
  /** A second line, where there is room. */
  note: string
  /** The appointment that it opens. */
  booking?: string
}

type Kinds = Pick<Calendar, 'bookings' | 'holds' | 'absences' | 'busy'>

const LOOKS = { confirmed: 'confirmed', requested: 'requested', rejected: 'off', cancelled: 'off' } as const

/** Everything that takes time on the page. What closes a whole day is told by the day itself and is no entry. */
export function entriesOf({ bookings, holds, absences, busy }: Kinds, days: readonly CalendarDay[]): Entry[] {
  const closed = new Set(days.filter((day) => day.closed !== null).map(({ date }) => date))
  return [
    ...bookings.map(
      (row): Entry => ({
        key: row.id,
        booking: row.id,
        look: LOOKS[row.status],
        standing: LOOKS[row.status] !== 'off',
        title: `${row.last_name} ${row.first_name}`,
        note: row.service_name,
        start: row.start,
        end: row.end,
      }),
    ),
    ...absences
      .filter(({ kind, from }) => kind === 'block' || from === undefined || !closed.has(from))
      .map(
        ({ id, title, start, end }): Entry => ({
          key: `absence ${id}`,
          look: 'blocked',
          standing: true,
          title: 'Gesperrt',
          note: `${title}, bis ${timeOfDay(end)}`,
          start,
          end,
        }),
      ),
    ...holds.map(
      ({ start, end, service_name }): Entry => ({
        key: `hold ${start} ${service_name}`,
        look: 'held',
        standing: true,
        title: 'Wird gerade gebucht',
        note: service_name,
        start,
        end,
      }),
    ),
    ...busy.map(
      ({ start, end }): Entry => ({
        key: `busy ${start}`,
        look: 'busy',
        standing: true,
        title: 'Belegt in Odoo',
        note: `${timeOfDay(start)} bis ${timeOfDay(end)}`,
        start,
        end,
      }),
    ),
  ]
}
