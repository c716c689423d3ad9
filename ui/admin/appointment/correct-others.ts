import { useQuery } from '@tanstack/react-query'
import type { CorrectedContact } from '../../../src/shared/contact/manual-contact.ts'
import { admin, adminRequestWithEtag } from '../../api/admin.ts'
import { ApiError } from '../../api/http.ts'
import { serverNow } from '../../api/server-clock.ts'
import { canMove } from './actions-on.ts'
import { type PatientDetail, patientQuery } from './patient-query.ts'
import type { BookingDetail } from './use-booking-detail.ts'

export type StoredContact = BookingDetail['contact']
export type OtherBooking = PatientDetail['bookings'][number]

/** Loads the other coming appointments of the patient, the next one first. */
export function useOtherComing({ id }: BookingDetail): readonly OtherBooking[] {
  const { data } = useQuery(patientQuery(id))
  const now = serverNow()
  return (data?.bookings ?? [])
    .filter((other) => other.id !== id && canMove(other, now) && Date.parse(other.start) > now)
    .toReversed()
}

/**
 * Gives other appointments the changed fields of the contact, and keeps their other fields.
 * @param shown the contact before the change, by which it is known what has changed
 * @returns the start of each for which it was refused
 */
export async function correctOthers(
  others: readonly OtherBooking[],
  shown: StoredContact,
  { svn4, ...sent }: CorrectedContact,
): Promise<string[]> {
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(shown[name as keyof typeof sent])
  const changed = Object.fromEntries(Object.entries(sent).filter(isChanged))
  if (Object.keys(changed).length === 0 && svn4 === '') return []
  const failed: string[] = []
  for (const { id, start } of others) {
    const param = { id: encodeURIComponent(id) }
    try {
      const { value, etag } = await adminRequestWithEtag(admin.bookings[':id'].$get({ param }))
      const { svnr_masked: _, ...contact } = value.contact
      const json = { ...contact, ...changed, svn4 } as CorrectedContact
      const headers = etag === undefined ? {} : { 'If-Match': etag }
      await adminRequestWithEtag(admin.bookings[':id'].contact.$put({ param, json }, { headers }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      failed.push(start)
    }
  }
  return failed
}
