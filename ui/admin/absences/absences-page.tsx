import { useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { Ban, DoorClosed, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { admin, adminQuery, adminRequest } from '../../api/admin.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Badge } from '../../components/badge.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from '../components/admin.module.css'
import { ConfirmAction } from '../components/confirm-action.tsx'
import { ListWithDialog } from '../components/list-with-dialog.tsx'
import { PageHead, Section } from '../components/page.tsx'
import { useResources } from '../resources/use-resources.ts'
import { AbsenceDialog } from './absence-dialog.tsx'
import type { EnteredKind } from './absence-draft.ts'
import { ABSENCE_KIND_LABELS, absenceNameText, absenceTimeText } from './absence-text.ts'
import type { Conflict } from './conflict.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { ConflictList } from './conflict-list.tsx'
import { HolidayList } from './holiday-list.tsx'

/** A coming block or closure. */
type Absence = InferResponseType<typeof admin.absences.$get>[number]

const CONFLICTS_TITLE = 'Termine in geschlossener Zeit'

/**
 * The page about blocks and closures (time within the working hours that cannot be booked), and about
 * appointments that conflict with them.
 */
export function AbsencesPage() {
  const [enteredKind, setEnteredKind] = useState<EnteredKind>()
  /** The appointments in the conflict dialog; undefined while it is closed. */
  const [shownConflicts, setShownConflicts] = useState<readonly Conflict[]>()
  const closeConflicts = () => setShownConflicts(undefined)
  const { data: { conflicts = [] } = {} } = useQuery(adminQuery(admin.absences.conflicts, {}))
  return (
    <>
      <PageHead
        title="Abwesenheiten"
        lead="In dieser Zeit bucht niemand einen Termin. Was schon gebucht ist, bleibt bestehen."
      >
        <Button onClick={() => setEnteredKind('closure')}>
          <DoorClosed />
          Ordination schließen
        </Button>
        <Button kind="primary" onClick={() => setEnteredKind('block')}>
          <Ban />
          Zeit sperren
        </Button>
      </PageHead>
      <div className="stack gap-6">
        {conflicts.length > 0 && (
          <Section
            title={CONFLICTS_TITLE}
            lead="Sie gelten weiter, solange Sie sie nicht absagen oder verschieben."
          >
            <div className="padded small">
              <ConflictList conflicts={conflicts} />
              <div className="mt-4">
                <Button onClick={() => setShownConflicts(conflicts)}>Verschieben oder absagen …</Button>
              </div>
            </div>
          </Section>
        )}
        <Section title="Was kommt">
          <AbsenceList />
        </Section>
        <Section title="Feiertage" lead="Gesetzliche Feiertage sind von selbst geschlossen.">
          <HolidayList />
        </Section>
      </div>
      {enteredKind && (
        <AbsenceDialog kind={enteredKind} day={viennaToday()} onClose={() => setEnteredKind(undefined)} />
      )}
      {shownConflicts && (
        <ConflictDialog title={CONFLICTS_TITLE} bookings={shownConflicts} onClose={closeConflicts} />
      )}
    </>
  )
}

/** The list of coming blocks and closures, the next one first. */
function AbsenceList() {
  return (
    <ListWithDialog
      query={useQuery(adminQuery(admin.absences, { query: {} }))}
      failure="Abwesenheiten konnten nicht geladen werden."
      loading="Lade Abwesenheiten …"
      skeleton={<Skeleton height={240} />}
      empty="Hier stehen gesperrte Zeiten und Schließtage. Keine kommen."
      row={(absence, ask) => <AbsenceRow absence={absence} onDelete={ask} />}
      dialog={(absence, close) => <DeleteAbsenceDialog absence={absence} onClose={close} />}
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
