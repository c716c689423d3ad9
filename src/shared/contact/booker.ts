/** What the patient is to the person who books. */
export const RELATIONS = ['child', 'relative', 'other'] as const

export type Relation = (typeof RELATIONS)[number]

/** Somebody who books for the patient. E-mail address and phone number of the contact are theirs (docs/behaviour.md 5.17). */
export type Booker = { firstName: string; lastName: string; relation: Relation }

/** The columns of a booking with the person who booked for the patient. */
export type BookerColumns = Readonly<{
  bookerFirstName: string
  bookerLastName: string
  bookerRelation: Relation | null
}>

/** Who booked for the patient; undefined when the patient did. */
export function bookerOf(booking: BookerColumns): Booker | undefined {
  const { bookerFirstName: firstName, bookerLastName: lastName, bookerRelation: relation } = booking
  return relation === null ? undefined : { firstName, lastName, relation }
}

/** As columns; without a booker they are empty. */
export function bookerColumns(booker?: Booker): BookerColumns {
  const { firstName = '', lastName = '', relation = null } = booker ?? {}
  return { bookerFirstName: firstName, bookerLastName: lastName, bookerRelation: relation }
}
