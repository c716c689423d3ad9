/** The patient's relation to the booker. */
export const RELATIONS = ['child', 'relative', 'other'] as const

export type Relation = (typeof RELATIONS)[number]

/**
 * Somebody who books for the patient. The contact's e-mail address and phone number belong to the booker
 * (docs/behaviour.md 5.17).
 */
export type Booker = { firstName: string; lastName: string; relation: Relation }

/** The part of a contact or a booking from which the patient's name is written. */
type NamedPatient = Readonly<{
  salutation: string
  firstName: string
  lastName: string
  booker?: Booker | null | undefined
}>

/**
 * Returns `Frau Rosa Musterfrau`; `Max Musterfrau` for the child of a booker, because the form asks for
 * "Mädchen" or "Bub" instead of a salutation (docs/behaviour.md 5.2).
 */
export function patientName({ salutation, firstName, lastName, booker }: NamedPatient): string {
  const usedSalutation = booker?.relation === 'child' ? '' : salutation
  return `${usedSalutation} ${firstName} ${lastName}`.trim()
}

/** The columns of a booking that hold its booker. */
export type BookerColumns = Readonly<{
  bookerFirstName: string
  bookerLastName: string
  bookerRelation: Relation | null
}>

/** Returns who booked for the patient; undefined if the patient did. */
export function bookerOf(booking: BookerColumns): Booker | undefined {
  const { bookerFirstName: firstName, bookerLastName: lastName, bookerRelation: relation } = booking
  return relation === null ? undefined : { firstName, lastName, relation }
}

/** Returns the columns for a booker; they are empty without one. */
export function bookerColumns(booker?: Booker): BookerColumns {
  const { firstName = '', lastName = '', relation = null } = booker ?? {}
  return { bookerFirstName: firstName, bookerLastName: lastName, bookerRelation: relation }
}
