import { useMemo } from 'react'
import { safeParse } from 'valibot'
import type { Day } from '../../../src/shared/day.ts'
import { fieldErrorsOf } from '../../../src/shared/field-errors.ts'
import { waitingByPracticeSchema } from '../../../src/shared/waiting-by-practice.ts'
import type { AdminWaitingEntry } from '../../../src/shared/waiting-list-answers.ts'
import { admin, adminRequest, refreshAdminData } from '../../api/admin.ts'
import { viennaToday } from '../../api/server-clock.ts'
import {
  defaultLastDay,
  fromWishesDraft,
  toWishesDraft,
  type WishesDraft,
} from '../../patient/waiting-list/wishes.ts'
import { WishesFields } from '../../patient/waiting-list/wishes-fields.tsx'
import { dayOfIso } from '../components/iso-day.ts'
import { draftSchema } from '../forms/draft-schema.ts'
import { FormDay } from '../forms/form-day.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { FormInput } from '../forms/form-fields.tsx'
import { type FormOf, useSubmitForm } from '../forms/use-submit-form.ts'
import {
  ANYBODY_LABEL,
  OfferingResourceField,
  useOfferingResources,
} from '../services/offering-resources.tsx'
import { ServiceField } from '../services/service-field.tsx'

/** The fields of an entry. The fields of the patient are shown only if there is no appointment. */
type ManualWaitingDraft = WishesDraft & {
  service_id: string
  /** The id of the wished doctor or room; '' for any, or for the doctor or room of the appointment. */
  resource: string
  name: string
  mobile: string
  email: string
}

/** The fields of a patient about whom nothing is known yet. */
const NO_CONTACT = { name: '', mobile: '', email: '' }

export type WaitingDialogProps = {
  /** The appointment for which an earlier time is sought. Without one, the practice enters the patient. */
  booking?: { id: string; name: string; start: string; service_id: string; resource_id: string }
  /** The contact of a known patient, for the fields. */
  patient?: { name: string; mobile: string; email: string }
  /** Called after the entry is saved, before `onClose`. */
  onAdded?: () => void
  onClose: () => void
}

type WaitingFormProps = WaitingDialogProps & { entry: AdminWaitingEntry | undefined }

/** The form that enters a patient on the waiting list, or changes the wishes of a patient who waits. */
export function WaitingForm({ booking, patient, entry, onAdded, onClose }: WaitingFormProps) {
  const today = viennaToday()
  const bookedDay = booking && dayOfIso(booking.start)
  const schema = useMemo(() => schemaFor(booking?.id, today), [booking?.id, today])
  const firstValues: ManualWaitingDraft = {
    service_id: booking?.service_id ?? '',
    resource: entry?.resource ?? '',
    ...NO_CONTACT,
    ...patient,
    ...toWishesDraft(entry, defaultLastDay(bookedDay, today), today),
  }
  const form = useSubmitForm({
    schema,
    defaultValues: firstValues,
    send: (json) => adminRequest(admin['waiting-list'].$post({ json })),
    failure: 'Der Eintrag konnte nicht gespeichert werden.',
    onSuccess: async () => {
      await refreshAdminData()
      onAdded?.()
      onClose()
    },
  })
  const { service_id: serviceId, resource: resourceId } = form.watch()
  const bookedResourceId = booking?.resource_id
  const offering = useOfferingResources(serviceId, bookedResourceId)
  const shownResourceId = resourceId || (bookedResourceId ?? '')
  return (
    <FormDialog
      title={booking ? `${booking.name}: auf die Warteliste` : 'Auf die Warteliste'}
      form={form}
      button={entry ? 'Wünsche speichern' : 'Eintragen'}
      busyText="Speichern …"
      onClose={onClose}
    >
      {!booking && <ServiceAndPatientFields form={form} />}
      <OfferingResourceField
        offering={offering}
        value={shownResourceId}
        {...(!booking && { anyLabel: ANYBODY_LABEL })}
        error={form.errorAt('resource')}
        onChoose={(id) => form.setValue('resource', id === bookedResourceId ? '' : id, { shouldDirty: true })}
      />
      <WishesFields
        // The fields come from the patients' page, whose form has another type.
        form={{
          draft: form.watch(),
          errorAt: form.errorAt,
          dayField: (name, label) => <FormDay form={form} name={name} label={label} min={today} />,
          choiceInput: (name) => form.register(name),
        }}
      />
    </FormDialog>
  )
}

/** The fields that an appointment would determine: the service, and the name and contact of the patient. */
function ServiceAndPatientFields({ form }: { form: FormOf<ManualWaitingDraft> }) {
  return (
    <>
      <ServiceField form={form} name="service_id" />
      <FormInput form={form} name="name" label="Name" spellCheck={false} />
      <FormInput form={form} name="mobile" label="Telefon" type="tel" inputMode="tel" className="num" />
      <FormInput
        form={form}
        name="email"
        label="E-Mail"
        help="E-Mail oder Mobilnummer: Dorthin geht das Angebot."
        type="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
      />
    </>
  )
}

/**
 * Returns the schema that turns the fields into the entry to send. An appointment determines service and
 * patient.
 */
function schemaFor(bookingId: string | undefined, today: Day) {
  return draftSchema(({ service_id, resource, name, mobile, email, ...wishes }: ManualWaitingDraft) => {
    const whoWaits = bookingId ? { booking_id: bookingId } : { service_id, name, mobile, email }
    const sent = { ...whoWaits, ...fromWishesDraft(wishes), resource: resource || null }
    const checked = safeParse(waitingByPracticeSchema({ today }), sent)
    return checked.success ? { output: checked.output } : { errors: fieldErrorsOf(checked.issues) }
  })
}
