import { type BookerColumns, bookerOf } from '../shared/contact/booker.ts'
import type { Values } from '../shared/messages/placeholders.ts'
import type { Practice } from '../shared/settings/settings.ts'

/** The names with which a message greets its recipient. Unknown ones are empty. */
export type Addressee = Readonly<Record<'salutation' | 'firstName' | 'lastName', string>>

/** Returns whom messages about the booking greet: the booker if there is one, else the patient. */
export function addresseeOf(booking: Addressee & BookerColumns): Addressee {
  const booker = bookerOf(booking)
  return booker ? { ...booker, salutation: '' } : booking
}

export const NOBODY: Addressee = { salutation: '', firstName: '', lastName: '' }

/** Returns the values of the placeholders for the addressee and the practice. */
export function namesOf(practice: Practice, { salutation, firstName, lastName }: Addressee = NOBODY): Values {
  const hello = ['Guten Tag', salutation || firstName, lastName].filter((word) => word !== '')
  return {
    Anrede: `${hello.join(' ')}!`,
    Name: `${firstName} ${lastName}`.trim(),
    Ordination: practice.name || 'Ordination',
    Telefon: practice.phone,
  }
}
