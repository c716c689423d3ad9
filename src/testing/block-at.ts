import type { AbsenceInput } from '../shared/absence.ts'

/** A blocked time on Tuesday, 12 January 2027, by its wall times; without a resource for all of them. */
export function blockAt(start: string, end: string, resource_id: string | null = null): AbsenceInput {
  const instantAt = (time: string) => Date.parse(`2027-01-12T${time}:00+01:00`)
  return { kind: 'block', title: 'Fortbildung', start: instantAt(start), end: instantAt(end), resource_id }
}
