import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { eraseSchema, patientSchema } from '../../../src/shared/patient.ts'
import { admin, adminRequest, refreshShown } from '../../api/admin.ts'
import { Banner } from '../../components/banner.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { EmailText } from '../../components/line-breaks.tsx'
import { ConfirmDialog } from '../../page/confirm-dialog.tsx'
import { download } from '../components/download.ts'
import { FormInput } from '../forms/form-fields.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { toOutcome, useSubmitForm } from '../forms/use-submit-form.ts'
import type { PatientSummary } from './privacy-text.ts'
import { countsText, remainderOf } from './privacy-text.ts'

type StoredPatient = PatientSummary & { email: string }

const api = admin.privacy.person

/** Finds a patient by e-mail address, and exports or erases the stored data. */
export function PatientSearch() {
  const [toErase, setToErase] = useState<StoredPatient>()
  const [erased, setErased] = useState<PatientSummary>()
  const form = useSubmitForm({
    schema: patientSchema,
    defaultValues: { email: '' },
    send: async (json): Promise<StoredPatient> => {
      setErased(undefined)
      return { ...(await adminRequest(api.$post({ json }))), email: json.email }
    },
    valuesAfter: ({ email }) => ({ email }),
    failure: 'Die Suche ist fehlgeschlagen.',
  })
  const found = form.dirty || form.error ? undefined : form.answer
  return (
    <div className="stack padded">
      <form className="stack" noValidate onSubmit={form.submit}>
        <FormInput
          form={form}
          name="email"
          label="E-Mail-Adresse"
          type="email"
          autoComplete="off"
          help="Die Adresse, mit der gebucht wurde, z. B. rosa@beispiel.at."
        />
        <OutcomeBanner outcome={form.outcome} />
        <div>
          <Button type="submit" busy={form.busy} busyText="Suchen …">
            Suchen
          </Button>
        </div>
      </form>
      <div role="status">
        {found && !erased && (
          <FoundPatient key={found.email} patient={found} onErase={() => setToErase(found)} />
        )}
        {erased && <ErasedPatient patient={erased} />}
      </div>
      {toErase && (
        <EraseDialog
          patient={toErase}
          onClose={() => setToErase(undefined)}
          onErased={(summary) => {
            setErased(summary)
            setToErase(undefined)
            form.reset({ email: '' })
            void refreshShown()
          }}
        />
      )}
    </div>
  )
}

function FoundPatient({ patient, onErase }: { patient: StoredPatient; onErase: () => void }) {
  const exporting = useMutation({
    mutationFn: () => adminRequest(api.export.$post({ json: { email: patient.email } })),
    onSuccess: ({ name, json, html }) => {
      download(`${name}.html`, 'text/html', html)
      download(`${name}.json`, 'application/json', json)
    },
  })
  return (
    <div className="stack well">
      <p>
        <b>
          <EmailText>{patient.email}</EmailText>
        </b>
        <br />
        Gespeichert: {countsText(patient)}.
      </p>
      {patient.coming > 0 && (
        <p>
          {patient.coming === 1 ? 'Ein Termin steht' : `${patient.coming}\u00a0Termine stehen`} noch bevor.
          Bitte sagen Sie {patient.coming === 1 ? 'ihn' : 'diese'} ab, bevor Sie löschen.
        </p>
      )}
      <OutcomeBanner
        outcome={toOutcome(
          exporting.error,
          'Die Auskunft konnte nicht geladen werden.',
          exporting.data && 'Zwei Dateien sind gespeichert: eine zum Lesen, eine für Programme.',
        )}
      />
      <div className="row">
        <Button busy={exporting.isPending} busyText="Laden …" onClick={() => exporting.mutate()}>
          Auskunft herunterladen
        </Button>
        {patient.coming > 0 ? (
          <LinkButton to={`/admin/bookings?view=list&search=${encodeURIComponent(patient.email)}`}>
            Termine zeigen
          </LinkButton>
        ) : (
          <Button kind="danger" onClick={onErase}>
            Daten löschen …
          </Button>
        )}
      </div>
    </div>
  )
}

function ErasedPatient({ patient }: { patient: PatientSummary }) {
  const left = remainderOf({ ...patient, waiting: 0 })
  return (
    <Banner tone="good" title="Die Daten sind gelöscht.">
      {left.length > 0 && (
        <>
          <p>Diese Daten sind noch da:</p>
          <Lines lines={left} />
        </>
      )}
    </Banner>
  )
}

type EraseDialogProps = {
  patient: StoredPatient
  onClose: () => void
  onErased: (summary: PatientSummary) => void
}

function EraseDialog({ patient, onClose, onErased }: EraseDialogProps) {
  const form = useSubmitForm({
    schema: eraseSchema,
    defaultValues: { email: patient.email, confirm: '' },
    send: (json) => adminRequest(api.erase.$post({ json })),
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
        <EmailText>{patient.email}</EmailText>: {countsText(patient)}. Von Terminen bleiben Monat, Leistung
        und Status. Das lässt sich nicht rückgängig machen.
      </p>
      <Lines lines={remainderOf(patient)} />
      <FormInput
        form={form}
        name="confirm"
        label="E-Mail-Adresse zur Bestätigung"
        type="email"
        autoComplete="off"
        help="Bitte dieselbe Adresse noch einmal eingeben."
      />
    </ConfirmDialog>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <ul className="stack gap-2 small break">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
