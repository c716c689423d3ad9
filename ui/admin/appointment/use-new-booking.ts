import { useMemo, useRef, useState } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { refreshAdminData } from '../../api/admin.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { draftSchema } from '../forms/draft-schema.ts'
import { useSubmitForm } from '../forms/use-submit-form.ts'
import {
  type BookingDraft,
  type BookingForm,
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
  service?: string | undefined
  /** The id of the doctor or room whose time was pressed. */
  resource?: string | undefined
  /** The patient who is chosen from the start; undefined for nobody. */
  knownPatient: PatientDetail | undefined
  /** The reason why that patient could not be loaded; null if there was none to load. */
  loadError: Error | null
  /** Called with the id of the appointment, unless another one is entered after it. */
  onEntered: (booking: string) => void
}

/** Returns the form of a new appointment or a series, and the state beside its fields. */
export function useNewBooking(options: NewBookingOptions) {
  const { onEntered } = options
  const today = viennaToday()
  /** Undefined for a single appointment. */
  const [series, setSeries] = useState<ChosenSeries>()
  /** The start that is kept although paddings are in the way. */
  const [keptStart, setKeptStart] = useState('')
  /** The previous appointment of the same patient, which was entered just before. */
  const [previous, setPrevious] = useState<EnteredBooking>()
  /** True if another appointment of the same patient follows the present submit. */
  const isAnotherWanted = useRef(false)
  /** The element around the field of the service, which gets the focus after the patient is known. */
  const serviceArea = useRef<HTMLDivElement>(null)
  const focusService = () => serviceArea.current?.querySelector('select')?.focus()
  const enter = useEntering({ series, keptStart })
  const schema = useMemo(() => draftSchema((draft: BookingDraft) => readBookingDraft(draft, today)), [today])
  const form = useSubmitForm({
    schema,
    defaultValues: firstDraft(options, today),
    toFields: draftErrors,
    send: enter,
    // The next appointment of the patient has another time.
    valuesAfter: (_entered, sent) => ({ ...sent, time: '', message: '' }),
    failure:
      series === undefined
        ? 'Der Termin konnte nicht eingetragen werden.'
        : 'Die Serie konnte nicht eingetragen werden.',
    onSuccess: async (entered) => {
      await refreshAdminData()
      if (!isAnotherWanted.current) return onEntered(entered.id)
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

  // The main button and Enter close the dialog; the other button does not.
  const formThatEnds: BookingForm = {
    ...form,
    submit: (event) => {
      isAnotherWanted.current = false
      return form.submit(event)
    },
  }
  return {
    form: formThatEnds,
    /** Enters the appointment, and empties the form for another one of the same patient. */
    submitAndGoOn: () => {
      isAnotherWanted.current = true
      return form.submit()
    },
    ...draftPatient,
    series,
    setSeries,
    keptStart,
    setKeptStart,
    previous,
    forgetPrevious: () => setPrevious(undefined),
    serviceArea,
  }
}

/** Returns the initial values of the fields. */
function firstDraft(
  { day, time = '', service = '', resource = '', knownPatient }: NewBookingOptions,
  today: Day,
): BookingDraft {
  return {
    ...EMPTY_BOOKING_DRAFT,
    ...(knownPatient && contactDraft(knownPatient)),
    service: service || (knownPatient ? lastServiceId(knownPatient) : ''),
    resource,
    day: day ?? today,
    time,
  }
}
