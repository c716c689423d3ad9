import type { Day } from '../../../src/shared/day.ts'
import { type BoardItem, boardItems, paddingsOf } from './board-items.ts'
import { layoutDay, type Placed } from './day-layout.ts'
import type { Calendar, CalendarResource } from './use-calendar.ts'
import { spanIn, type WallSpan, workingSpans } from './wall-span.ts'

/** A doctor or a room whose time a column shows. */
export type ColumnResource = {
  id: string
  name: string
  /** Two or three letters that tell it from the others. */
  initials: string
  /** The number of its colour. A practice of more than `COLOURS` has some twice. */
  colour: number
}

/** The colours in week-board.module.css. */
const COLOURS = 6

/** A part of a column: the whole practice, or one of its doctors and rooms. */
export type BoardPart = {
  resource: ColumnResource | undefined
  closed: string | null
  working: readonly WallSpan[]
  placed: readonly Placed<BoardItem>[]
  /** Occupied times before and after appointments. */
  paddings: readonly WallSpan[]
}

export type BoardColumn = { date: Day; resource: ColumnResource | undefined; parts: readonly BoardPart[] }

/** Returns whether a column has a part for each of several doctors or rooms. */
export function isDivided({ resource, parts }: BoardColumn): boolean {
  return resource === undefined && parts.some((part) => part.resource !== undefined)
}

/** Returns what concerns one doctor or room: its own entries and hours, and what concerns all. */
export function calendarOf(calendar: Calendar, id: string): Calendar {
  const isOwn = (row: { resource_id: string | null }) => row.resource_id === null || row.resource_id === id
  return {
    days: calendar.resources?.find((resource) => resource.id === id)?.days ?? calendar.days,
    bookings: calendar.bookings.filter(isOwn),
    moves: calendar.moves.filter(({ move, resource_id }) => (move?.resource_id ?? resource_id) === id),
    holds: calendar.holds.filter(isOwn),
    offers: calendar.offers.filter(isOwn),
    absences: calendar.absences.filter(isOwn),
    busy: calendar.busy.filter(isOwn),
    occupied: calendar.occupied.filter(isOwn),
  }
}

/**
 * Returns the columns of a calendar. Where there are several doctors or rooms, `resource` gives each a column
 * of its own, and `day` one to each day, with parts for those who work or have something then. `list` leaves
 * all of a day together, in the order of time, and each entry says whose it is.
 */
export function boardColumns(calendar: Calendar, by: 'resource' | 'day' | 'list'): BoardColumn[] {
  const several = columnResources(calendar.resources ?? [])
  const partOf = partsOf(calendar, by === 'list' ? several : [])
  const whole = (date: Day): BoardColumn => ({ date, resource: undefined, parts: [partOf(date)] })
  if (several.length === 0 || by === 'list') return calendar.days.map(({ date }) => whole(date))
  const own = several.map((resource) => {
    const ownPartOf = partsOf(calendarOf(calendar, resource.id), [])
    return { resource, partOn: (date: Day) => ({ ...ownPartOf(date), resource }) }
  })
  if (by === 'resource')
    return calendar.days.flatMap(({ date }) =>
      own.map(({ resource, partOn }) => ({ date, resource, parts: [partOn(date)] })),
    )
  return calendar.days.map(({ date, closed }) => {
    const parts = own
      .map(({ partOn }) => partOn(date))
      .filter((part) => closed === null && (part.closed ?? part.working[0] ?? part.placed[0]) !== undefined)
    return parts.length === 0 ? whole(date) : { date, resource: undefined, parts }
  })
}

/**
 * Returns what makes the part of a day. The entries are collected once for all days, because a drag draws the
 * columns with each step.
 * @param several whose names the entries get; none where the column says whose they are
 */
function partsOf(calendar: Calendar, several: readonly ColumnResource[]): (date: Day) => BoardPart {
  const items = boardItems(calendar, calendar.days).map((item) => {
    const resource = several.find(({ id }) => id === item.resource)
    return resource === undefined ? item : { ...item, of: resource }
  })
  const paddings = paddingsOf(calendar)
  return (date) => {
    const day = calendar.days.find((each) => each.date === date)
    return {
      resource: undefined,
      closed: day?.closed ?? null,
      working: workingSpans(day?.working ?? []),
      placed: layoutDay(date, items),
      paddings: paddings.flatMap((span) => spanIn(date, span) ?? []),
    }
  }
}

/** Returns doctors and rooms with initials that differ, in their order. */
export function columnResources(
  resources: readonly Pick<CalendarResource, 'id' | 'name'>[],
): ColumnResource[] {
  const short = resources.map(({ name }) => initialsOf(name))
  return resources.map(({ id, name }, place) => {
    const initials = short[place] ?? ''
    const isAlone = short.filter((each) => each === initials).length === 1
    return { id, name, initials: isAlone ? initials : `${initials}${place + 1}`, colour: place % COLOURS }
  })
}

/** Returns `EB` of `Dr. Erika Beispiel`, and `La` of `Labor`. A title ends with a point. */
function initialsOf(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => word !== '' && !word.endsWith('.'))
  const [first = name, ...others] = words
  const last = others.at(-1)
  return last === undefined ? first.slice(0, 2) : `${first.slice(0, 1)}${last.slice(0, 1)}`
}
