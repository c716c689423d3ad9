import * as v from 'valibot'
import { absenceSchema } from '../../../src/shared/absence.ts'
import { addDays, type Day, isDay } from '../../../src/shared/day.ts'
import { fieldErrorsOf } from '../../../src/shared/field-errors.ts'
import { fullDay, longDay, shortDay, timeOfDay } from '../../../src/shared/format.ts'
import type { ReadDraft } from '../forms/draft-schema.ts'

type Absence = {
  kind: 'block' | 'closure' | 'holiday'
  start: string
  end: string
  from?: string | undefined
  to?: string | undefined
}

export const KIND_LABELS: Readonly<Record<Absence['kind'], string>> = {
  block: 'Gesperrt',
  closure: 'Geschlossen',
  holiday: 'Feiertag',
}

/** Returns `Dienstag, 12. Jänner 2027, 14:00 bis 17:30`. Whole days have no times. */
export function whenText({ start, end, from, to }: Absence): string {
  if (from !== undefined && to !== undefined)
    return from === to ? fullDay(from) : `${startOf(from, to)} bis ${fullDay(to)}`
  // Midnight as an end is the end of the day before.
  const untilMidnight = timeOfDay(end) === '00:00' && addDays(start.slice(0, 10), 1) === end.slice(0, 10)
  if (untilMidnight) return `${fullDay(start)}, ${timeOfDay(start)} bis 24:00`
  if (start.slice(0, 10) === end.slice(0, 10))
    return `${fullDay(start)}, ${timeOfDay(start)} bis ${timeOfDay(end)}`
  return `${fullDay(start)}, ${timeOfDay(start)} bis ${fullDay(end)}, ${timeOfDay(end)}`
}

/** Returns the first day, without its year where the last day has the same one. */
function startOf(from: string, to: string): string {
  return from.slice(0, 4) === to.slice(0, 4) ? longDay(from) : fullDay(from)
}

/** Returns `„Urlaub“ (Mo 8. Februar)`. */
export function nameText({ title, start }: { title: string; start: string }): string {
  return `„${title}“ (${shortDay(start)})`
}

/** Some hours of one day, or whole days. */
export type AbsenceKind = 'block' | 'closure'

/** The fields of both kinds, under their wire names. */
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
 * Times are sent as Vienna's wall time, because only the server knows the clock changes. The schema only
 * compares them, for which UTC serves.
 */
const schema = absenceSchema({ instantOf: (wallTime) => Date.parse(`${wallTime}Z`) })

/** The body of POST /api/admin/absences. */
export type AbsenceRequest = v.InferInput<typeof schema>

export function readAbsence(kind: AbsenceKind, draft: AbsenceDraft): ReadDraft<AbsenceRequest> {
  const { title, reason, from, to, start, end } = draft
  if (kind === 'block' && !isDay(from)) return { errors: { from: 'Bitte ein Datum wie 3.12. angeben.' } }
  const resource_id = draft.resource_id || null
  // 00:00 as an end is the midnight at the end of the day.
  const lastDay = end === '00:00' && isDay(from) ? addDays(from, 1) : from
  const request: AbsenceRequest =
    kind === 'block'
      ? { kind, title, start: wallTimeOf(from, start), end: wallTimeOf(lastDay, end), resource_id }
      : { kind, title, reason, from, to, resource_id }
  const { success, issues } = v.safeParse(schema, request)
  return success ? { output: request } : { errors: fieldErrorsOf(issues) }
}

/** Returns `2027-01-12T08:30`, or '' while day or time is empty. */
function wallTimeOf(day: Day, time: string): string {
  return day && time && `${day}T${time}`
}
