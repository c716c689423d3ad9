import { useSearchParams } from 'wouter'
import { QueryProvider } from '../api/query-client.tsx'
import { useStatusData } from '../api/status.ts'
import { Banner } from '../components/banner.tsx'
import { PageFrame } from '../page/page-frame.tsx'
import { TitledHeading } from '../page/page-heading.tsx'
import { PracticeContact } from '../page/practice-contact.tsx'
import { OnTrail } from '../patient/my-bookings-trail.tsx'
import { MissingId } from '../patient/patient-page.tsx'
import { EntryForBooking } from './entry-for-booking.tsx'
import { EntryForService } from './entry-for-service.tsx'
import { EntryPage } from './entry-page.tsx'
import { WAITING_LIST_HEADING } from './wishes-words.tsx'

/** Shows the page /patient/waiting-list: a form for wishes, or an entry, depending on the URL. */
export function WaitingListPage() {
  return (
    <QueryProvider>
      <PageFrame narrow>
        <Content />
      </PageFrame>
    </QueryProvider>
  )
}

/**
 * Shows what the parameters of the URL name: with `booking` the form for an earlier time of that
 * appointment, with `service` the form for any time of that service (`id` then names the entry to change),
 * and with `id` alone the entry.
 */
function Content() {
  const [search] = useSearchParams()
  const parameter = (name: string) => search.get(name)?.trim() ?? ''
  const bookingId = parameter('booking')
  const serviceId = parameter('service')
  const entryId = parameter('id')
  const status = useStatusData()
  if (status && !status.waiting_list) return <Closed />
  if (bookingId)
    return (
      <OnTrail>
        <EntryForBooking id={bookingId} />
      </OnTrail>
    )
  if (serviceId) return <EntryForService serviceId={serviceId} entryId={entryId} />
  if (entryId)
    return (
      <OnTrail>
        <EntryPage id={entryId} />
      </OnTrail>
    )
  return <MissingId heading={WAITING_LIST_HEADING} />
}

/** Says that the practice keeps no waiting list at present. */
function Closed() {
  return (
    <>
      <TitledHeading>{WAITING_LIST_HEADING}</TitledHeading>
      <Banner tone="warning" title="Die Warteliste ist derzeit geschlossen. Bitte rufen Sie uns an." />
      <PracticeContact />
    </>
  )
}
