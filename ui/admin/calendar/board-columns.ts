import type { Day } from '../../../src/shared/day.ts'
import { type BoardItem, boardItems, paddingsOf } from './board-items.ts'
import { type ColumnResource, columnResources } from './column-resources.ts'
import { layoutDay, type Placed } from './day-layout.ts'
import type { Calendar } from './use-calendar.ts'
import { spanIn, type WallSpan, workingSpans } from './wall-span.ts'

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
  if (by === 'list' || several.length === 0) return wholeDays(calendar, several)
  return by === 'resource' ? columnsOfEach(calendar, several) : dividedDays(calendar, several)
}

function wholeDays(calendar: Calendar, several: readonly ColumnResource[]): BoardColumn[] {
  const partOn = partsOf(calendar, several)
  return calendar.days.map(({ date }) => ({ date, resource: undefined, parts: [partOn(date)] }))
}

function columnsOfEach(calendar: Calendar, several: readonly ColumnResource[]): BoardColumn[] {
  const own = several.map((resource) => ({ resource, partOn: partsOfOne(calendar, resource) }))
  return calendar.days.flatMap(({ date }) =>
    own.map(({ resource, partOn }) => ({ date, resource, parts: [partOn(date)] })),
  )
}

/** Divides each day among those who work or have something then. A day without any of them stays whole. */
function dividedDays(calendar: Calendar, several: readonly ColumnResource[]): BoardColumn[] {
  const own = several.map((resource) => partsOfOne(calendar, resource))
  const wholeOn = partsOf(calendar, [])
  return calendar.days.map(({ date, closed }) => {
    const parts = closed === null ? own.map((partOn) => partOn(date)).filter(hasContent) : []
    return { date, resource: undefined, parts: parts.length === 0 ? [wholeOn(date)] : parts }
  })
}

function hasContent({ closed, working, placed }: BoardPart): boolean {
  return closed !== null || working.length > 0 || placed.length > 0
}

function partsOfOne(calendar: Calendar, resource: ColumnResource): (date: Day) => BoardPart {
  const partOn = partsOf(calendarOf(calendar, resource.id), [])
  return (date) => ({ ...partOn(date), resource })
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
