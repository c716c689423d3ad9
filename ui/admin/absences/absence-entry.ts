import * as v from 'valibot'
import { absenceSchema } from '../../../src/shared/absence.ts'
import { addDays, type Day, isDay } from '../../../src/shared/day.ts'
import { fieldErrorsOf } from '../../../src/shared/field-errors.ts'
import type { ReadEntry } from '../forms/entry-schema.ts'

/** Some hours of one day, or whole days. */
export type AbsenceKind = 'block' | 'closure'

/** The fields of both kinds, under their wire names. */
export type AbsenceEntry = {
  title: string
  reason: string
  /** The first and the last day; a block has only the first. */
  from: Day
  to: Day
  /** `HH:MM`, of a block. */
  start: string
  end: string
  resource_id: string
}

/**
 * Times are sent as Vienna's wall time, because only the server knows the clock changes. The schema only compares them, for
 * which UTC serves.
 */
const schema = absenceSchema({ instantOf: (wallTime) => Date.parse(`${wallTime}Z`) })

/** The body of POST /api/admin/absences. */
export type AbsenceRequest = v.InferInput<typeof schema>

export function readAbsence(kind: AbsenceKind, entry: AbsenceEntry): ReadEntry<AbsenceRequest> {
  const { title, reason, from, to, start, end } = entry
  const resource_id = entry.resource_id || null
  // 00:00 as an end is the midnight at the end of the day.
  const lastDay = end === '00:00' && isDay(from) ? addDays(from, 1) : from
  const request: AbsenceRequest =
    kind === 'block'
      ? { kind, title, start: wallTimeOf(from, start), end: wallTimeOf(lastDay, end), resource_id }
      : { kind, title, reason, from, to, resource_id }
  const { success, issues } = v.safeParse(schema, request)
  return success ? { output: request } : { errors: fieldErrorsOf(issues) }
}

/** `2027-01-12T08:30`; empty while either part is. */
function wallTimeOf(day: Day, time: string): string {
  return day && time && `${day}T${time}`
}
