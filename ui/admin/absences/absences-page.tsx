import { Ban, DoorClosed } from 'lucide-react'
import { useState } from 'react'
import { serverNow } from '../../api/server-clock.ts'
import { viennaDay } from '../../booking/time/vienna-day.ts'
import { Button } from '../../components/button.tsx'
import { PageHead } from '../components/page-head.tsx'
import { Section } from '../components/section.tsx'
import { AbsenceDialog } from './absence-dialog.tsx'
import type { AbsenceEntry } from './absence-entry.ts'
import { AbsenceList } from './absence-list.tsx'
import styles from './absences-page.module.css'
import { HolidayList } from './holiday-list.tsx'

/** When nobody works, though the working hours would have it. */
export function AbsencesPage() {
  const [entering, setEntering] = useState<AbsenceEntry['kind']>()
  return (
    <>
      <PageHead
        title="Abwesenheiten"
        lead="In dieser Zeit bucht niemand einen Termin. Was schon gebucht ist, bleibt bestehen."
      >
        <Button onClick={() => setEntering('closure')}>
          <DoorClosed />
          Praxis schließen
        </Button>
        <Button kind="main" onClick={() => setEntering('block')}>
          <Ban />
          Zeit sperren
        </Button>
      </PageHead>
      <div className={styles.sections}>
        <Section title="Was kommt">
          <AbsenceList />
        </Section>
        <Section title="Feiertage" lead="An angehakten Tagen ist die Praxis geschlossen.">
          <HolidayList />
        </Section>
      </div>
      <AbsenceDialog kind={entering} day={viennaDay(serverNow())} onClose={() => setEntering(undefined)} />
    </>
  )
}
