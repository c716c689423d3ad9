import { isMinor } from '../../../src/shared/contact/birth-date.ts'
import { RELATIONS } from '../../../src/shared/contact/booker.ts'
import { EMPTY_TEXTS, REMEMBERED_DAYS } from '../../../src/shared/contact/contact.ts'
import type { ContactForm, ForWhom } from '../../../src/shared/contact/contact-form.ts'
import { splitName } from '../../../src/shared/contact/older-contact.ts'
import { DAY_LENGTH, type Day, type Instant } from '../../../src/shared/day.ts'
import { type BrowserStorage, MAIL_SENT_KEY, recordIn } from '../../patient/browser-storage.ts'

/** The values of the contact form, which may be empty, partial or complete. */
export type ContactDraft = Omit<ContactForm, 'salutation'> & {
  salutation: ContactForm['salutation'] | ''
  /**
   * The person whom the form does not show at present: the booker while the patient is somebody else, and
   * otherwise the patient for whom the booker has booked last (docs/behaviour.md 5.18).
   */
  other: PatientDraft
}

const { email: _email, mobile: _mobile, ...EMPTY_PATIENT_TEXTS } = EMPTY_TEXTS

/** The fields about the patient. All others are about how the person who books is reached. */
const EMPTY_PATIENT = {
  ...EMPTY_PATIENT_TEXTS,
  country: 'AT',
  svn4: '',
  svnMode: 'key',
} as const

type PatientDraft = Pick<ContactDraft, keyof typeof EMPTY_PATIENT>

const PATIENT_FIELDS = Object.keys(EMPTY_PATIENT) as (keyof PatientDraft)[]

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
 * Returns the draft after another answer to "Wer kommt?". The form then shows the values of the other person,
 * and hides those that it has shown. An address counts for both persons until each has an address of its own
 * (docs/behaviour.md 5.18).
 */
export function changeForWhom(draft: ContactDraft, forWhom: ForWhom, today: Day): ContactDraft {
  const changed = { ...draft, forWhom }
  const wasForSelf = draft.forWhom === 'me'
  const isForSelf = forWhom === 'me'
  if (wasForSelf === isForSelf) return changed
  const shown = Object.fromEntries(PATIENT_FIELDS.map((field) => [field, draft[field]])) as PatientDraft
  // A minor's data under "Für mich" are those of the child, so they stay in the form.
  if (!isForSelf && isMinor(shown.birthDate, today)) return { ...changed, other: EMPTY_PATIENT }
  const { address, zip, city, country, ...patient } = draft.other
  const hasOwnAddress = [address, zip, city].some((text) => text !== '')
  const swapped = {
    ...changed,
    ...patient,
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

/** The key of the tab's copy, which survives a reload of the page. */
const TAB_KEY = 'ordi_draft'
/** The key of the device's copy, which exists only if the patient has ticked "Auf diesem Gerät merken". */
const DEVICE_KEY = 'ordi_contact'

/** A new booking is for oneself, and the day counts only for a change to somebody else. */
const ANY_DAY: Day = ''

/**
 * Returns the form's first values: the tab's own draft, or else the device's copy, or else empty values. A
 * copy that is too old is deleted. @param remember whether "Auf diesem Gerät merken" is ticked
 */
export function recallDraft({ tab, device }: BrowserStorage, remember: boolean, now: Instant): ContactDraft {
  const typed = tab.read(TAB_KEY)
  if (typed !== null) return draftIn(recordIn(typed))
  const stored = recordIn(device.read(DEVICE_KEY))
  // An older version stored no instant. Its copy is kept for the full number of days from now on.
  if ('name' in stored && !('savedAt' in stored)) {
    stored.savedAt = now
    device.write(DEVICE_KEY, JSON.stringify(stored))
  }
  // Without a stored copy the age is NaN, which no condition below accepts.
  const age = now - Number(stored.savedAt)
  // The age is slightly negative if the clock was put back since.
  if (age > -DAY_LENGTH && age < REMEMBERED_DAYS * DAY_LENGTH)
    return remember ? changeForWhom(draftIn(stored), 'me', ANY_DAY) : EMPTY_CONTACT_DRAFT
  device.write(DEVICE_KEY, undefined)
  return EMPTY_CONTACT_DRAFT
}

/** Returns whether the patient has typed something into the form in this tab. */
export function hasDraft({ tab }: BrowserStorage): boolean {
  return tab.read(TAB_KEY) !== null
}

/** Stores the draft for a reload of this tab and, with `onDevice`, also on the device. */
export function keepDraft(
  { tab, device }: BrowserStorage,
  draft: ContactDraft,
  { onDevice, now }: { onDevice: boolean; now: Instant },
): void {
  const stored = withoutSvnr(draft)
  tab.write(TAB_KEY, JSON.stringify(stored))
  if (onDevice) device.write(DEVICE_KEY, JSON.stringify({ ...stored, savedAt: now }))
}

/**
 * Deletes the device's copy, after "Gespeicherte Daten löschen" or when "Auf diesem Gerät merken" is
 * unticked.
 */
export function forgetRemembered({ device }: BrowserStorage): void {
  device.write(DEVICE_KEY, undefined)
}

/** Deletes the tab's copy after the booking, and without `remember` also the device's. */
export function forgetDraft(memory: BrowserStorage, remember: boolean): void {
  memory.tab.write(TAB_KEY, undefined)
  memory.tab.write(MAIL_SENT_KEY, undefined)
  if (!remember) forgetRemembered(memory)
}

/**
 * Removes both persons' social security numbers, which are not even stored for a reload (docs/behaviour.md
 * 4.14).
 */
function withoutSvnr({ svn4: _, other: { svn4: _other, ...other }, ...rest }: ContactDraft): object {
  return { ...rest, other }
}

/** Reads a draft that this version or an older one has stored. Values of a wrong type count as empty. */
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

/** Reads a patient. A single `name`, which an older version stored, becomes first and last name. */
function patientIn(stored: Record<string, unknown>): PatientDraft {
  const text = textIn(stored)
  const older = splitName(text('name'))
  const salutation = text('salutation')
  const svnMode = text('svnMode')
  const texts = PATIENT_FIELDS.map((field) => [field, text(field)])
  return {
    ...(Object.fromEntries(texts) as Record<keyof PatientDraft, string>),
    salutation: salutation === 'Frau' || salutation === 'Herr' ? salutation : '',
    firstName: text('firstName') || older.firstName,
    lastName: text('lastName') || older.lastName,
    country: 'country' in stored ? text('country') : EMPTY_CONTACT_DRAFT.country,
    svn4: '',
    svnMode: svnMode === 'full' || svnMode === 'none' ? svnMode : 'key',
  }
}

/** Returns a function that reads a text of the stored object; '' for everything that is no text. */
function textIn(stored: Record<string, unknown>) {
  return (key: string) => (typeof stored[key] === 'string' ? stored[key] : '')
}
