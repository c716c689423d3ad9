import type { Day } from '../../../src/shared/day.ts'
import { readTypedBirthDate } from '../../../src/shared/typed-day.ts'
import type { ManualContactDraft } from './contact-draft.ts'

type TypedPatient = Pick<ManualContactDraft, 'firstName' | 'lastName' | 'mobile' | 'birthDate' | 'email'>

const NOTHING_READ: TypedPatient = { firstName: '', lastName: '', mobile: '', birthDate: '', email: '' }

/**
 * Least digits of a phone number with its area code. A birth date that is half typed has fewer: `12.12.198`.
 */
const LEAST_PHONE_DIGITS = 8

/** Digits with what people write between them: +43 664 / 12 34, (0664) 12-34. */
const PHONE_CHARACTERS_ONLY = /^\+?[\d\s()/.-]+$/

/**
 * Reads the text typed in the patient search as the contact of a new patient: a birth date, a phone number,
 * an e-mail address, else names. The last word is the last name, unless a comma follows the last name:
 * `Huber, Anna`.
 */
export function readTypedPatient(text: string, today: Day): TypedPatient {
  const typed = text.trim().replace(/\s+/g, ' ')
  // A birth date such as 12.1.1980 looks like a phone number too.
  const birthDate = readTypedBirthDate(typed, today)
  if (birthDate !== undefined) return { ...NOTHING_READ, birthDate }
  if (isPhoneNumber(typed)) return { ...NOTHING_READ, mobile: typed }
  if (typed.includes('@')) return { ...NOTHING_READ, email: typed }
  // Names have no digits. The text may be a part of a phone number or of a birth date, such as `12. Jän`.
  if (/\d/.test(typed)) return NOTHING_READ
  const [beforeComma = '', afterComma] = typed.split(/\s*,\s*/)
  if (afterComma !== undefined) return { ...NOTHING_READ, firstName: afterComma, lastName: beforeComma }
  const lastSpace = typed.lastIndexOf(' ')
  // A single word is a last name.
  return {
    ...NOTHING_READ,
    firstName: typed.slice(0, Math.max(0, lastSpace)),
    lastName: typed.slice(lastSpace + 1),
  }
}

function isPhoneNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  return PHONE_CHARACTERS_ONLY.test(text) && digits.length >= LEAST_PHONE_DIGITS
}
