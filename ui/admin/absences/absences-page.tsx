import { useQuery } from '@tanstack/react-query'
import { Ban, DoorClosed } from 'lucide-react'
import { useState } from 'react'
import { admin, adminQuery } from '../../api/admin.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Button } from '../../components/button.tsx'
import { PageHead, Section } from '../components/page.tsx'
import { AbsenceDialog } from './absence-dialog.tsx'
import type { EnteredKind } from './absence-draft.ts'
import { AbsenceList } from './absence-list.tsx'
import type { Conflict } from './conflict.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { ConflictList } from './conflict-list.tsx'
import { HolidayList } from './holiday-list.tsx'

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
  const { data } = useQuery(adminQuery(admin.absences.conflicts, {}))
  const conflicts = data?.conflicts ?? []
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
