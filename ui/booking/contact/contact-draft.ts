import { isMinor } from '../../../src/shared/contact/birth-date.ts'
import { EMPTY_TEXTS } from '../../../src/shared/contact/contact.ts'
import type { ContactForm, ForWhom } from '../../../src/shared/contact/contact-form.ts'
import type { Day } from '../../../src/shared/day.ts'

/** The values of the contact form, which may be empty, partial or complete. */
export type ContactDraft = Omit<ContactForm, 'salutation'> & {
  salutation: ContactForm['salutation'] | ''
  /**
   * The person whom the form does not show at present: the booker while the patient is somebody else,
   * otherwise the last other patient (docs/behaviour.md 5.18).
   */
  other: PatientDraft
}

// E-mail and phone belong to the person who books, whoever the patient is.
const { email: _email, mobile: _mobile, ...EMPTY_PATIENT_TEXTS } = EMPTY_TEXTS

/** The fields about the patient, empty. All other fields say how to reach the person who books. */
const EMPTY_PATIENT = {
  ...EMPTY_PATIENT_TEXTS,
  country: 'AT',
  svn4: '',
  svnMode: 'key',
} as const

/** The values of the fields about one patient. */
export type PatientDraft = Pick<ContactDraft, keyof typeof EMPTY_PATIENT>

/** The names of the fields about the patient. */
export const PATIENT_FIELDS = Object.keys(EMPTY_PATIENT) as (keyof PatientDraft)[]

/** The values of an untouched form. */
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
 * Returns the draft after another answer to "Wer kommt?". A change between "for me" and "for somebody else"
 * swaps the persons: the form shows the other person's values, and hides the present ones. The present
 * e-mail address stays in the form if the other person has none yet (docs/behaviour.md 5.18).
 */
export function changeForWhom(draft: ContactDraft, forWhom: ForWhom, today: Day): ContactDraft {
  const changed = { ...draft, forWhom }
  const wasForSelf = draft.forWhom === 'me'
  const isForSelf = forWhom === 'me'
  // Child, relative and other all mean the same other person.
  if (wasForSelf === isForSelf) return changed
  if (isForSelf)
    return {
      ...swapPersons(changed),
      firstName: draft.bookerFirstName,
      lastName: draft.bookerLastName,
      bookerFirstName: '',
      bookerLastName: '',
    }
  // A minor's data under "Für mich" are the child's own, so they stay in the form.
  if (isMinor(draft.birthDate, today)) return { ...changed, other: EMPTY_PATIENT }
  // The booker's name has fields of its own while the form shows another patient.
  return { ...swapPersons(changed), bookerFirstName: draft.firstName, bookerLastName: draft.lastName }
}

/**
 * Returns the draft with the values of the other person in the form, and those of the shown one in `other`.
 */
function swapPersons(draft: ContactDraft): ContactDraft {
  const shown = Object.fromEntries(PATIENT_FIELDS.map((field) => [field, draft[field]])) as PatientDraft
  const { address, zip, city, country, ...otherPerson } = draft.other
  // The country alone is not an address, because it is never empty.
  const hasOwnAddress = [address, zip, city].some((text) => text !== '')
  return {
    ...draft,
    ...otherPerson,
    ...(hasOwnAddress && { address, zip, city, country }),
    other: shown,
  }
}
