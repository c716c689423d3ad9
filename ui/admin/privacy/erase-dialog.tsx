import { erasureSchema } from '../../../src/shared/patient.ts'
import { adminRequest } from '../../api/admin.ts'
import { EmailText } from '../../components/line-breaks.tsx'
import { ConfirmDialog } from '../../page/confirm-dialog.tsx'
import { FormInput } from '../forms/form-fields.tsx'
import { useSubmitForm } from '../forms/use-submit-form.ts'
import { type Person, personApi } from './person.ts'
import { countsText, type PatientSummary, remainderOf } from './privacy-text.ts'
import { RemainderList } from './remainder-list.tsx'

type EraseDialogProps = {
  person: Person
  patient: PatientSummary
  onClose: () => void
  onErased: (summary: PatientSummary) => void
}

/** The field that confirms the erasure, for a person who was found by the e-mail address. */
const ADDRESS_AGAIN = {
  label: 'E-Mail-Adresse zur Bestätigung',
  type: 'email',
  help: 'Bitte dieselbe Adresse noch einmal eingeben.',
} as const

/** The same for a person who was found by a booking. */
const NAME_AGAIN = {
  label: 'Name zur Bestätigung',
  type: 'text',
  help: 'Bitte den ganzen Namen eingeben, wie er oben steht.',
} as const

/** Says what is erased and what stays. The user must type the e-mail address or name to confirm. */
export function EraseDialog({ person, patient, onClose, onErased }: EraseDialogProps) {
  const form = useSubmitForm({
    schema: erasureSchema,
    defaultValues: { ...person, confirm: '' },
    send: (json) => adminRequest(personApi.erase.$post({ json })),
    onSuccess: onErased,
  })
  return (
    <ConfirmDialog
      title="Alle Daten dieser Person löschen?"
      button="Endgültig löschen"
      busyText="Löschen …"
      busy={form.busy}
      error={form.error}
      failure="Löschen fehlgeschlagen."
      onConfirm={() => void form.submit()}
      onClose={onClose}
    >
      <p>
        <EmailText>{patient.label}</EmailText>: {countsText(patient)}. Von Terminen bleiben Monat, Leistung
        und Status. Das lässt sich nicht rückgängig machen.
      </p>
      <RemainderList lines={remainderOf(patient)} />
      <FormInput
        form={form}
        name="confirm"
        autoComplete="off"
        {...('email' in person ? ADDRESS_AGAIN : NAME_AGAIN)}
      />
    </ConfirmDialog>
  )
}
