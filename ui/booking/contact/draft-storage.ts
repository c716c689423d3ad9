import { RELATIONS } from '../../../src/shared/contact/booker.ts'
import { REMEMBERED_DAYS } from '../../../src/shared/contact/contact.ts'
import { splitName } from '../../../src/shared/contact/older-contact.ts'
import { DAY_LENGTH, type Instant } from '../../../src/shared/day.ts'
import { type BrowserStorage, MAIL_SENT_KEY, recordIn } from '../../patient/browser-storage.ts'
import {
  type ContactDraft,
  changeForWhom,
  EMPTY_CONTACT_DRAFT,
  PATIENT_FIELDS,
  type PatientDraft,
} from './contact-draft.ts'

/** The key of the tab's copy, which survives a reload of the page. */
const TAB_KEY = 'ordi_draft'
/** The key of the device's copy, which exists only if the patient has ticked "Auf diesem Gerät merken". */
const DEVICE_KEY = 'ordi_contact'

/**
 * Returns the form's first values: the tab's own draft, or else the device's copy, or else empty values.
 * @param remember whether "Auf diesem Gerät merken" is ticked
 */
export function recallDraft({ tab, device }: BrowserStorage, remember: boolean, now: Instant): ContactDraft {
  const ownDraft = tab.read(TAB_KEY)
  if (ownDraft !== null) return draftIn(recordIn(ownDraft))
  const copy = deviceCopy(device, now)
  return remember && copy ? asForSelf(draftIn(copy)) : EMPTY_CONTACT_DRAFT
}

/** Returns the device's copy. One that is too old, or cannot be read, is deleted. */
function deviceCopy(device: BrowserStorage['device'], now: Instant): Record<string, unknown> | undefined {
  const stored = recordIn(device.read(DEVICE_KEY))
  // An older version stored no time. Its copy is kept for the full number of days from now on.
  if ('name' in stored && !('savedAt' in stored)) {
    stored.savedAt = now
    device.write(DEVICE_KEY, JSON.stringify(stored))
  }
  if (isRecent(Number(stored.savedAt), now)) return stored
  device.write(DEVICE_KEY, undefined)
  return undefined
}

/** Returns whether a copy is not too old yet. @param savedAt NaN if there is no copy, which is not recent */
function isRecent(savedAt: Instant, now: Instant): boolean {
  const age = now - savedAt
  // The age is negative if the clock has been put back since.
  return age > -DAY_LENGTH && age < REMEMBERED_DAYS * DAY_LENGTH
}

/** Returns the draft for a new booking, which is initially for the person who books. */
function asForSelf(draft: ContactDraft): ContactDraft {
  // `changeForWhom` needs the day only for a change to somebody else.
  const anyDay = ''
  return changeForWhom(draft, 'me', anyDay)
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
export function forgetDeviceDraft({ device }: BrowserStorage): void {
  device.write(DEVICE_KEY, undefined)
}

/** Deletes the tab's copy after the booking, and without `remember` also the device's. */
export function forgetDraft(storage: BrowserStorage, remember: boolean): void {
  storage.tab.write(TAB_KEY, undefined)
  storage.tab.write(MAIL_SENT_KEY, undefined)
  if (!remember) forgetDeviceDraft(storage)
}

/**
 * Removes both persons' social security numbers, which are never stored, not even for a reload
 * (docs/behaviour.md 4.14).
 */
function withoutSvnr({ svn4: _, ...draft }: ContactDraft): object {
  const { svn4: _other, ...other } = draft.other
  return { ...draft, other }
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
  const olderName = splitName(text('name'))
  const salutation = text('salutation')
  const svnMode = text('svnMode')
  const texts = PATIENT_FIELDS.map((field) => [field, text(field)])
  return {
    ...(Object.fromEntries(texts) as Record<keyof PatientDraft, string>),
    salutation: salutation === 'Frau' || salutation === 'Herr' ? salutation : '',
    firstName: text('firstName') || olderName.firstName,
    lastName: text('lastName') || olderName.lastName,
    country: 'country' in stored ? text('country') : EMPTY_CONTACT_DRAFT.country,
    svn4: '',
    svnMode: svnMode === 'full' || svnMode === 'none' ? svnMode : 'key',
  }
}

/** Returns a function that reads a text from the stored object; '' for a value of another type. */
function textIn(stored: Record<string, unknown>) {
  return (key: string) => (typeof stored[key] === 'string' ? stored[key] : '')
}
