import { ArrowRight, CalendarCheck, CalendarDays, List } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Day } from '../../src/shared/day.ts'
import { ServerState } from '../api/query-client.tsx'
import { serverNow, viennaDay } from '../api/server-clock.ts'
import { ActionBar } from '../components/action-bar.tsx'
import { Button } from '../components/button.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import { ToggleSegment } from '../components/segment.tsx'
import { SelectionSummary } from './selection-summary.tsx'
import { CalendarView } from './time/calendar-view.tsx'
import { ListView } from './time/list-view.tsx'
import { NextFree } from './time/next-free.tsx'
import styles from './time/time.module.css'
import { useChosenService } from './use-services.ts'
import type { StepProps } from './use-wizard.ts'
import type { Slot, View } from './wizard.ts'

const VIEWS = [
  { value: 'calendar', label: 'Kalender', icon: <CalendarDays /> },
  { value: 'list', label: 'Liste', icon: <List /> },
] as const satisfies readonly { value: View; label: string; icon: unknown }[]

/** Step 3: choice of the time. */
export function StepSlot(props: StepProps) {
  return (
    <ServerState>
      <SlotChoice {...props} />
    </ServerState>
  )
}

function SlotChoice({ wizard, dispatch }: StepProps) {
  const { serviceId = '', day, slot, view, listFrom } = wizard
  const service = useChosenService(serviceId, dispatch)
  const [today] = useState(() => viennaDay(serverNow()))
  const [slotMissing, setSlotMissing] = useState(false)
  const choices = useRef<HTMLDivElement>(null)

  const chooseSlot = (chosen: Slot, on: Day) => {
    setSlotMissing(false)
    dispatch({ type: 'slot chosen', slot: chosen, day: on })
  }
  const goOn = () => {
    dispatch({ type: 'slot confirmed' })
    if (slot) return
    setSlotMissing(true)
    const [time] = choices.current?.querySelectorAll<HTMLElement>(`.${styles.time}`) ?? []
    const [day] = choices.current?.querySelectorAll<HTMLElement>('[data-free]') ?? []
    const next = time ?? day
    next?.focus({ preventScroll: true })
    next?.scrollIntoView({ block: 'center' })
  }

  return (
    <>
      <PageHeading>Termin wählen</PageHeading>
      <div className={styles.controls}>
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
          onChange={(chosen) => dispatch({ type: 'view chosen', view: chosen })}
        />
      </div>
      <div ref={choices}>
        {view === 'calendar' ? (
          <CalendarView
            serviceId={serviceId}
            day={day}
            slot={slot}
            onDay={(chosen) => dispatch({ type: 'day chosen', day: chosen })}
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
      </div>
      <ActionBar
        problem={slotMissing && 'Bitte wählen Sie zuerst eine freie Zeit.'}
        icon={<CalendarCheck />}
        chosen={<SelectionSummary service={service} slot={slot} />}
        onBack={() => dispatch({ type: 'step requested', step: 2 })}
        main={
          <Button kind="primary" onClick={goOn}>
            Weiter
            <ArrowRight />
          </Button>
        }
      />
    </>
  )
}
