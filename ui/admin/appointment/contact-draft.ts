import type { Booker, Relation } from '../../../src/shared/contact/booker.ts'
import { BOOKED_BY } from '../../../src/shared/contact/booker-text.ts'
import { CONTACT_HEADINGS, EMPTY_TEXTS } from '../../../src/shared/contact/contact.ts'
import type { ManualContact, PracticeContact } from '../../../src/shared/contact/manual-contact.ts'
import type { FormOf } from '../forms/use-submit-form.ts'

/** The labels of the fields in which the practice enters or corrects a contact. */
export const CONTACT_LABELS = {
  ...CONTACT_HEADINGS,
  svn4: 'SVNR',
  reminderBySms: 'Erinnerung per SMS statt E-Mail',
  booker: BOOKED_BY,
} satisfies Record<keyof PracticeContact, string>

/** The values of the fields in which the practice enters a contact. */
export type ManualContactDraft = Record<Exclude<keyof ManualContact, 'reminderBySms' | 'booker'>, string> & {
  reminderBySms: boolean
  /** The booker. An empty relation means that the patient has no booker. */
  booker: Omit<Booker, 'relation'> & { relation: Relation | '' }
}

/** A form that has the fields of a contact, perhaps among others. */
export type ContactForm = FormOf<ManualContactDraft>

/** The fields of a contact before anything is entered. */
export const EMPTY_CONTACT: ManualContactDraft = {
  ...EMPTY_TEXTS,
  country: 'AT',
  reminderBySms: false,
  booker: { relation: '', firstName: '', lastName: '' },
}
