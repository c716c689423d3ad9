import { Ban, DoorClosed } from 'lucide-react'
import { useState } from 'react'
import { serverNow, viennaDay } from '../../api/server-clock.ts'
import { Button } from '../../components/button.tsx'
import { PageHead } from '../components/page-head.tsx'
import { Section } from '../components/section.tsx'
import { BlockDialog, ClosureDialog } from './absence-dialog.tsx'
import { AbsenceList } from './absence-list.tsx'
import { HolidayList } from './holiday-list.tsx'

/** Time within the working hours in which nothing can be booked. */
export function AbsencesPage() {
  const [opened, setOpened] = useState<'block' | 'closure'>()
  const day = viennaDay(serverNow())
  const close = () => setOpened(undefined)
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
        <Section title="Was kommt">
          <AbsenceList />
        </Section>
        <Section title="Feiertage" lead="Gesetzliche Feiertage sind von selbst geschlossen.">
          <HolidayList />
        </Section>
      </div>
      {opened === 'block' && <BlockDialog day={day} onClose={close} />}
      {opened === 'closure' && <ClosureDialog day={day} onClose={close} />}
    </>
  )
}
