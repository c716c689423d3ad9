import { admin } from '../../api/admin.ts'

/**
 * The words of a search: an address, which finds a mailbox, or a patient's booking (docs/behaviour.md 16.17).
 */
export type Person = { email: string } | { booking_id: string }

/** The calls that count, export and erase the stored data of a person. */
export const personApi = admin.privacy.person
