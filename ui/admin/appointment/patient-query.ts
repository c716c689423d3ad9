import type { InferResponseType } from 'hono/client'
import { shortDayTime } from '../../../src/shared/format.ts'
import { admin, adminQuery, adminRequest } from '../../api/admin.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { visitsText } from './attendance.tsx'

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

/** Returns the last visit, the next appointment and the number of visits: `Zuletzt … · 4-mal hier`. */
export function historyText({ last_visit, next, visits }: FoundPatient): string {
  const today = viennaToday()
  const parts = [
    last_visit === null ? 'Noch nie hier' : `Zuletzt ${shortDayTime(last_visit, today)}`,
    next && `nächster Termin ${shortDayTime(next, today)}`,
    visits.count > 0 && visitsText(visits),
  ]
  return parts.filter(Boolean).join(' · ')
}
