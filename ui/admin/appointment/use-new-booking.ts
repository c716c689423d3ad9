import { useMemo, useRef, useState } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { refreshAdminData } from '../../api/admin.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { draftSchema } from '../forms/draft-schema.ts'
import { useSubmitForm } from '../forms/use-submit-form.ts'
import {
  type BookingDraft,
  type BookingForm,
  type BookingRequest,
  draftErrors,
  EMPTY_BOOKING_DRAFT,
  readBookingDraft,
} from './booking-draft.ts'
import type { EnteredBooking } from './enter-booking.ts'
import type { PatientDetail } from './patient-query.ts'
import type { ChosenSeries } from './series-fields.tsx'
import { contactDraft, lastServiceId, useDraftPatient } from './use-draft-patient.ts'
import { useEntering } from './use-entering.ts'
import { useFocusOnError } from './use-focus-on-error.ts'

export type NewBookingOptions = {
  /** The day that was pressed in the calendar. */
  day?: Day | undefined
  /** The time that was pressed in the calendar, `HH:MM`. */
  time?: string | undefined
  /** The id of the initially chosen service. */
  serviceId?: string | undefined
  /** The id of the doctor or room whose time was pressed. */
  resourceId?: string | undefined
  /** The patient who is chosen from the start; undefined for nobody. */
  knownPatient: PatientDetail | undefined
  /** The reason why that patient could not be loaded; null if there was none to load. */
  loadError: Error | null
  /** Called with the id of the appointment, unless another one is entered after it. */
  onEntered: (bookingId: string) => void
}

/** Returns the form of a new appointment or a series, and the state beside its fields. */
export function useNewBooking(options: NewBookingOptions) {
  /** Undefined for a single appointment. */
  const [series, setSeries] = useState<ChosenSeries>()
  /** The start that is kept although paddings are in the way; '' without one. */
  const [keptStart, setKeptStart] = useState('')
  /** The appointment of the same patient that was entered just before; undefined without one. */
  const [previous, setPrevious] = useState<EnteredBooking>()
  /** The element around the field of the service, which gets the focus after the patient is known. */
  const serviceAreaRef = useRef<HTMLDivElement>(null)
  const focusService = () => serviceAreaRef.current?.querySelector('select')?.focus()
  const { form, submitAndGoOn } = useBookingForm(options, {
    send: useEntering({ series, keptStart }),
    failure:
      series === undefined
        ? 'Der Termin konnte nicht eingetragen werden.'
        : 'Die Serie konnte nicht eingetragen werden.',
    onGoOn: (entered) => {
      setSeries(undefined)
      setPrevious(entered)
      focusService()
    },
  })
  useFocusOnError(form.formState.submitCount)
  const draftPatient = useDraftPatient({
    form,
    knownPatient: options.knownPatient,
    loadError: options.loadError,
    onChosen: focusService,
  })
  return {
    form,
    submitAndGoOn,
    ...draftPatient,
    series,
    setSeries,
    keptStart,
    setKeptStart,
    previous,
    forgetPrevious: () => setPrevious(undefined),
    serviceArea: serviceAreaRef,
  }
}

type BookingFormOptions = {
  send: (request: BookingRequest) => Promise<EnteredBooking>
  /** The sentence for a failure without one from the server. */
  failure: string
  /** Called after an appointment that another one of the same patient follows. */
  onGoOn: (entered: EnteredBooking) => void
}

/**
 * Returns the form, and a function that sends it like `submit`, but then leaves it open for another
 * appointment of the same patient.
 */
function useBookingForm(options: NewBookingOptions, { send, failure, onGoOn }: BookingFormOptions) {
  const today = viennaToday()
  const schema = useMemo(() => draftSchema((draft: BookingDraft) => readBookingDraft(draft, today)), [today])
  /** Whether another appointment of the same patient follows the one that is being sent. */
  const isFollowedRef = useRef(false)
  const submitForm = useSubmitForm({
    schema,
    defaultValues: firstDraft(options, today),
    toFields: draftErrors,
    send,
    // The next appointment of the patient has another time.
    valuesAfter: (_entered, sent) => ({ ...sent, time: '', message: '' }),
    failure,
    onSuccess: async (entered) => {
      await refreshAdminData()
      if (isFollowedRef.current) onGoOn(entered)
      else options.onEntered(entered.id)
    },
  })
  const submitAndGoOn = () => {
    isFollowedRef.current = true
    return submitForm.submit()
  }
  // The main button and Enter close the dialog after this appointment.
  const submitAndEnd: BookingForm['submit'] = (event) => {
    isFollowedRef.current = false
    return submitForm.submit(event)
  }
  const form: BookingForm = { ...submitForm, submit: submitAndEnd }
  return { form, submitAndGoOn }
}

/** Returns the initial values of the fields. */
function firstDraft(
  { day, time = '', serviceId = '', resourceId = '', knownPatient }: NewBookingOptions,
  today: Day,
): BookingDraft {
  return {
    ...EMPTY_BOOKING_DRAFT,
    ...(knownPatient && contactDraft(knownPatient)),
    service: serviceId || (knownPatient ? lastServiceId(knownPatient) : ''),
    resource: resourceId,
    day: day ?? today,
    time,
  }
}
