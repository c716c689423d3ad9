import * as v from 'valibot'
import { absenceSchema } from '../../../src/shared/absence.ts'
import { addDays, type Day, isDay } from '../../../src/shared/day.ts'
import { fieldErrorsOf, type ReadDraft } from '../../../src/shared/field-errors.ts'
import { UNREADABLE_DAY } from '../../../src/shared/typed-day.ts'

/** The kinds that the practice enters: a block of some hours of one day, or a closure of whole days. */
export type EnteredKind = 'block' | 'closure'

/** The fields of both kinds, named as on the wire. */
export type AbsenceDraft = {
  title: string
  reason: string
  /** The first and the last day; a block has only the first. */
  from: Day
  to: Day
  /** `HH:MM`; only a block has times. */
  start: string
  end: string
  resource_id: string
}

/**
 * Times are sent as Vienna's wall time, and the server converts them to instants. Here the schema only
 * compares them, so it can read them as UTC.
 */
const schema = absenceSchema({ instantOf: (wallTime) => Date.parse(`${wallTime}Z`) })

/** The body of POST /api/admin/absences. */
export type AbsenceRequest = v.InferInput<typeof schema>

/**
 * Returns the body of the call, or a sentence for each faulty field. The day of a block is checked first,
 * because its body contains the day only within start and end, and the schema would report a wrong day as a
 * wrong time. The output of the schema is not returned, because it has instants instead of wall times.
 */
export function readAbsenceDraft(kind: EnteredKind, draft: AbsenceDraft): ReadDraft<AbsenceRequest> {
  if (kind === 'block' && !isDay(draft.from)) return { errors: { from: UNREADABLE_DAY } }
  const request = kind === 'block' ? blockOf(draft) : closureOf(draft)
  const { success, issues } = v.safeParse(schema, request)
  return success ? { output: request } : { errors: fieldErrorsOf(issues) }
}

function closureOf({ title, reason, from, to, resource_id }: AbsenceDraft): AbsenceRequest {
  return { kind: 'closure', title, reason, from, to, resource_id: resource_id || null }
}

function blockOf({ title, from: day, start, end, resource_id }: AbsenceDraft): AbsenceRequest {
  // An end at 00:00 is the midnight that ends the day.
  const lastDay = end === '00:00' ? addDays(day, 1) : day
  return {
    kind: 'block',
    title,
    start: wallTimeOf(day, start),
    end: wallTimeOf(lastDay, end),
    resource_id: resource_id || null,
  }
}

/** Returns `2027-01-12T08:30`, or '' while the time is empty. */
function wallTimeOf(day: Day, time: string): string {
  return time === '' ? '' : `${day}T${time}`
}
