import { admin, adminRequest } from '../../api/admin.ts'
import type { AbsenceRequest } from './absence-draft.ts'
import type { Conflict } from './conflict.ts'

type SaveResult = {
  isSaved: boolean
  /** The appointments within the absence. */
  conflicts: readonly Conflict[]
  /** The number of patients who ask to move an appointment into the time of the absence. */
  moveCount: number
}

/**
 * Saves an absence unless appointments or moves conflict with it (docs/behaviour.md 11.6).
 * @param force true to save the absence in any case
 * @throws ApiError
 */
export async function checkAndSaveAbsence(absence: AbsenceRequest, force: boolean): Promise<SaveResult> {
  const call = { json: absence }
  const { conflicts, moves: moveCount = 0 } = await adminRequest(admin.absences.check.$post(call))
  const isSaved = force || conflicts.length + moveCount === 0
  if (isSaved) await adminRequest(admin.absences.$post(call))
  return { isSaved, conflicts, moveCount }
}
