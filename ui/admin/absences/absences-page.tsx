import { Ban, DoorClosed } from 'lucide-react'
import { useState } from 'react'
import { viennaToday } from '../../api/server-clock.ts'
import { Button } from '../../components/button.tsx'
import { PageHead } from '../components/page-head.tsx'
import { Section } from '../components/section.tsx'
import { AbsenceDialog } from './absence-dialog.tsx'
import type { AbsenceKind } from './absence-entry.ts'
import { AbsenceList } from './absence-list.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { ConflictList } from './conflict-list.tsx'
import { HolidayList } from './holiday-list.tsx'
import { type Conflict, useConflicts } from './use-absences.ts'

const CONFLICTS = 'Termine in geschlossener Zeit'

/** Time within the working hours in which nothing can be booked. */
export function AbsencesPage() {
  const [opened, setOpened] = useState<AbsenceKind>()
  const [listed, setListed] = useState<readonly Conflict[]>()
  const { conflicts = [] } = useConflicts().data ?? {}
  return (
    <>
      <PageHead
        title="Abwesenheiten"
        lead="In dieser Zeit bucht niemand einen Termin. Was schon gebucht ist, bleibt bestehen."
      >
        <Button onClick={() => setOpened('closure')}>
          <DoorClosed />
          Praxis schließen
        </Button>
        <Button kind="primary" onClick={() => setOpened('block')}>
          <Ban />
          Zeit sperren
        </Button>
      </PageHead>
      <div className="stack gap-6">
        {conflicts.length > 0 && (
          <Section
            title={CONFLICTS}
            lead="Sie gelten weiter, solange Sie sie nicht stornieren oder verschieben."
          >
            <div className="padded small">
              <ConflictList conflicts={conflicts} />
              <div className="mt-4">
                <Button onClick={() => setListed(conflicts)}>Verschieben oder stornieren …</Button>
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
      {opened && <AbsenceDialog kind={opened} day={viennaToday()} onClose={() => setOpened(undefined)} />}
      {listed && <ConflictDialog title={CONFLICTS} bookings={listed} onClose={() => setListed(undefined)} />}
    </>
  )
}
