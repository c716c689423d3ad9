import * as v from 'valibot'
import { type ManualContact, practiceContactSchema } from '../../../src/shared/contact/manual-contact.ts'
import type { Day } from '../../../src/shared/day.ts'
import { type FieldErrors, fieldErrorsOf, type ReadDraft } from '../../../src/shared/field-errors.ts'
import type { SubmitForm } from '../forms/use-submit-form.ts'
import { resourceParam } from '../resources/resource-param.ts'
import { EMPTY_CONTACT, type ManualContactDraft } from './contact-draft.ts'
import { readStart } from './day-and-time.ts'

/** The fields of an appointment that the practice enters. */
export type BookingDraft = ManualContactDraft & {
  /** The id of the chosen service; '' while none is chosen. */
  service: string
  /** The id of the wished doctor or room; '' for any. */
  resource: string
  day: Day
  /** `HH:MM` */
  time: string
  message: string
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

/** Returns the body of the call, or a sentence for each faulty field. @param today the latest day of birth */
export function readBookingDraft(draft: BookingDraft, today: Day): ReadDraft<BookingRequest> {
  const { service: serviceId, resource: resourceId, day, time, message, ...fields } = draft
  const contact = v.safeParse(practiceContactSchema({ today }), fields)
  const start = readStart({ day, time })
  const errors: FieldErrors = {
    ...(serviceId === '' && { service: 'Bitte eine Leistung wählen.' }),
    ...start.errors,
    ...(!contact.success && fieldErrorsOf(contact.issues)),
  }
  if (!contact.success || start.output === undefined || Object.keys(errors).length > 0) return { errors }
  return {
    output: {
      service_id: serviceId,
      ...resourceParam(resourceId),
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
