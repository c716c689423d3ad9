import * as v from 'valibot'
import { absenceSchema } from '../../../src/shared/absence.ts'
import { addDays, type Day, isDay } from '../../../src/shared/day.ts'
import { type FieldErrors, fieldErrorsOf } from '../../../src/shared/field-errors.ts'
import type { ReadEntry } from '../forms/entry-schema.ts'

/** Some hours of one day; times are `HH:MM`. */
export type BlockEntry = { title: string; day: Day; from: string; to: string; resource: string }

/** Whole days, both included. */
export type ClosureEntry = { title: string; reason: string; from: Day; to: Day; resource: string }

/**
 * Times are sent as Vienna's wall time, because only the server knows the clock changes. The schema only compares them, for
 * which UTC serves.
 */
const schema = absenceSchema({ instantOf: (wallTime) => Date.parse(`${wallTime}Z`) })

/** The body of POST /api/admin/absences. */
export type AbsenceRequest = v.InferInput<typeof schema>

export function readBlock({ title, day, from, to, resource }: BlockEntry): ReadEntry<AbsenceRequest> {
  // 00:00 as an end is the midnight at the end of the day.
  const lastDay = to === '00:00' && isDay(day) ? addDays(day, 1) : day
  return checked({
    kind: 'block',
    title,
    start: wallTimeOf(day, from),
    end: wallTimeOf(lastDay, to),
    resource_id: resource || null,
  })
}

export function readClosure({ resource, ...rest }: ClosureEntry): ReadEntry<AbsenceRequest> {
  return checked({ kind: 'closure', ...rest, resource_id: resource || null })
}

/** Renames errors from the wire names of a block to its fields. */
export function blockErrors({ start, end, resource_id, ...rest }: FieldErrors): FieldErrors {
  return {
    ...rest,
    ...(start && { from: start }),
    ...(end && { to: end }),
    ...(resource_id && { resource: resource_id }),
  }
}

/** Renames errors from the wire names of a closure to its fields. */
export function closureErrors({ resource_id, ...rest }: FieldErrors): FieldErrors {
  return { ...rest, ...(resource_id && { resource: resource_id }) }
}

function checked(request: AbsenceRequest): ReadEntry<AbsenceRequest> {
  const { success, issues } = v.safeParse(schema, request)
  return success ? { output: request } : { errors: fieldErrorsOf(issues) }
}

/** `2027-01-12T08:30`; empty while either part is. */
function wallTimeOf(day: Day, time: string): string {
  return day && time && `${day}T${time}`
}
