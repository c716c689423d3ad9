import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { admin, adminRequest, refreshShown } from '../../api/admin.ts'
import { Badge } from '../../components/badge.tsx'
import { IconButton } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from '../admin.module.css'
import { KIND_LABELS, nameText, whenText } from './absence-text.ts'
import { type Absence, useAbsences } from './use-absences.ts'

/** Blocks and closures to come, the next one first. */
export function AbsenceList() {
  const [toDelete, setToDelete] = useState<Absence>()
  return (
    <>
      <Loaded
        query={useAbsences()}
        failure="Abwesenheiten konnten nicht geladen werden."
        loading="Lade Abwesenheiten …"
        skeleton={<Skeleton height={240} />}
      >
        {(absences) =>
          absences.length === 0 ? (
            <p className="padded muted small">Hier stehen gesperrte Zeiten und Schließtage. Keine kommen.</p>
          ) : (
            <ul className="rows">
              {absences.map((absence) => (
                <AbsenceRow key={absence.id} absence={absence} onDelete={() => setToDelete(absence)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {toDelete && <DeleteAbsenceDialog absence={toDelete} onClose={() => setToDelete(undefined)} />}
    </>
  )
}

function AbsenceRow({ absence, onDelete }: { absence: Absence; onDelete: () => void }) {
  const { kind, title, reason, resource_id } = absence
  return (
    <li className={styles.absence}>
      <div>
        <Badge tone="neutral" label={KIND_LABELS[kind]} size="small" />
      </div>
      <div className="break">
        <b className="semibold">{title}</b>
        <p className="muted small num">{whenText(absence)}</p>
        {reason && <p className="muted small">Für Patienten: {reason}</p>}
        {resource_id && <p className="muted small">Nur {resource_id}</p>}
      </div>
      <IconButton label={`${nameText(absence)} löschen`} icon={<Trash2 />} onClick={onDelete} />
    </li>
  )
}

function DeleteAbsenceDialog({ absence, onClose }: { absence: Absence; onClose: () => void }) {
  const deletion = useMutation({
    mutationFn: () => adminRequest(admin.absences[':id'].$delete({ param: { id: String(absence.id) } })),
    onSuccess: onClose,
    onSettled: refreshShown,
  })
  return (
    <ConfirmDialog
      title={`„${absence.title}“ löschen?`}
      button={`„${absence.title}“ löschen`}
      busyText="Löschen …"
      busy={deletion.isPending}
      error={deletion.error}
      failure="Löschen fehlgeschlagen."
      onConfirm={() => deletion.mutate()}
      onClose={onClose}
    >
      <p>{whenText(absence)}. Diese Zeit kann dann wieder gebucht werden.</p>
    </ConfirmDialog>
  )
}
