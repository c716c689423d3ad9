import type { absences } from '../../db/schema.ts'
import { dayAt, isoAt } from '../../time/vienna.ts'

/** Blocks have a start and an end; what takes whole days says which, both included. */
export function absenceRow(absence: typeof absences.$inferSelect) {
  return {
    id: absence.id,
    kind: absence.kind,
    title: absence.title,
    reason: absence.reason,
    resource_id: absence.resourceId,
    start: isoAt(absence.startsAt),
    end: isoAt(absence.endsAt),
    ...(absence.kind === 'block' ? {} : { from: dayAt(absence.startsAt), to: dayAt(absence.endsAt - 1) }),
  }
}
