import { useQuery } from '@tanstack/react-query'
import type { PracticeContact } from '../../../src/shared/contact/manual-contact.ts'
import { admin, adminRequestWithEtag } from '../../api/admin.ts'
import { ApiError } from '../../api/http.ts'
import { serverNow } from '../../api/server-clock.ts'
import { canMove } from './actions-on.ts'
import { type PatientDetail, patientQuery } from './patient-query.ts'
import type { BookingDetail } from './use-booking-detail.ts'

/** The contact of an appointment as it is stored. */
export type StoredContact = BookingDetail['contact']
/** Another appointment of the same patient. */
export type OtherBooking = PatientDetail['bookings'][number]

/** Loads the other coming appointments of the patient, the next one first; none until they are loaded. */
export function useOtherComingBookings({ id }: BookingDetail): readonly OtherBooking[] {
  const { data } = useQuery(patientQuery(id))
  const now = serverNow()
  return (
    (data?.bookings ?? [])
      .filter((other) => other.id !== id && canMove(other, now) && Date.parse(other.start) > now)
      // The server lists the latest one first.
      .toReversed()
  )
}

/**
 * Copies the changed fields of a contact to other appointments.
 * @returns the starts of the appointments that the server has refused to correct
 */
export async function correctOtherBookings(
  bookings: readonly OtherBooking[],
  { before, after }: { before: StoredContact; after: PracticeContact },
): Promise<string[]> {
  const { svn4 } = after
  const changed = changedFields(before, after)
  // An empty number keeps the stored one.
  if (Object.keys(changed).length === 0 && svn4 === '') return []
  const refusedStarts: string[] = []
  for (const { id, start } of bookings) {
    try {
      await correctContact(id, { ...changed, svn4 })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // The other appointments are corrected even if one is refused.
      refusedStarts.push(start)
    }
  }
  return refusedStarts
}

/** Returns the fields with another value than before, without the social security number. */
function changedFields(before: StoredContact, after: PracticeContact): Partial<PracticeContact> {
  const { svn4: _, ...fields } = after
  // The booker is an object, so values are compared as text.
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof fields])
  return Object.fromEntries(Object.entries(fields).filter(isChanged))
}

/** Changes these fields of the contact of an appointment, as it is stored now. @throws ApiError */
async function correctContact(id: string, changes: Partial<PracticeContact>): Promise<void> {
  const param = { id: encodeURIComponent(id) }
  const { value, etag } = await adminRequestWithEtag(admin.bookings[':id'].$get({ param }))
  const { svnr_masked: _, ...contact } = value.contact
  const json = { ...contact, ...changes } as PracticeContact
  const headers = etag === undefined ? {} : { 'If-Match': etag }
  await adminRequestWithEtag(admin.bookings[':id'].contact.$put({ param, json }, { headers }))
}
