import { type BookerColumns, bookerOf } from '../shared/contact/booker.ts'
import type { Values } from '../shared/messages/placeholders.ts'
import type { Practice } from '../shared/settings/settings.ts'

/** The names with which a message greets its recipient. Unknown ones are empty. */
export type Addressee = Readonly<Record<'salutation' | 'firstName' | 'lastName', string>>

/** Returns whom messages about the booking greet: the booker if there is one, else the patient. */
export function addresseeOf(booking: Addressee & BookerColumns): Addressee {
  const booker = bookerOf(booking)
  // The form does not ask a booker for a salutation.
  return booker ? { ...booker, salutation: '' } : booking
}

/** The addressee of a message to somebody whose name the portal does not know. */
export const NOBODY: Addressee = { salutation: '', firstName: '', lastName: '' }

/**
 * Returns the values of the placeholders that every message has, about the addressee and the practice.
 * Somebody without a salutation is greeted by the first name, because a last name alone is impolite.
 */
export function addressValues(
  practice: Practice,
  { salutation, firstName, lastName }: Addressee = NOBODY,
): Values {
  const greeting = ['Guten Tag', salutation || firstName, lastName].filter((word) => word !== '')
  return {
    Anrede: `${greeting.join(' ')}!`,
    Name: `${firstName} ${lastName}`.trim(),
    Ordination: practice.name || 'Ordination',
    Telefon: practice.phone,
  }
}
