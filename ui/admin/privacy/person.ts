import { admin } from '../../api/admin.ts'

/** A person by address, which finds a mailbox, or by a booking of the patient (docs/behaviour.md 16.17). */
export type Person = { email: string } | { booking_id: string }

/** The calls that count, export and erase the stored data of a person. */
export const personApi = admin.privacy.person
