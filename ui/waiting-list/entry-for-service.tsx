import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { WaitingEntry, WaitingTerms } from '../../src/shared/waiting-list-answers.ts'
import type { Service } from '../api/public.ts'
import { Banner } from '../components/banner.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { Loaded } from '../page/loaded.tsx'
import { useGoBack } from '../patient/patient-page.tsx'
import { servicesQuery } from '../patient/services.ts'
import { entryUrl } from '../patient/waiting-list/addresses.ts'
import { useWaitingEntry, useWaitingTerms } from '../patient/waiting-list/use-waiting-list.ts'
import { NextStep } from './next-step.tsx'
import { WishesForm } from './wishes-form.tsx'
import { HeadingWithLead, openWeekdays, waitingListHeading, waitingListSentence } from './wishes-words.tsx'

/**
 * Shows the form that puts a mailbox on the waiting list for any time of a service, or that changes the
 * wishes of an entry. @param entryId the entry to change; '' for a new one
 */
export function EntryForService({ serviceId, entryId }: { serviceId: string; entryId: string }) {
  const services = useQuery(servicesQuery)
  const entry = useWaitingEntry(entryId)
  const terms = useWaitingTerms()
  const isLoaded = !terms.isPending && (entryId === '' || entry.data !== undefined || entry.isError)
  const service = services.data?.find(({ id }) => id === serviceId)
  return (
    <>
      <HeadingWithLead lead={waitingListSentence('passende', terms.data)}>
        {waitingListHeading(service?.name)}
      </HeadingWithLead>
      <Loaded
        query={services}
        failure="Die Leistungen konnten nicht geladen werden."
        skeleton={<Skeleton height={420} />}
      >
        {() => isLoaded && <ServiceForm service={service} entry={entry.data} terms={terms.data} />}
      </Loaded>
    </>
  )
}

type ServiceFormProps = {
  service: Service | undefined
  entry: WaitingEntry | undefined
  terms: WaitingTerms | undefined
}

/** Shows the form, or says that the practice no longer offers the service. */
function ServiceForm({ service, entry, terms }: ServiceFormProps) {
  const [, navigate] = useLocation()
  const goBack = useGoBack('/')
  if (!service)
    return (
      <>
        <Banner tone="warning" title="Diese Leistung gibt es nicht mehr." />
        <NextStep bookingId={null} />
      </>
    )
  return (
    <WishesForm
      target={{ service_id: service.id }}
      entry={entry}
      weekdays={openWeekdays(terms)}
      resources={service.resources ?? []}
      subject={service.name}
      onBack={goBack}
      onDone={(id) => navigate(entryUrl(id), { replace: true })}
    />
  )
}
