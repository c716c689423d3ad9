import { admin } from '../../api/admin.ts'

/**
 * Whom a search is for: a mailbox by its e-mail address, or a patient by one of the bookings
 * (docs/behaviour.md 16.17).
 */
export type Person = { email: string } | { booking_id: string }

/** The calls that count, export and erase the stored data of a person. */
export const personApi = admin.privacy.person
