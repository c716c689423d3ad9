import * as v from 'valibot'
import type { Booker, Relation } from '../../../src/shared/contact/booker.ts'
import { BOOKED_BY } from '../../../src/shared/contact/booker-text.ts'
import { CONTACT_HEADINGS, EMPTY_TEXTS } from '../../../src/shared/contact/contact.ts'
import {
  type CorrectedContact,
  type ManualContact,
  manualContactSchema,
} from '../../../src/shared/contact/manual-contact.ts'
import { type Day, isDay, wallMinutes } from '../../../src/shared/day.ts'
import { type FieldErrors, fieldErrorsOf, type ReadDraft } from '../../../src/shared/field-errors.ts'
import type { FormOf, SubmitForm } from '../forms/use-submit-form.ts'
import { resourceParam } from '../resources/resource-param.ts'

/** The labels of the fields in which the practice enters or corrects a contact. */
export const CONTACT_LABELS = {
  ...CONTACT_HEADINGS,
  svn4: 'SVNR',
  reminderBySms: 'Erinnerung per SMS statt E-Mail',
  booker: BOOKED_BY,
} satisfies Record<keyof CorrectedContact, string>

/** The values of the fields in which the practice enters a contact. */
export type ManualContactDraft = Record<Exclude<keyof ManualContact, 'reminderBySms' | 'booker'>, string> & {
  reminderBySms: boolean
  /** The booker. An empty relation means that the patient has no booker. */
  booker: Omit<Booker, 'relation'> & { relation: Relation | '' }
}

/** A form that has the fields of a contact, perhaps among others. */
export type ContactForm = FormOf<ManualContactDraft>

/** The fields of an appointment that the practice enters. */
export type BookingDraft = ManualContactDraft & {
  service: string
  /** The id of the wished doctor or room; '' for any. */
  resource: string
  day: Day
  /** `HH:MM` */
  time: string
  message: string
}

/** The fields of a contact before anything is entered. */
export const EMPTY_CONTACT: ManualContactDraft = {
  ...EMPTY_TEXTS,
  country: 'AT',
  reminderBySms: false,
  booker: { relation: '', firstName: '', lastName: '' },
}

/** The fields of a new appointment before anything is entered. */
export const EMPTY_BOOKING_DRAFT: BookingDraft = {
  service: '',
  resource: '',
  day: '',
  time: '',
  message: '',
  ...EMPTY_CONTACT,
}

/** The body of POST /api/admin/bookings; the start is Vienna's wall time. */
export type BookingRequest = {
  service_id: string
  resource?: string
  start: string
  contact: ManualContact
  message: string
}

/** The form of a new appointment. */
export type BookingForm = SubmitForm<BookingDraft, BookingRequest, { id: string }>

/** Returns the start as Vienna's wall time, or an error for each faulty field. */
export function readStart({ day, time }: Pick<BookingDraft, 'day' | 'time'>): ReadDraft<string> {
  const errors: FieldErrors = {
    ...(!isDay(day) && { day: 'Bitte ein Datum angeben.' }),
    ...(wallMinutes(time) === undefined && { time: 'Bitte eine Uhrzeit wählen oder eintippen.' }),
  }
  return Object.keys(errors).length > 0 ? { errors } : { output: `${day}T${time}` }
}

/** Returns the body of the call, or a sentence for each faulty field. @param today the latest day of birth */
export function readDraft(draft: BookingDraft, today: Day): ReadDraft<BookingRequest> {
  const { service, resource, day, time, message, ...fields } = draft
  const contact = v.safeParse(manualContactSchema({ today }), fields)
  const start = readStart({ day, time })
  const errors: FieldErrors = {
    ...(service === '' && { service: 'Bitte eine Leistung wählen.' }),
    ...start.errors,
    ...(!contact.success && fieldErrorsOf(contact.issues)),
  }
  if (!contact.success || start.output === undefined || Object.keys(errors).length > 0) return { errors }
  return {
    output: {
      service_id: service,
      ...resourceParam(resource),
      start: start.output,
      contact: contact.output,
      message,
    },
  }
}

/** Renames the server's errors to the fields of the form, where the start is entered as day and time. */
export function draftErrors({ service_id, start, ...errors }: FieldErrors): FieldErrors {
  return { ...errors, ...(service_id && { service: service_id }), ...(start && { time: start }) }
}
