import { CalendarCheck } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { QueryProvider } from '../api/query-client.tsx'
import { useStatus } from '../api/status.ts'
import { PageHeading } from '../page/page-heading.tsx'
import { SelectionSummary } from '../patient/selection-summary.tsx'
import { TimeChoice } from '../patient/time/time-choice.tsx'
import { useChosenService } from './use-services.ts'
import type { StepProps } from './use-wizard.ts'

/** Step 3: choice of the time. */
export function StepSlot(props: StepProps) {
  return (
    <QueryProvider>
      <SlotChoice {...props} />
    </QueryProvider>
  )
}

function SlotChoice({ wizard, dispatch }: StepProps) {
  const { serviceId = '', day, slot, view, listFrom } = wizard
  const service = useChosenService(serviceId, dispatch)
  const { data: status } = useStatus()
  const wanted = useMemo(() => ({ service: serviceId }), [serviceId])
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
        onSlot={(chosen, on) => dispatch({ type: 'slot chosen', slot: chosen, day: on })}
        onView={(chosen) => dispatch({ type: 'view chosen', view: chosen })}
        onBack={() => dispatch({ type: 'step requested', step: 2 })}
        onNext={() => dispatch({ type: 'slot confirmed' })}
        icon={<CalendarCheck />}
        chosen={<SelectionSummary service={service} slot={slot} />}
      >
        {status?.waiting_list && (
          <p className="mt-5">
            <Link href={`/patient/waiting-list?service=${encodeURIComponent(serviceId)}`}>
              Nichts Passendes? Wir melden uns, wenn etwas frei wird.
            </Link>
          </p>
        )}
      </TimeChoice>
    </>
  )
}
