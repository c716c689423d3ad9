import type { Day } from '../../../src/shared/day.ts'
import { type BoardItem, boardItems } from './board-items.ts'
import { type ColumnResource, columnResources } from './column-resources.ts'
import { type ItemPlace, layoutDay } from './day-layout.ts'
import { type Padding, paddingsOf } from './paddings.ts'
import type { Calendar } from './use-calendar.ts'
import { spanIn, type WallSpan, workingSpans } from './wall-span.ts'

/** A part of a column: the whole practice, or one of its doctors and rooms. */
export type BoardPart = {
  /** Undefined for the whole practice. */
  resource: ColumnResource | undefined
  /** The name of the closure of this day; null on an open day. */
  closed: string | null
  working: readonly WallSpan[]
  placed: readonly ItemPlace<BoardItem>[]
  /** Occupied times before and after appointments. */
  paddings: readonly WallSpan[]
}

/** A column of the calendar: a day, or one doctor or room on a day (`resource`). */
export type BoardColumn = { date: Day; resource: ColumnResource | undefined; parts: readonly BoardPart[] }

/** Returns whether a column has a part for each of several doctors or rooms. */
export function isDivided({ resource, parts }: BoardColumn): boolean {
  return resource === undefined && parts.some((part) => part.resource !== undefined)
}

/**
 * Returns the calendar of one doctor or room: its own entries and hours, and what concerns all. The result
 * has no list of resources, like the calendar of a practice of one.
 */
export function calendarOf(calendar: Calendar, id: string): Calendar {
  const concerns = (row: { resource_id: string | null }) => row.resource_id === null || row.resource_id === id
  return {
    days: calendar.resources?.find((resource) => resource.id === id)?.days ?? calendar.days,
    bookings: calendar.bookings.filter(concerns),
    // The asked time may be with another doctor or room than the appointment.
    moves: calendar.moves.filter(({ move, resource_id }) => (move?.resource_id ?? resource_id) === id),
    holds: calendar.holds.filter(concerns),
    offers: calendar.offers.filter(concerns),
    absences: calendar.absences.filter(concerns),
    busy: calendar.busy.filter(concerns),
    occupied: calendar.occupied.filter(concerns),
  }
}

/**
 * How a practice with several doctors or rooms divides its calendar: `resource` gives each its own column.
 * `day` has one column for each day, with parts for those who work or have entries on that day. `list` keeps
 * all entries of a day together in order of time, and each entry says whose it is.
 */
export type Division = 'resource' | 'day' | 'list'

/** Returns the columns of a calendar. A practice of one has an undivided column for each day. */
export function boardColumns(calendar: Calendar, division: Division): BoardColumn[] {
  const resources = columnResources(calendar.resources ?? [])
  if (division === 'list' || resources.length === 0) return wholeDays(calendar, resources)
  return division === 'resource' ? columnsOfEach(calendar, resources) : dividedDays(calendar, resources)
}

/** Returns a column for each day. If there are several resources, its entries say whose they are. */
function wholeDays(calendar: Calendar, resources: readonly ColumnResource[]): BoardColumn[] {
  const content = contentOfAll(calendar, resources)
  return calendar.days.map(({ date }) => ({ date, resource: undefined, parts: [partOn(date, content)] }))
}

/** Returns a column for each doctor or room on each day. */
function columnsOfEach(calendar: Calendar, resources: readonly ColumnResource[]): BoardColumn[] {
  const contents = resources.map((resource) => contentOfOne(calendar, resource))
  return calendar.days.flatMap(({ date }) =>
    contents.map((content) => ({ date, resource: content.resource, parts: [partOn(date, content)] })),
  )
}

/** Divides each day among the doctors and rooms that work or have entries. A day without any stays whole. */
function dividedDays(calendar: Calendar, resources: readonly ColumnResource[]): BoardColumn[] {
  const contents = resources.map((resource) => contentOfOne(calendar, resource))
  const wholeContent = contentOfAll(calendar, [])
  return calendar.days.map(({ date, closed }) => {
    const parts = contents.map((content) => partOn(date, content)).filter(hasContent)
    const isWhole = closed !== null || parts.length === 0
    return { date, resource: undefined, parts: isWhole ? [partOn(date, wholeContent)] : parts }
  })
}

/** Returns whether the part has something to show: working hours, entries or an absence. */
function hasContent({ closed, working, placed }: BoardPart): boolean {
  return closed !== null || working.length > 0 || placed.length > 0
}

/**
 * The content of all days, for the whole practice or for one doctor or room. It is collected once for all
 * days, because a drag redraws the columns with each step.
 */
type BoardContent = {
  resource: ColumnResource | undefined
  days: Calendar['days']
  items: readonly BoardItem[]
  paddings: readonly Padding[]
}

/**
 * Returns the content of the whole practice.
 * @param namedResources the doctors and rooms that the entries name; empty if the column says whose they are
 */
function contentOfAll(calendar: Calendar, namedResources: readonly ColumnResource[]): BoardContent {
  const items = boardItems(calendar, calendar.days).map((item) => {
    const namedResource = namedResources.find(({ id }) => id === item.resourceId)
    return namedResource === undefined ? item : { ...item, namedResource }
  })
  return { resource: undefined, days: calendar.days, items, paddings: paddingsOf(calendar) }
}

/** Returns the content of one doctor or room. */
function contentOfOne(calendar: Calendar, resource: ColumnResource): BoardContent {
  return { ...contentOfAll(calendarOf(calendar, resource.id), []), resource }
}

/** Returns the part of a column that shows this content on a day. */
function partOn(date: Day, { resource, days, items, paddings }: BoardContent): BoardPart {
  const day = days.find((each) => each.date === date)
  return {
    resource,
    closed: day?.closed ?? null,
    working: workingSpans(day?.working ?? []),
    placed: layoutDay(date, items),
    paddings: paddings.flatMap((span) => spanIn(date, span) ?? []),
  }
}
