import { useEffect, useMemo, useRef, useState } from 'react'
import type { Relation } from '../../../src/shared/contact/booker.ts'
import type { Day } from '../../../src/shared/day.ts'
import { refreshShown } from '../../api/admin.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { draftSchema } from '../forms/draft-schema.ts'
import { useSubmitForm } from '../forms/use-submit-form.ts'
import { useServices } from '../services/use-services.ts'
import {
  type BookingDraft,
  type BookingForm,
  draftErrors,
  EMPTY_BOOKING_DRAFT,
  EMPTY_CONTACT,
  readDraft,
} from './booking-draft.ts'
import { type Entered, enterBooking } from './enter-booking.ts'
import { enterSeries } from './enter-series.ts'
import { type PatientDetail, readPatient } from './patient-query.ts'
import type { ChosenSeries } from './series.tsx'

export type NewBookingOptions = {
  /** The day and time that were pressed in the calendar. */
  day?: Day | undefined
  time?: string | undefined
  service?: string | undefined
  /** The id of the doctor or room whose time was pressed. */
  resource?: string | undefined
  /** The patient of whom an appointment is known. */
  known: PatientDetail | undefined
  onEntered: (booking: string) => void
}

/** The form of a new appointment, or of a series, with what it knows of the patient. */
export function useNewBooking({
  day,
  time = '',
  service: wanted = '',
  resource: pressed = '',
  known,
  onEntered,
}: NewBookingOptions) {
  const today = viennaToday()
  const [patient, setPatient] = useState(known)
  /** Undefined for a single appointment. */
  const [series, setSeries] = useState<ChosenSeries>()
  /** The start that is kept although paddings are in the way. */
  const [kept, setKept] = useState('')
  /** The appointment after which another one of the same patient is entered. */
  const [before, setBefore] = useState<Entered>()
  const goesOn = useRef(false)
  /** The element around the field of the service, which gets the focus after the patient is known. */
  const serviceArea = useRef<HTMLDivElement>(null)
  const { services = [] } = useServices()
  const schema = useMemo(() => draftSchema((draft: BookingDraft) => readDraft(draft, today)), [today])
  const form = useSubmitForm({
    schema,
    defaultValues: {
      ...EMPTY_BOOKING_DRAFT,
      ...(known && contactDraft(known)),
      service: wanted || (known ? lastService(known) : ''),
      resource: pressed,
      day: day ?? today,
      time,
    },
    toFields: draftErrors,
    send: (json) =>
      series === undefined
        ? enterBooking({ ...json, ...(kept === json.start && { without_paddings: true }) })
        : enterSeries(json, series),
    valuesAfter: (_entered, sent) => ({ ...sent, time: '', message: '' }),
    failure:
      series === undefined
        ? 'Der Termin konnte nicht eingetragen werden.'
        : 'Die Serie konnte nicht eingetragen werden.',
    onSuccess: async (entered) => {
      await refreshShown()
      if (!goesOn.current) return onEntered(entered.id)
      setSeries(undefined)
      setBefore(entered)
      focusService()
    },
  })
  useFocusOnError(form.formState.submitCount)

  const focusService = () => serviceArea.current?.querySelector('select')?.focus()
  const set = (values: Partial<BookingDraft>) => {
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
    for (const [name, value] of Object.entries(values))
      form.setValue(name as keyof BookingDraft, value as string, options)
  }
  const choosePatient = async (bookingId: string) => {
    const hadService = form.getValues('service') !== ''
    const chosen = await readPatient(bookingId)
    setPatient(chosen)
    const last = lastService(chosen)
    const isOffered = services.some(({ id, active }) => active && id === last)
    set({ ...contactDraft(chosen), ...(!hadService && isOffered && { service: last }) })
    // The list of the patients, which had the focus, is gone.
    requestAnimationFrame(focusService)
  }
  const forgetPatient = () => {
    setPatient(undefined)
    set(EMPTY_CONTACT)
  }
  /** The person on the telephone books for another one, who may have the same last name. */
  const bookFor = (relation: Relation) => {
    const { firstName, lastName, booker } = form.getValues()
    if (booker.firstName !== '' || booker.lastName !== '') return
    set({ booker: { relation, firstName, lastName }, firstName: '', salutation: '', birthDate: '' })
    if (relation !== 'child') set({ lastName: '' })
    requestAnimationFrame(() => form.setFocus('firstName'))
  }

  const ownForm: BookingForm = {
    ...form,
    submit: (event) => {
      goesOn.current = false
      return form.submit(event)
    },
  }
  return {
    form: ownForm,
    /** Enters the appointment, and empties the form for another one of the same patient. */
    submitAndGoOn: () => {
      goesOn.current = true
      return form.submit()
    },
    set,
    patient,
    choosePatient,
    forgetPatient,
    bookFor,
    series,
    setSeries,
    kept,
    setKept,
    before,
    forgetBefore: () => setBefore(undefined),
    serviceArea,
  }
}

/** Returns the fields of the contact that the newest booking of the patient has. */
function contactDraft({ contact: { svnr_masked: _, booker, ...contact } }: PatientDetail) {
  return { ...EMPTY_CONTACT, ...contact, booker: booker ?? EMPTY_CONTACT.booker }
}

/** Returns the service of the last appointment; '' for one that is for first visits only. */
function lastService({ bookings }: PatientDetail): string {
  const last = bookings.find(({ first_visit }) => !first_visit)
  return last?.service_id ?? ''
}

/** Fields in "Weitere Angaben" can take the focus only a frame later, when those have opened. */
function useFocusOnError(submitCount: number) {
  useEffect(() => {
    if (submitCount === 0) return
    const frame = requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('dialog[open] [aria-invalid="true"]')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [submitCount])
}
