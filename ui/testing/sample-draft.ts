import { type ContactDraft, changeForWhom, EMPTY_CONTACT_DRAFT } from '../booking/contact/contact-draft.ts'

/** The present instant at which the tests keep their drafts. */
export const DRAFT_NOW = Date.parse('2027-01-07T12:40:00Z')
/** The Vienna day of `DRAFT_NOW`. */
export const DRAFT_TODAY = '2027-01-07'

/** With these options `keepDraft` keeps the draft in the tab alone. */
export const IN_TAB = { onDevice: false, now: DRAFT_NOW }
/** With these options `keepDraft` keeps the draft on the device too. */
export const ON_DEVICE = { onDevice: true, now: DRAFT_NOW }

/** Tells `recallDraft` and `forgetDraft` that "Auf diesem Gerät merken" is ticked. */
export const REMEMBERED = true
/** Tells `recallDraft` and `forgetDraft` that "Auf diesem Gerät merken" is not ticked. */
export const NOT_REMEMBERED = false

/** A form that an adult has filled in for herself. */
export const SAMPLE_DRAFT: ContactDraft = {
  ...EMPTY_CONTACT_DRAFT,
  salutation: 'Frau',
  firstName: 'Rosa',
  lastName: 'Musterfrau',
  email: 'rosa@musterfrau.example',
  mobile: '+43 660 0000012',
  address: 'Erfundene Gasse 7',
  zip: '6850',
  city: 'Dornbirn',
  country: 'AT',
  birthDate: '1958-03-14',
  svn4: '1238',
  svnMode: 'key',
  reminderBySms: true,
}

/** The fields about her seven-year-old child. */
export const SAMPLE_CHILD = {
  salutation: 'Herr',
  firstName: 'Max',
  lastName: 'Kindermann',
  birthDate: '2019-03-14',
  svn4: '1231',
} as const

/** The form after she has typed her own data, chosen her child as the patient, and typed his. */
export const DRAFT_FOR_CHILD = { ...changeForWhom(SAMPLE_DRAFT, 'child', DRAFT_TODAY), ...SAMPLE_CHILD }
