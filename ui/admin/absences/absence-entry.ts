import * as v from 'valibot'
import { absenceSchema } from '../../../src/shared/absence.ts'
import { addDays, type Day, isDay } from '../../../src/shared/day.ts'
import { fieldErrorsOf } from '../../../src/shared/field-errors.ts'

/** Some hours of one day; times are `HH:MM`. */
export type BlockEntry = {
  kind: 'block'
  title: string
  day: Day
  from: string
  to: string
  resource: string
}
/** Whole days, both included. */
export type ClosureEntry = {
  kind: 'closure'
  title: string
  reason: string
  from: Day
  to: Day
  resource: string
}
export type AbsenceEntry = BlockEntry | ClosureEntry

export type AbsenceFaults = Readonly<Record<string, string>>

/**
 * Times are sent as Vienna's wall time; the server knows when the clocks change. Here they are only compared with one
 * another, so UTC serves.
 */
const schema = absenceSchema({ instantOf: (wallTime) => Date.parse(`${wallTime}Z`) })

export function emptyEntry(kind: AbsenceEntry['kind'], day: Day): AbsenceEntry {
  return kind === 'block'
    ? { kind, title: '', day, from: '', to: '', resource: '' }
    : { kind, title: '', reason: '', from: day, to: day, resource: '' }
}

/** The entry as POST /api/admin/absences wants it, or the sentence for each faulty field. */
export function readAbsence(entry: AbsenceEntry) {
  const input = toWish(entry)
  const checked = v.safeParse(schema, input)
  if (!checked.success) return { faults: formFaults(entry, fieldErrorsOf(checked.issues)) }
  return { input }
}

/** Brings faults by wire name to the fields of the form. */
export function formFaults(
  { kind }: AbsenceEntry,
  { start, end, resource_id, ...rest }: AbsenceFaults,
): AbsenceFaults {
  return {
    ...rest,
    ...(resource_id && { resource: resource_id }),
    ...(kind === 'block' && { ...(start && { from: start }), ...(end && { to: end }) }),
  }
}

function toWish(entry: AbsenceEntry) {
  const resource_id = entry.resource || null
  const { title } = entry
  if (entry.kind === 'closure') {
    const { kind, reason, from, to } = entry
    return { kind, title, reason, from, to, resource_id }
  }
  const { kind, day, from, to } = entry
  // Midnight as an end is the one that comes, not the one that was.
  const lastDay = to === '00:00' && isDay(day) ? addDays(day, 1) : day
  return { kind, title, start: wallTimeOn(day, from), end: wallTimeOn(lastDay, to), resource_id }
}

/** `2027-01-12T08:30`; empty while either part is. */
function wallTimeOn(day: Day, time: string): string {
  return day && time && `${day}T${time}`
}
