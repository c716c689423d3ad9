import { type BookerColumns, bookerOf } from '../shared/contact/booker.ts'
import type { Values } from '../shared/messages/placeholders.ts'
import type { Practice } from '../shared/settings/settings.ts'

/** A person as messages greet them; what is not known is empty. */
export type Addressee = Readonly<Record<'salutation' | 'firstName' | 'lastName', string>>

/** Whom the messages about an appointment greet: who booked it. */
export function addresseeOf(booking: Addressee & BookerColumns): Addressee {
  const booker = bookerOf(booking)
  return booker ? { ...booker, salutation: '' } : booking
}

export const NOBODY: Addressee = { salutation: '', firstName: '', lastName: '' }

/** What the placeholders for people and the practice stand for. */
export function namesOf(practice: Practice, { salutation, firstName, lastName }: Addressee = NOBODY): Values {
  const hello = ['Guten Tag', salutation || firstName, lastName].filter((word) => word !== '')
  return {
    Anrede: `${hello.join(' ')}!`,
    Name: `${firstName} ${lastName}`.trim(),
    Ordination: practice.name || 'Ordination',
    Telefon: practice.phone,
  }
}
