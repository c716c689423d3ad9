import type { Day } from '../../../src/shared/day.ts'
import { typedBirthDate } from '../../../src/shared/typed-day.ts'
import type { ManualContactDraft } from './booking-draft.ts'

type TypedPatient = Pick<ManualContactDraft, 'firstName' | 'lastName' | 'mobile' | 'birthDate' | 'email'>

const NOTHING: TypedPatient = { firstName: '', lastName: '', mobile: '', birthDate: '', email: '' }

/**
 * Reads what was typed to find a patient as the contact of a new one: a birth date, a phone number, an
 * e-mail address, else names. The last word is the last name, unless a comma follows the first:
 * `Huber, Anna`.
 */
export function typedPatient(text: string, today: Day): TypedPatient {
  const typed = text.trim().replace(/\s+/g, ' ')
  const birthDate = typedBirthDate(typed, today)
  if (birthDate !== undefined) return { ...NOTHING, birthDate }
  if (/^\+?[\d\s()/.-]+$/.test(typed)) return { ...NOTHING, mobile: typed }
  if (typed.includes('@')) return { ...NOTHING, email: typed }
  if (/\d/.test(typed)) return NOTHING
  const [last = '', first] = typed.split(/\s*,\s*/)
  if (first !== undefined) return { ...NOTHING, firstName: first, lastName: last }
  const space = typed.lastIndexOf(' ')
  return { ...NOTHING, firstName: typed.slice(0, Math.max(0, space)), lastName: typed.slice(space + 1) }
}
