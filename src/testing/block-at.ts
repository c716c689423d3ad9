import type { AbsenceInput } from '../shared/absence.ts'

/** A blocked time on Tuesday, 12 January 2027, by its wall times; without a resource for all of them. */
export function blockAt(start: string, end: string, resource_id: string | null = null): AbsenceInput {
  const instantAt = (time: string) => Date.parse(`2027-01-12T${time}:00+01:00`)
  return { kind: 'block', title: 'Fortbildung', start: instantAt(start), end: instantAt(end), resource_id }
}

/** The body of POST /absences for a block of the whole practice, on that Tuesday from 08:00 to 12:00. */
export const BLOCK_BODY = {
  kind: 'block',
  title: 'Fortbildung',
  start: '2027-01-12T08:00:00+01:00',
  end: '2027-01-12T12:00:00+01:00',
  resource_id: null,
} as const
