import type { Day } from '../../../src/shared/day.ts'
import { typedBirthDate } from '../../../src/shared/typed-day.ts'
import type { ManualContactDraft } from './booking-draft.ts'

type TypedPatient = Pick<ManualContactDraft, 'firstName' | 'lastName' | 'mobile' | 'birthDate' | 'email'>

const EMPTY: TypedPatient = { firstName: '', lastName: '', mobile: '', birthDate: '', email: '' }

/**
 * Reads what was typed to find a patient as the contact of a new one: a birth date, a phone number, an
 * e-mail address, else names. The last word is the last name, unless a comma follows the last name:
 * `Huber, Anna`.
 */
export function typedPatient(text: string, today: Day): TypedPatient {
  const typed = text.trim().replace(/\s+/g, ' ')
  // A birth date such as 12.1.1980 looks like a phone number too.
  const birthDate = typedBirthDate(typed, today)
  if (birthDate !== undefined) return { ...EMPTY, birthDate }
  if (/^\+?[\d\s()/.-]+$/.test(typed)) return { ...EMPTY, mobile: typed }
  if (typed.includes('@')) return { ...EMPTY, email: typed }
  // No name has digits; what was typed may be half of a birth date.
  if (/\d/.test(typed)) return EMPTY
  const [last = '', first] = typed.split(/\s*,\s*/)
  if (first !== undefined) return { ...EMPTY, firstName: first, lastName: last }
  const space = typed.lastIndexOf(' ')
  return { ...EMPTY, firstName: typed.slice(0, Math.max(0, space)), lastName: typed.slice(space + 1) }
}
