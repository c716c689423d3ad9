import type { InferResponseType } from 'hono/client'
import { admin, adminQuery, adminRequest } from '../../api/admin.ts'

/** The least number of characters that find patients. Shorter texts would match too many. */
export const SHORTEST_PATIENT_SEARCH = 2

/** A patient that the search has found. */
export type FoundPatient = InferResponseType<typeof admin.patients.$get>[number]

/** A patient with contact, all bookings, messages and entries in the waiting list. */
export type PatientDetail = InferResponseType<(typeof admin.patients)[':bookingId']['$get']>

/** The query of a patient by the id of any of the patient's bookings. */
export function patientQuery(bookingId: string) {
  return adminQuery(admin.patients[':bookingId'], { param: pathParam(bookingId) })
}

/** Loads the contact and the bookings of a patient. @throws ApiError */
export function readPatient(bookingId: string): Promise<PatientDetail> {
  return adminRequest(admin.patients[':bookingId'].$get({ param: pathParam(bookingId) }))
}

/** Saves the internal note on a patient. @throws ApiError */
export function savePatientNote(bookingId: string, note: string) {
  return adminRequest(admin.patients[':bookingId'].note.$put({ param: pathParam(bookingId), json: { note } }))
}

/** The id is encoded here, because the typed client puts it into the path as it is. */
function pathParam(bookingId: string) {
  return { bookingId: encodeURIComponent(bookingId) }
}
