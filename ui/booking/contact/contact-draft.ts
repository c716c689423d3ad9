import { isMinor } from '../../../src/shared/contact/birth-date.ts'
import { RELATIONS } from '../../../src/shared/contact/booker.ts'
import { type ContactForm, type ForWhom, splitName } from '../../../src/shared/contact/contact.ts'
import { DAY_LENGTH, type Day, type Instant } from '../../../src/shared/day.ts'
import { type BrowserStorage, MAIL_SENT_KEY, recordIn } from '../../patient/browser-storage.ts'

/** The contact form as it stands, from empty to complete. */
export type ContactDraft = Omit<ContactForm, 'salutation'> & {
  salutation: ContactForm['salutation'] | ''
  /** Whom the form does not show now: the person who books, or for whom they booked last (docs/behaviour.md 5.18). */
  other: PatientDraft
}

const EMPTY_PATIENT = {
  salutation: '',
  firstName: '',
  lastName: '',
  address: '',
  zip: '',
  city: '',
  country: 'AT',
  birthDate: '',
  svn4: '',
  svnMode: 'key',
} as const

/** What the form asks about the patient. */
type PatientDraft = Pick<ContactDraft, keyof typeof EMPTY_PATIENT>

const PATIENT_FIELDS = Object.keys(EMPTY_PATIENT) as (keyof PatientDraft)[]

export const EMPTY_DRAFT: ContactDraft = {
  ...EMPTY_PATIENT,
  email: '',
  mobile: '',
  reminderBySms: false,
  forWhom: 'me',
  bookerFirstName: '',
  bookerLastName: '',
  other: EMPTY_PATIENT,
}

/**
 * The draft after the answer to "Für wen ist der Termin?" was changed. Each person keeps what was typed for them; an address counts
 * for both until the other one has one (docs/behaviour.md 5.18).
 */
export function changeForWhom(draft: ContactDraft, forWhom: ForWhom, today: Day): ContactDraft {
  const changed = { ...draft, forWhom }
  if ((draft.forWhom === 'me') === (forWhom === 'me')) return changed
  const shown = Object.fromEntries(PATIENT_FIELDS.map((field) => [field, draft[field]])) as PatientDraft
  // Somebody has begun to type the child's data as their own.
  if (forWhom !== 'me' && isMinor(shown.birthDate, today)) return { ...changed, other: EMPTY_PATIENT }
  const { address, zip, city, country, ...person } = draft.other
  Object.assign(changed, person, { bookerFirstName: '', bookerLastName: '', other: shown })
  if (address + zip + city !== '') Object.assign(changed, { address, zip, city, country })
  if (forWhom === 'me')
    return { ...changed, firstName: draft.bookerFirstName, lastName: draft.bookerLastName }
  return { ...changed, bookerFirstName: shown.firstName, bookerLastName: shown.lastName }
}

/** How long "Auf diesem Gerät merken" keeps the contact (docs/behaviour.md 4.15). */
export const REMEMBERED_DAYS = 180

/** The tab's copy lets a reload lose nothing; the device's is there only when the patient wishes so. */
const DRAFT_KEY = 'ordi_draft'
const CONTACT_KEY = 'ordi_contact'

/** What the form starts with: this tab's own draft, else what the device remembers, else nothing. */
export function recallDraft({ tab, device }: BrowserStorage, remember: boolean, now: Instant): ContactDraft {
  const typed = tab.read(DRAFT_KEY)
  if (typed !== null) return draftIn(recordIn(typed))
  const stored = recordIn(device.read(CONTACT_KEY))
  // An older version did not store when: its days count from now on.
  if ('name' in stored && !('savedAt' in stored)) {
    stored.savedAt = now
    device.write(CONTACT_KEY, JSON.stringify(stored))
  }
  const age = now - Number(stored.savedAt)
  // A clock may have been put back a little since.
  if (age > -DAY_LENGTH && age < REMEMBERED_DAYS * DAY_LENGTH)
    return remember ? changeForWhom(draftIn(stored), 'me', '') : EMPTY_DRAFT
  device.write(CONTACT_KEY, undefined)
  return EMPTY_DRAFT
}

/** Something was typed in this tab. */
export function hasDraft({ tab }: BrowserStorage): boolean {
  return tab.read(DRAFT_KEY) !== null
}

/** Keeps the draft for a reload of this tab, and on the device when they shall be remembered there. */
export function keepDraft(
  { tab, device }: BrowserStorage,
  draft: ContactDraft,
  remember: boolean,
  now: Instant,
): void {
  const kept = withoutNumber(draft)
  tab.write(DRAFT_KEY, JSON.stringify(kept))
  if (remember) device.write(CONTACT_KEY, JSON.stringify({ ...kept, savedAt: now }))
}

/** "Gespeicherte Daten löschen", and what happens when "merken" is taken back. */
export function forgetRemembered({ device }: BrowserStorage): void {
  device.write(CONTACT_KEY, undefined)
}

/** After the booking: the tab forgets, and the device too unless it shall remember. */
export function forgetDraft(memory: BrowserStorage, remember: boolean): void {
  memory.tab.write(DRAFT_KEY, undefined)
  memory.tab.write(MAIL_SENT_KEY, undefined)
  if (!remember) forgetRemembered(memory)
}

/** The social security number is never stored, not even for a reload (docs/behaviour.md 4.14). */
function withoutNumber({ svn4: _, other: { svn4: _other, ...other }, ...rest }: ContactDraft): object {
  return { ...rest, other }
}

/** Reads what this or an older version has stored. */
function draftIn(stored: Record<string, unknown>): ContactDraft {
  const text = textIn(stored)
  const forWhom = text('forWhom')
  return {
    ...patientIn(stored),
    email: text('email'),
    mobile: text('mobile'),
    reminderBySms: stored.reminderBySms === true,
    forWhom: RELATIONS.find((relation) => relation === forWhom) ?? 'me',
    bookerFirstName: text('bookerFirstName'),
    bookerLastName: text('bookerLastName'),
    other: patientIn(Object(stored.other)),
  }
}

/** A single `name`, as an older version stored it, becomes first and last name. */
function patientIn(stored: Record<string, unknown>): PatientDraft {
  const text = textIn(stored)
  const older = splitName(text('name'))
  const salutation = text('salutation')
  const svnMode = text('svnMode')
  return {
    salutation: salutation === 'Frau' || salutation === 'Herr' ? salutation : '',
    firstName: text('firstName') || older.firstName,
    lastName: text('lastName') || older.lastName,
    address: text('address'),
    zip: text('zip'),
    city: text('city'),
    country: 'country' in stored ? text('country') : EMPTY_DRAFT.country,
    birthDate: text('birthDate'),
    svn4: '',
    svnMode: svnMode === 'full' || svnMode === 'none' ? svnMode : 'key',
  }
}

function textIn(stored: Record<string, unknown>) {
  return (key: string) => (typeof stored[key] === 'string' ? stored[key] : '')
}
