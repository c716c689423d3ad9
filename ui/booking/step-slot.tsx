import { ArrowRight, CalendarCheck, CalendarDays, List } from 'lucide-react'
import { useState } from 'react'
import type { Day } from '../../src/rules/day.ts'
import { Banner } from '../parts/banner.tsx'
import { Bar } from '../parts/bar.tsx'
import { Button } from '../parts/button.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { ToggleSegment } from '../parts/segment.tsx'
import { serverNow } from '../server-clock.ts'
import { ServerState } from '../server-state.tsx'
import { CalendarView } from './calendar-view.tsx'
import { ChosenLine } from './chosen-line.tsx'
import { ListView } from './list-view.tsx'
import { NextFree } from './next-free.tsx'
import type { StepProps } from './step-code.ts'
import styles from './step-slot.module.css'
import { useChosenService } from './use-services.ts'
import { viennaDay } from './vienna-day.ts'
import type { Slot, View } from './wizard.ts'

const VIEWS = [
  { value: 'calendar', label: 'Kalender', icon: <CalendarDays /> },
  { value: 'list', label: 'Liste', icon: <List /> },
] as const satisfies readonly { value: View; label: string; icon: unknown }[]

/** Step 3: when? */
export function StepSlot(props: StepProps) {
  return (
    <ServerState>
      <SlotChoice {...props} />
    </ServerState>
  )
}

function SlotChoice({ wizard, send }: StepProps) {
  const { serviceId = '', day, slot, view, listFrom } = wizard
  const service = useChosenService(serviceId, send)
  const [today] = useState(() => viennaDay(serverNow()))
  const [slotMissing, setSlotMissing] = useState(false)

  const chooseSlot = (chosen: Slot, on: Day) => {
    setSlotMissing(false)
    send({ type: 'slot chosen', slot: chosen, day: on })
  }
  const goOn = () => {
    setSlotMissing(slot === undefined)
    send({ type: 'slot confirmed' })
  }

  return (
    <>
      <PageHeading>Termin wählen</PageHeading>
      <div className={styles.choose}>
        <NextFree
          serviceId={serviceId}
          slot={slot}
          onSlot={chooseSlot}
          today={today}
          silent={view === 'list'}
        />
        <ToggleSegment
          label="Ansicht"
          options={VIEWS}
          value={view}
          onChange={(chosen) => send({ type: 'view chosen', view: chosen })}
        />
      </div>
      {view === 'calendar' ? (
        <CalendarView
          serviceId={serviceId}
          day={day}
          slot={slot}
          onDay={(chosen) => send({ type: 'day chosen', day: chosen })}
          onSlot={chooseSlot}
          today={today}
        />
      ) : (
        <ListView
          serviceId={serviceId}
          from={listFrom ?? today}
          slot={slot}
          onSlot={chooseSlot}
          today={today}
        />
      )}
      {slotMissing && (
        <div className={styles.missing}>
          <Banner tone="danger" role="alert">
            Bitte wählen Sie zuerst eine freie Zeit.
          </Banner>
        </div>
      )}
      <Bar
        icon={<CalendarCheck />}
        chosen={<ChosenLine service={service} slot={slot} />}
        onBack={() => send({ type: 'step requested', step: 2 })}
        main={
          <Button kind="main" onClick={goOn}>
            Weiter
            <ArrowRight />
          </Button>
        }
      />
    </>
  )
}
