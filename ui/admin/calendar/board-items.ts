import { type Day, MINUTES_PER_DAY, type WallMinutes } from '../../../src/shared/day.ts'
import { timeOfDay } from '../../../src/shared/format.ts'
import { askedFor, askedInsteadOf } from '../../../src/shared/move-asked.ts'
import { seriesText } from '../../../src/shared/series.ts'
import type { Timed } from './day-layout.ts'
import type { Calendar, CalendarBooking, CalendarDay } from './use-calendar.ts'
import { gapsIn, type IsoSpan, spanIn, type WallSpan } from './wall-span.ts'

type ItemLook = 'confirmed' | 'requested' | 'off' | 'blocked' | 'held' | 'busy'

export type BoardItem = Timed & {
  key: string
  look: ItemLook
  title: string
  /** The second line, shown where there is room. */
  note: string
  /** The address of the page that changes the item. */
  href?: string
  /** The appointment that a press opens. */
  booking?: CalendarBooking
  /** True for the other time that the appointment's patient asks for. */
  asked?: true
  /** The id of the doctor or room that has the time; absent for what concerns all. */
  resource?: string
  /** Says whose it is, where the column does not. */
  of?: { name: string; colour: number }
}

type Kinds = Pick<Calendar, 'bookings' | 'moves' | 'holds' | 'offers' | 'absences' | 'busy'>

const LOOKS = { confirmed: 'confirmed', requested: 'requested', rejected: 'off', cancelled: 'off' } as const

/** Returns true for a cancelled or rejected appointment. */
export function isOff({ status }: CalendarBooking): boolean {
  return LOOKS[status] === 'off'
}

/**
 * Returns the items of the calendar. A closure of a whole day is left out, because the day's column shows it.
 */
export function boardItems(
  { bookings, moves, holds, offers, absences, busy }: Kinds,
  days: readonly CalendarDay[],
): BoardItem[] {
  const closed = new Set(days.filter((day) => day.closed !== null).map(({ date }) => date))
  const item = (
    key: string,
    look: ItemLook,
    { start, end }: IsoSpan,
    title: string,
    note: string,
  ): BoardItem => ({
    ...{ key, look, start, end, title, note },
    isActive: look !== 'off',
  })
  return [
    ...bookings.map((row) => ({
      ...item(row.id, LOOKS[row.status], row, shortName(row), serviceText(row)),
      ...(row.move && { note: askedFor(row.move.start) }),
      booking: row,
      resource: row.resource_id,
    })),
    ...moves.flatMap((row) =>
      row.move === undefined
        ? []
        : {
            ...item(`move ${row.id}`, 'requested', row.move, shortName(row), askedInsteadOf(row.start)),
            booking: row,
            asked: true as const,
            resource: row.move.resource_id ?? row.resource_id,
          },
    ),
    ...absences
      .filter(({ kind, from }) => kind === 'block' || from === undefined || !closed.has(from))
      .map((row) => ({
        ...item(`absence ${row.id}`, 'blocked', row, row.title, `bis ${timeOfDay(row.end)}`),
        href: '/admin/absences',
        ...resourceOf(row),
      })),
    ...holds.map((row) => ({
      // Two doctors can have the same time held.
      ...item(`hold ${row.start} ${row.resource_id}`, 'held', row, 'Wird gerade gebucht', row.service_name),
      resource: row.resource_id,
    })),
    ...offers.map((row) => ({
      ...item(`offer ${row.start} ${row.name}`, 'held', row, 'Wird gerade angeboten', row.name),
      href: '/admin/waiting-list',
      resource: row.resource_id,
    })),
    ...busy.map((row, at) => {
      const note = `${timeOfDay(row.start)} bis ${timeOfDay(row.end)}`
      // Two calendars may have the same time.
      return { ...item(`busy ${row.start} ${at}`, 'busy', row, row.title, note), ...resourceOf(row) }
    }),
  ]
}

function resourceOf({ resource_id }: { resource_id: string | null }): { resource?: string } {
  return resource_id === null ? {} : { resource: resource_id }
}

type Padding = IsoSpan & {
  /** The appointment that it belongs to. */
  booking: string
}

/** Returns the paddings of appointments: the times before and after them that are occupied too. */
export function paddingsOf({ bookings, occupied }: Pick<Calendar, 'bookings' | 'occupied'>): Padding[] {
  return occupied.flatMap(({ booking_id, start, end }) => {
    const own = bookings.find(({ id }) => id === booking_id)
    const [from, to] = [Date.parse(start), Date.parse(end)]
    // A time that its patient asks for or was offered does not contain the appointment.
    if (!own || from > Date.parse(own.start) || to < Date.parse(own.end)) return []
    return [
      ...(from < Date.parse(own.start) ? [{ booking: own.id, start, end: own.start }] : []),
      ...(to > Date.parse(own.end) ? [{ booking: own.id, start: own.end, end }] : []),
    ]
  })
}

/** Returns the service, of a series with the place: `Akupunktur, 3 von 6`. */
export function serviceText({
  service_name,
  series,
}: Pick<CalendarBooking, 'service_name' | 'series'>): string {
  return series === undefined ? service_name : `${service_name}, ${seriesText(series)}`
}

/** Returns `O'Brien-Müller A.`, so that a narrow column shows the last name. */
function shortName({ first_name, last_name }: CalendarBooking): string {
  return `${last_name} ${first_name.slice(0, 1)}.`
}

type DayLine = WallSpan & ({ kind: 'item'; item: BoardItem } | { kind: 'gap' } | { kind: 'now' })

/** Minutes of the shortest gap that is shown. No service fits into a shorter one. */
const SHORTEST_GAP_MINUTES = 10
/** A gap that has begun is shown from the next multiple of this many minutes. */
const GAP_STEP_MINUTES = 5

type DayContent = {
  day: Day
  items: readonly BoardItem[]
  working: readonly WallSpan[]
  /** They are not free either. */
  paddings: readonly IsoSpan[]
  /** 0 on a coming day, `MINUTES_PER_DAY` on a past one. */
  now: WallMinutes
}

/** Returns a day from top to bottom: its items, the free working time between them that is ahead, and now. */
export function dayLines({ day, items, working, paddings, now }: DayContent): DayLine[] {
  const lines = items.flatMap((item): DayLine[] => {
    const span = spanIn(day, item)
    return span ? [{ kind: 'item', item, ...span }] : []
  })
  const past = { from: 0, to: Math.ceil(now / GAP_STEP_MINUTES) * GAP_STEP_MINUTES }
  const taken = [
    past,
    ...lines.filter((line) => line.kind === 'item' && line.item.isActive),
    ...paddings.flatMap((span) => spanIn(day, span) ?? []),
  ]
  const gaps = working
    .flatMap((block) => gapsIn(block, taken, SHORTEST_GAP_MINUTES))
    .map((gap): DayLine => ({ kind: 'gap', ...gap }))
  const all = [...lines, ...gaps]
  if (all.length > 0 && now > 0 && now < MINUTES_PER_DAY) all.push({ kind: 'now', from: now, to: now })
  return all.toSorted((a, b) => a.from - b.from || a.to - b.to)
}
