import { timeOfDay } from '../../../src/shared/format.ts'
import type { Timed } from './day-layout.ts'
import type { Calendar, CalendarDay } from './use-calendar.ts'

type EntryLook = 'confirmed' | 'requested' | 'off' | 'blocked' | 'held' | 'busy'

export type Entry = Timed & {
  key: string
  look: EntryLook
  title: string
  /** A second line, where there is room. */
  note: string
  /** The id of the appointment to open. */
  booking?: string
}

type Kinds = Pick<Calendar, 'bookings' | 'holds' | 'absences' | 'busy'>

const LOOKS = { confirmed: 'confirmed', requested: 'requested', rejected: 'off', cancelled: 'off' } as const

/** The entries of the calendar. A closure of a whole day is none, because the day's column says it. */
export function entriesOf({ bookings, holds, absences, busy }: Kinds, days: readonly CalendarDay[]): Entry[] {
  const closed = new Set(days.filter((day) => day.closed !== null).map(({ date }) => date))
  return [
    ...bookings.map(
      (row): Entry => ({
        key: row.id,
        booking: row.id,
        look: LOOKS[row.status],
        isActive: LOOKS[row.status] !== 'off',
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
          isActive: true,
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
        isActive: true,
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
        isActive: true,
        title: 'Belegt in Odoo',
        note: `${timeOfDay(start)} bis ${timeOfDay(end)}`,
        start,
        end,
      }),
    ),
  ]
}
