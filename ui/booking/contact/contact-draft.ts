import { isMinor } from '../../../src/shared/contact/birth-date.ts'
import { EMPTY_TEXTS } from '../../../src/shared/contact/contact.ts'
import type { ContactForm, ForWhom } from '../../../src/shared/contact/contact-form.ts'
import type { Day } from '../../../src/shared/day.ts'

/** The values of the contact form, which may be empty, partial or complete. */
export type ContactDraft = Omit<ContactForm, 'salutation'> & {
  salutation: ContactForm['salutation'] | ''
  /**
   * The person whom the form does not show at present: the booker while the patient is somebody else, and
   * otherwise the patient for whom the booker has booked last (docs/behaviour.md 5.18).
   */
  other: PatientDraft
}

// E-mail and phone belong to the person who books, whoever the patient is.
const { email: _email, mobile: _mobile, ...EMPTY_PATIENT_TEXTS } = EMPTY_TEXTS

/** The fields about the patient, empty. All others are about how the person who books is reached. */
const EMPTY_PATIENT = {
  ...EMPTY_PATIENT_TEXTS,
  country: 'AT',
  svn4: '',
  svnMode: 'key',
} as const

/** The values of the fields about one patient. */
export type PatientDraft = Pick<ContactDraft, keyof typeof EMPTY_PATIENT>

export const PATIENT_FIELDS = Object.keys(EMPTY_PATIENT) as (keyof PatientDraft)[]

/** The values of a form in which nothing was typed yet. */
export const EMPTY_CONTACT_DRAFT: ContactDraft = {
  ...EMPTY_TEXTS,
  ...EMPTY_PATIENT,
  reminderBySms: false,
  forWhom: 'me',
  bookerFirstName: '',
  bookerLastName: '',
  other: EMPTY_PATIENT,
}

/**
 * Returns the draft after another answer to "Wer kommt?". Between the patient's own booking and one for
 * somebody else, the form changes persons: it then shows the values of the other person, and hides those that
 * it has shown. An address counts for both persons until each has an address of its own (docs/behaviour.md
 * 5.18).
 */
export function changeForWhom(draft: ContactDraft, forWhom: ForWhom, today: Day): ContactDraft {
  const changed = { ...draft, forWhom }
  const wasForSelf = draft.forWhom === 'me'
  const isForSelf = forWhom === 'me'
  // Child, relative and other are the same other person.
  if (wasForSelf === isForSelf) return changed
  const shown = Object.fromEntries(PATIENT_FIELDS.map((field) => [field, draft[field]])) as PatientDraft
  // A minor's data under "Für mich" are those of the child, so they stay in the form.
  if (!isForSelf && isMinor(shown.birthDate, today)) return { ...changed, other: EMPTY_PATIENT }
  const { address, zip, city, country, ...otherPerson } = draft.other
  // The country alone is no address, because it is never empty.
  const hasOwnAddress = [address, zip, city].some((text) => text !== '')
  const swapped = {
    ...changed,
    ...otherPerson,
    ...(hasOwnAddress && { address, zip, city, country }),
    other: shown,
  }
  // The booker's name has fields of its own while the form shows another patient.
  return isForSelf
    ? {
        ...swapped,
        firstName: draft.bookerFirstName,
        lastName: draft.bookerLastName,
        bookerFirstName: '',
        bookerLastName: '',
      }
    : { ...swapped, bookerFirstName: shown.firstName, bookerLastName: shown.lastName }
}
