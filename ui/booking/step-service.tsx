import { CircleCheck } from 'lucide-react'
import { durationText } from '../../src/shared/service/duration.ts'
import { HINT_HEADING, priceText, servicesFor } from '../../src/shared/service/service.ts'
import { QueryProvider, queryClient } from '../api/query-client.tsx'
import { ActionBar } from '../components/action-bar.tsx'
import { StatusText } from '../components/announced.tsx'
import { ChoiceCard, ChoiceCards } from '../components/choice-cards.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { LoadFailure } from '../page/loaded.tsx'
import { PageHeading } from '../page/page-heading.tsx'
import { BROUGHT_AT, broughtData } from '../patient/page-data.ts'
import { keepBroughtServices, servicesQuery } from '../patient/services.ts'
import { useActiveServices } from './use-services.ts'
import type { StepProps } from './use-wizard.ts'
import { STEPS, VISIT_LABELS } from './wizard/wizard.ts'

// This code is loaded while the patient reads the first step. The services are fetched at the same time,
// unless they came with the page.
if (!import.meta.env.SSR) {
  const pageData = broughtData()
  if (pageData) keepBroughtServices(queryClient, pageData, BROUGHT_AT)
  void queryClient.prefetchQuery(servicesQuery)
}

/** Step 2: lets the patient choose a service of the chosen kind of visit. */
export function StepService({ wizard, dispatch }: StepProps) {
  const visitLabel = wizard.visit && VISIT_LABELS[wizard.visit]
  return (
    <QueryProvider>
      <PageHeading lead={`Leistungen für ${visitLabel}`}>Leistung wählen</PageHeading>
      <Services wizard={wizard} dispatch={dispatch} />
      <ActionBar
        icon={<CircleCheck />}
        chosen={<b>{visitLabel}</b>}
        onBack={() => dispatch({ type: 'step requested', step: STEPS.visit })}
      />
    </QueryProvider>
  )
}

/** Shows the services as large buttons, or that they are loading, missing, or not to be had. */
function Services({ wizard: { visit, serviceId }, dispatch }: Pick<StepProps, 'wizard' | 'dispatch'>) {
  const query = useActiveServices(dispatch)
  const { data } = query
  if (query.error && !data) return <LoadFailure query={query} failure="Services nicht ladbar" brief />
  if (!data || !visit) return <LoadingServices />
  const offered = servicesFor(visit, data)
  if (offered.length === 0)
    return <p className="muted">Für diese Auswahl sind aktuell keine Leistungen hinterlegt.</p>
  return (
    <ChoiceCards>
      {offered.map((service) => (
        <ChoiceCard
          key={service.id}
          title={service.name}
          price={priceText(service.price)}
          duration={durationText(service)}
          description={service.description}
          hint={service.hint && `${HINT_HEADING}: ${service.hint}`}
          chosen={service.id === serviceId}
          nextHref={`?visit=${visit}&service=${encodeURIComponent(service.id)}&step=${STEPS.slot}`}
          onChoose={() => dispatch({ type: 'service chosen', serviceId: service.id })}
        />
      ))}
    </ChoiceCards>
  )
}

/** Reserves the room of two services while they are loading. */
function LoadingServices() {
  return (
    <div className="stack gap-3">
      <StatusText className="visually-hidden">Leistungen werden geladen …</StatusText>
      <Skeleton height={180} />
      <Skeleton height={180} />
    </div>
  )
}
