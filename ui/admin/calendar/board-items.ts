import { timeOfDay } from '../../../src/shared/format.ts'
import { askedTimeNote, presentTimeNote } from '../../../src/shared/move-asked.ts'
import type { TimedItem } from './day-layout.ts'
import { serviceText } from './service-text.ts'
import type { Calendar, CalendarBooking, CalendarDay } from './use-calendar.ts'
import type { IsoSpan } from './wall-span.ts'

/** How an item is drawn. `off` is an appointment that is cancelled or rejected. */
type ItemLook = 'confirmed' | 'requested' | 'off' | 'blocked' | 'held' | 'busy'

/** An entry of the calendar: an appointment, or something else that occupies time. */
export type BoardItem = TimedItem & {
  key: string
  look: ItemLook
  title: string
  /** The second line, shown where there is room. */
  note: string
  /** The URL of the page that changes the item. */
  href?: string
  /** The appointment that a press opens. */
  booking?: CalendarBooking
  /** True for the other time that the appointment's patient asks for. */
  isAskedTime?: true
  /** The id of the doctor or room that has the time; absent for what concerns all. */
  resourceId?: string
  /** The doctor or room that the item has to name, because its column shows several. */
  namedResource?: { name: string; colour: number }
}

/** The lists of the calendar whose rows are shown as items. */
type CalendarLists = Pick<Calendar, 'bookings' | 'moves' | 'holds' | 'offers' | 'absences' | 'busy'>

const LOOKS = { confirmed: 'confirmed', requested: 'requested', rejected: 'off', cancelled: 'off' } as const

/** Returns true for a cancelled or rejected appointment. */
export function isCancelledOrRejected({ status }: CalendarBooking): boolean {
  return LOOKS[status] === 'off'
}

/**
 * Returns the items of the calendar. A closure of a whole day is left out, because the day's column shows it.
 */
export function boardItems(calendar: CalendarLists, days: readonly CalendarDay[]): BoardItem[] {
  const closedDays = new Set(days.filter(({ closed }) => closed !== null).map(({ date }) => date))
  const absences = calendar.absences.filter(
    // Only closures and holidays of whole days (`from`) close days, and only those that concern all.
    ({ kind, from }) => kind === 'block' || from === undefined || !closedDays.has(from),
  )
  return [
    ...calendar.bookings.map(appointmentItem),
    ...calendar.moves.flatMap((row) => askedTimeItem(row) ?? []),
    ...absences.map(absenceItem),
    ...calendar.holds.map(holdItem),
    ...calendar.offers.map(offerItem),
    ...calendar.busy.map(busyItem),
  ]
}

function appointmentItem(row: CalendarBooking): BoardItem {
  const look = LOOKS[row.status]
  return {
    ...timesOf(row),
    key: row.id,
    look,
    title: shortName(row),
    note: row.move ? askedTimeNote(row.move.start) : serviceText(row),
    isActive: look !== 'off',
    booking: row,
    resourceId: row.resource_id,
  }
}

/** Returns the item at the other time that a patient asks for; undefined for most appointments. */
function askedTimeItem(row: CalendarBooking): BoardItem | undefined {
  if (row.move === undefined) return undefined
  return {
    ...timesOf(row.move),
    key: `move ${row.id}`,
    look: 'requested',
    title: shortName(row),
    note: presentTimeNote(row.start),
    isActive: true,
    booking: row,
    isAskedTime: true,
    // Without its own `resource_id` the asked time is with the same doctor or in the same room.
    resourceId: row.move.resource_id ?? row.resource_id,
  }
}

function absenceItem(row: CalendarLists['absences'][number]): BoardItem {
  return {
    ...timesOf(row),
    key: `absence ${row.id}`,
    look: 'blocked',
    title: row.title,
    note: `bis ${timeOfDay(row.end)}`,
    isActive: true,
    href: '/admin/absences',
    ...resourceIdOf(row),
  }
}

function holdItem(row: CalendarLists['holds'][number]): BoardItem {
  return {
    ...timesOf(row),
    // Two doctors can have the same time held.
    key: `hold ${row.start} ${row.resource_id}`,
    look: 'held',
    title: 'Wird gerade gebucht',
    note: row.service_name,
    isActive: true,
    resourceId: row.resource_id,
  }
}

function offerItem(row: CalendarLists['offers'][number]): BoardItem {
  return {
    ...timesOf(row),
    key: `offer ${row.start} ${row.name}`,
    look: 'held',
    title: 'Wird gerade angeboten',
    note: row.name,
    isActive: true,
    href: '/admin/waiting-list',
    resourceId: row.resource_id,
  }
}

function busyItem(row: CalendarLists['busy'][number], index: number): BoardItem {
  return {
    ...timesOf(row),
    // Two calendars may have the same time.
    key: `busy ${row.start} ${index}`,
    look: 'busy',
    title: row.title,
    note: `${timeOfDay(row.start)} bis ${timeOfDay(row.end)}`,
    isActive: true,
    ...resourceIdOf(row),
  }
}

/** Returns start and end of a row without its other fields. */
function timesOf({ start, end }: IsoSpan): IsoSpan {
  return { start, end }
}

/** Returns the resource of a row as a field of an item; no field if the row concerns all. */
function resourceIdOf({ resource_id }: { resource_id: string | null }): { resourceId?: string } {
  return resource_id === null ? {} : { resourceId: resource_id }
}

/**
 * Returns `O'Brien-Müller A.`, so that a narrow column shows the last name. A letter and its combining accent
 * count as one character.
 */
function shortName({ first_name, last_name }: CalendarBooking): string {
  const [initial = ''] = first_name.normalize('NFC')
  return `${last_name} ${initial}.`
}
