import { CalendarCheck } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { QueryProvider, queryClient } from '../api/query-client.tsx'
import { useStatusData } from '../api/status.ts'
import { PageHeading } from '../page/page-heading.tsx'
import { BROUGHT_AT, broughtData } from '../patient/page-data.ts'
import { SelectionSummary } from '../patient/selection-summary.tsx'
import { keepBroughtServices } from '../patient/services.ts'
import { keepBroughtTimes } from '../patient/time/brought-times.ts'
import { TimeChoice } from '../patient/time/time-choice.tsx'
import { ResourceWish } from './resource-wish.tsx'
import { useChosenService } from './use-services.ts'
import type { StepProps } from './use-wizard.ts'
import { STEPS, wantedTimesOf } from './wizard/wizard.ts'

// The server may have sent services and free times with the page. They go into the cache before the first
// rendering, so that nothing is loaded twice.
const pageData = broughtData()
if (pageData) {
  keepBroughtServices(queryClient, pageData, BROUGHT_AT)
  keepBroughtTimes(queryClient, pageData, BROUGHT_AT)
}

/** Step 3: lets the patient choose a free time of the service, and a doctor where there are several. */
export function StepSlot(props: StepProps) {
  return (
    <QueryProvider>
      <SlotChoice {...props} />
    </QueryProvider>
  )
}

function SlotChoice({ wizard, dispatch }: StepProps) {
  const { serviceId = '', resourceId, day, slot, view, listFrom } = wizard
  const service = useChosenService(serviceId, dispatch)
  const status = useStatusData()
  const wanted = useMemo(() => wantedTimesOf({ serviceId, resourceId }), [serviceId, resourceId])
  return (
    <>
      <PageHeading>Termin wählen</PageHeading>
      <ResourceWish
        resources={service && (service.resources ?? [])}
        chosenId={resourceId}
        onChoose={(id) => dispatch({ type: 'resource chosen', resourceId: id })}
      />
      <TimeChoice
        wanted={wanted}
        day={day}
        slot={slot}
        view={view}
        listFrom={listFrom}
        onDay={(chosen) => dispatch({ type: 'day chosen', day: chosen })}
        onSlot={(chosen, chosenDay) => dispatch({ type: 'slot chosen', slot: chosen, day: chosenDay })}
        onView={(chosen) => dispatch({ type: 'view chosen', view: chosen })}
        onBack={() => dispatch({ type: 'step requested', step: STEPS.service })}
        onNext={() => dispatch({ type: 'slot confirmed' })}
        icon={<CalendarCheck />}
        chosen={<SelectionSummary label={service?.name} start={slot?.start} />}
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
