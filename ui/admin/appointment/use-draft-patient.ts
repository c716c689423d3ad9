import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Relation } from '../../../src/shared/contact/booker.ts'
import { toOutcome } from '../forms/form-outcome.ts'
import { useServices } from '../services/use-services.ts'
import type { BookingDraft, BookingForm } from './booking-draft.ts'
import { EMPTY_CONTACT } from './contact-draft.ts'
import { type PatientDetail, readPatient } from './patient-query.ts'

type DraftPatientOptions = {
  form: BookingForm
  /** The patient who is chosen from the start; undefined for nobody. */
  knownPatient: PatientDetail | undefined
  /** The reason why the patient who was to be chosen from the start could not be loaded. */
  loadError: Error | null
  /** Called when the fields of a chosen patient are filled in. */
  onChosen: () => void
}

/** Keeps the patient of a new appointment, and fills in the fields of the form for that patient. */
export function useDraftPatient({ form, knownPatient, loadError, onChosen }: DraftPatientOptions) {
  const [patient, setPatient] = useState(knownPatient)
  // The first error stays, because a later success does not fill in the patient.
  const [firstError] = useState(loadError)
  const { services = [] } = useServices()
  const fillIn = (values: Partial<BookingDraft>) => {
    // Once the form was sent, its errors change with the values.
    const setOptions = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
    // Each value has the type of its field, which `entries` loses.
    for (const [name, value] of Object.entries(values))
      form.setValue(name as keyof BookingDraft, value as string, setOptions)
  }
  /** Fills in the patient's last service, as the most likely one, unless staff have chosen a service. */
  const fillInLastService = (patientOfService: PatientDetail) => {
    const lastId = lastServiceId(patientOfService)
    const isOffered = services.some(({ id, active }) => active && id === lastId)
    if (form.getValues('service') === '' && isOffered) fillIn({ service: lastId })
  }
  const choosing = useMutation({
    mutationFn: readPatient,
    // Contacts do not stay in memory when the form is gone.
    gcTime: 0,
    onSuccess: (chosen) => {
      setPatient(chosen)
      fillIn(contactDraft(chosen))
      fillInLastService(chosen)
      // The focused list of patients is gone a frame later.
      requestAnimationFrame(onChosen)
    },
  })
  const forgetPatient = () => {
    setPatient(undefined)
    fillIn(EMPTY_CONTACT)
  }
  /** Makes the entered patient the booker, unless a booker has already been entered. */
  const bookFor = (relation: Relation) => {
    const draft = form.getValues()
    if (draft.booker.firstName !== '' || draft.booker.lastName !== '') return
    fillIn(bookedBy(draft, relation))
    requestAnimationFrame(() => form.setFocus('firstName'))
  }
  return {
    fillIn,
    patient,
    /** Loads a patient by the id of any of the patient's bookings, and fills in the fields. */
    choosePatient: choosing.mutate,
    /** Says why the patient who was chosen last could not be loaded. */
    choiceOutcome: toOutcome(
      choosing.isIdle ? firstError : choosing.error,
      'Die Person konnte nicht geladen werden.',
    ),
    forgetPatient,
    bookFor,
  }
}

/** Returns the fields after which the entered patient is the booker, and the patient has to be entered. */
function bookedBy({ firstName, lastName }: BookingDraft, relation: Relation): Partial<BookingDraft> {
  // A child mostly has the last name of the parent who books.
  const lastNameOfPatient = relation === 'child' ? lastName : ''
  return {
    booker: { relation, firstName, lastName },
    firstName: '',
    lastName: lastNameOfPatient,
    salutation: '',
    birthDate: '',
  }
}

/** Returns the fields of the contact that the newest booking of the patient has. */
export function contactDraft({ contact: { svnr_masked: _, booker, ...contact } }: PatientDetail) {
  return { ...EMPTY_CONTACT, ...contact, booker: booker ?? EMPTY_CONTACT.booker }
}

/** Returns the id of the service of the newest appointment that is not a first visit; '' if there is none. */
export function lastServiceId({ bookings }: PatientDetail): string {
  const last = bookings.find(({ first_visit }) => !first_visit)
  return last?.service_id ?? ''
}
