import { ArrowRight, CalendarCheck } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { Day } from '../../src/shared/day.ts'
import { ServerState } from '../api/query-client.tsx'
import { useStatus } from '../api/status.ts'
import { ActionBar } from '../components/action-bar.tsx'
import { Button } from '../components/button.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import { SelectionSummary } from './selection-summary.tsx'
import { focusFirstChoice, NO_TIME, TimeChoice } from './time/time-choice.tsx'
import { useChosenService } from './use-services.ts'
import type { StepProps } from './use-wizard.ts'
import type { Slot } from './wizard.ts'

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
  const { data: status } = useStatus()
  const wanted = useMemo(() => ({ service: serviceId }), [serviceId])
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
    focusFirstChoice(choices.current)
  }

  return (
    <>
      <PageHeading>Termin wählen</PageHeading>
      <TimeChoice
        wanted={wanted}
        day={day}
        slot={slot}
        view={view}
        listFrom={listFrom}
        onDay={(chosen) => dispatch({ type: 'day chosen', day: chosen })}
        onSlot={chooseSlot}
        onView={(chosen) => dispatch({ type: 'view chosen', view: chosen })}
        choices={choices}
      />
      {status?.waiting_list && (
        <p className="mt-5">
          <Link href={`/patient/waiting-list?service=${encodeURIComponent(serviceId)}`}>
            Nichts Passendes? Wir melden uns, wenn etwas frei wird.
          </Link>
        </p>
      )}
      <ActionBar
        problem={slotMissing && NO_TIME}
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
