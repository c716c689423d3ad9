import { useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { Trash2 } from 'lucide-react'
import { admin, adminQuery, adminRequest } from '../../api/admin.ts'
import { Badge } from '../../components/badge.tsx'
import { IconButton } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from '../components/admin.module.css'
import { ConfirmAction } from '../components/confirm-action.tsx'
import { ListWithDialog } from '../components/list-with-dialog.tsx'
import { useResources } from '../resources/use-resources.ts'
import { ABSENCE_KIND_LABELS, absenceNameText, absenceTimeText } from './absence-text.ts'

/** A coming block or closure. */
type Absence = InferResponseType<typeof admin.absences.$get>[number]

/** The list of coming blocks and closures, the next one first. */
export function AbsenceList() {
  return (
    <ListWithDialog
      query={useQuery(adminQuery(admin.absences, { query: {} }))}
      failure="Abwesenheiten konnten nicht geladen werden."
      loading="Lade Abwesenheiten …"
      skeleton={<Skeleton height={240} />}
      empty="Hier stehen gesperrte Zeiten und Schließtage. Keine kommen."
      renderRow={(absence, openDialog) => <AbsenceRow absence={absence} onDelete={openDialog} />}
      renderDialog={(absence, close) => <DeleteAbsenceDialog absence={absence} onClose={close} />}
    />
  )
}

/** An absence with its kind, time and reason, the doctor or room if only one is away, and a delete button. */
function AbsenceRow({ absence, onDelete }: { absence: Absence; onDelete: () => void }) {
  const { kind, title, reason, resource_id } = absence
  const { data: resources = [] } = useResources()
  const resource = resources.find(({ id }) => id === resource_id)
  return (
    <li className={styles.absence}>
      <div>
        <Badge tone="neutral" label={ABSENCE_KIND_LABELS[kind]} size="small" />
      </div>
      <div className="break">
        <b className="semibold">{title}</b>
        <p className="muted small num">{absenceTimeText(absence)}</p>
        {reason && <p className="muted small">Für Patienten: {reason}</p>}
        {resource_id && <p className="muted small">Nur {resource?.name ?? resource_id}</p>}
      </div>
      <IconButton label={`${absenceNameText(absence)} löschen`} icon={<Trash2 />} onClick={onDelete} />
    </li>
  )
}

/** Asks whether to delete an absence, which makes its time bookable again. */
function DeleteAbsenceDialog({ absence, onClose }: { absence: Absence; onClose: () => void }) {
  return (
    <ConfirmAction
      title={`„${absence.title}“ löschen?`}
      button={`„${absence.title}“ löschen`}
      busyText="Löschen …"
      failure="Löschen fehlgeschlagen."
      action={() => adminRequest(admin.absences[':id'].$delete({ param: { id: String(absence.id) } }))}
      onClose={onClose}
    >
      <p>{absenceTimeText(absence)}. Diese Zeit kann dann wieder gebucht werden.</p>
    </ConfirmAction>
  )
}
