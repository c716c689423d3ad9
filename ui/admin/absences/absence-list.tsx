import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../components/badge.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './absence-list.module.css'
import { KIND_WORDS, nameText, whenText } from './absence-text.ts'
import { DeleteAbsenceDialog } from './delete-absence-dialog.tsx'
import { type Absence, useAbsences } from './use-absences.ts'

/** Blocks, closures and holidays to come, the next one first. */
export function AbsenceList() {
  const [asked, setAsked] = useState<Absence>()
  return (
    <>
      <Loaded
        query={useAbsences()}
        failure="Abwesenheiten konnten nicht geladen werden."
        loading="Lade Abwesenheiten …"
        skeleton={<Skeleton height={240} />}
      >
        {(absences) => <Rows absences={absences} onDelete={setAsked} />}
      </Loaded>
      {asked && <DeleteAbsenceDialog absence={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

type RowsProps = { absences: readonly Absence[]; onDelete: (absence: Absence) => void }

function Rows({ absences, onDelete }: RowsProps) {
  if (absences.length === 0)
    return (
      <p className={styles.empty}>Hier stehen gesperrte Zeiten, Schließtage und Feiertage. Keine kommen.</p>
    )
  return (
    <ul>
      {absences.map((absence) => (
        <li key={absence.id} className={styles.absence}>
          <div className={styles.kind}>
            <Badge
              tone={absence.kind === 'holiday' ? 'good' : 'quiet'}
              label={KIND_WORDS[absence.kind]}
              size="small"
            />
          </div>
          <div>
            <b>{absence.title}</b>
            <span className={styles.when}>{whenText(absence)}</span>
            {absence.reason && <span className={styles.when}>Für Patienten: {absence.reason}</span>}
            {absence.resource_id && <span className={styles.when}>Nur {absence.resource_id}</span>}
          </div>
          <IconButton
            label={`${nameText(absence)} löschen`}
            icon={<Trash2 />}
            onClick={() => onDelete(absence)}
          />
        </li>
      ))}
    </ul>
  )
}
