import type { WorkingHours } from '../../../src/shared/hours.ts'
import { admin, adminRequestWithEtag } from '../../api/admin.ts'

const practiceHours = admin.settings['working-hours']

/** Loads the working hours of the practice, with their etag. @throws ApiError */
export function loadPracticeHours(signal: AbortSignal) {
  return adminRequestWithEtag(practiceHours.$get({}, { init: { signal } }))
}

/**
 * Saves the working hours of the practice, and resolves to what is stored, with its etag.
 * @param headers contain If-Match with the etag of the hours that were loaded
 * @throws ApiError
 */
export function savePracticeHours(workingHours: WorkingHours, headers: Record<string, string>) {
  return adminRequestWithEtag(practiceHours.$put({ json: { workingHours } }, { headers }))
}
