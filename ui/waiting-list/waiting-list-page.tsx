import { useQuery } from '@tanstack/react-query'
import { CalendarCheck, CalendarPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { WAITING_WEEKDAYS, type WaitingEntry, type WaitingTerms } from '../../src/shared/waiting-list.ts'
import type { Booking } from '../api/appointment.ts'
import type { Service } from '../api/public.ts'
import { QueryProvider } from '../api/query-client.tsx'
import { isNotFound } from '../api/refusals.ts'
import { viennaDay } from '../api/server-clock.ts'
import { useStatus } from '../api/status.ts'
import { Banner } from '../components/banner.tsx'
import { ActionList, ActionRow } from '../components/card.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { DateTile } from '../page/date-tile.tsx'
import { Loaded } from '../page/loaded.tsx'
import { PageFrame } from '../page/page-frame.tsx'
import { PageHeading, TitledHeading, usePageTitle } from '../page/page-heading.tsx'
import { PracticeContact } from '../page/practice-contact.tsx'
import { overviewUrl } from '../patient/addresses.ts'
import { ALREADY } from '../patient/appointment-texts.ts'
import { OnTrail } from '../patient/my-bookings-trail.tsx'
import { MissingId, useGoBack } from '../patient/patient-page.tsx'
import { QueryState } from '../patient/query-state.tsx'
import { SelectionSummary } from '../patient/selection-summary.tsx'
import { servicesQuery } from '../patient/services.ts'
import { appointmentHeading, useAppointment } from '../patient/use-appointment.ts'
import { waitingUrl } from '../patient/waiting-list/addresses.ts'
import {
  useEntryOfBooking,
  useWaitingEntry,
  useWaitingTerms,
} from '../patient/waiting-list/use-waiting-list.ts'
import { Waiting } from './waiting-entry.tsx'
import { WishesForm } from './wishes-form.tsx'

const HEADING = 'Warteliste'

/**
 * Renders /patient/waiting-list. With `booking` it asks for an earlier time of that appointment, with
 * `service` for any time of that service, where `id` names the entry to change. With `id` alone it shows the
 * entry.
 */
export function WaitingListPage() {
  const [search] = useSearchParams()
  const [bookingId, serviceId, entryId = ''] = ['booking', 'service', 'id'].map(
    (name) => search.get(name)?.trim() ?? '',
  )
  const { data: status } = useStatus()
  return (
    <QueryProvider>
      <PageFrame narrow>
        {status && !status.waiting_list ? (
          <Closed />
        ) : bookingId ? (
          <OnTrail>
            <ForBooking id={bookingId} />
          </OnTrail>
        ) : serviceId ? (
          <ForService serviceId={serviceId} entryId={entryId} />
        ) : entryId ? (
          <OnTrail>
            <EntryById id={entryId} />
          </OnTrail>
        ) : (
          <MissingId heading={HEADING} />
        )}
      </PageFrame>
    </QueryProvider>
  )
}

function Closed() {
  return (
    <>
      <TitledHeading>{HEADING}</TitledHeading>
      <Banner tone="warning" title="Die Warteliste ist derzeit geschlossen. Bitte rufen Sie uns an." />
      <PracticeContact />
    </>
  )
}

function ForBooking({ id }: { id: string }) {
  const { query, booking } = useAppointment(id)
  const entry = useEntryOfBooking(id)
  const terms = useWaitingTerms()
  if (booking && (entry.data !== undefined || entry.isError) && !terms.isPending)
    return <EarlierForm booking={booking} entry={entry.data} terms={terms.data} />
  return (
    <>
      <TitledHeading>{appointmentHeading(query.error, HEADING)}</TitledHeading>
      <QueryState query={{ ...query, data: undefined }} />
    </>
  )
}

type EarlierFormProps = {
  booking: Booking
  entry: WaitingEntry | null | undefined
  terms: WaitingTerms | undefined
}

function EarlierForm({ booking, entry, terms }: EarlierFormProps) {
  const { id, status, slot } = booking
  const [, navigate] = useLocation()
  const heading = headingFor(booking.service_name)
  if (status === 'cancelled' || status === 'rejected')
    return (
      <>
        <TitledHeading>{heading}</TitledHeading>
        <Banner tone="warning" title={ALREADY[status]} />
        <NextStep booking={id} />
      </>
    )
  return (
    <>
      <Heading lead={`${howItWorks('frühere', terms)} Ihr Termin bleibt, bis Sie Ja sagen.`}>
        {heading}
      </Heading>
      <div className="stack gap-5">
        <div className="card">
          <DateTile start={slot.start}>Ihr Termin</DateTile>
        </div>
        <WishesForm
          target={{ booking_id: id }}
          entry={entry}
          weekdays={openWeekdays(terms)}
          ownDay={viennaDay(Date.parse(slot.start))}
          chosen={<SelectionSummary service={{ name: 'Ihr Termin' }} slot={slot} />}
          onBack={() => navigate(overviewUrl(id))}
          onDone={(made) => navigate(waitingUrl(made), { replace: true })}
        />
      </div>
    </>
  )
}

function ForService({ serviceId, entryId }: { serviceId: string; entryId: string }) {
  const services = useQuery(servicesQuery)
  const entry = useWaitingEntry(entryId)
  const terms = useWaitingTerms()
  const isLoaded = !terms.isPending && (entryId === '' || entry.data !== undefined || entry.isError)
  const service = services.data?.find(({ id }) => id === serviceId)
  return (
    <>
      <Heading lead={howItWorks('passende', terms.data)}>{headingFor(service?.name)}</Heading>
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

function ServiceForm({ service, entry, terms }: ServiceFormProps) {
  const [, navigate] = useLocation()
  const goBack = useGoBack('/')
  if (!service)
    return (
      <>
        <Banner tone="warning" title="Diese Leistung gibt es nicht mehr." />
        <NextStep booking={null} />
      </>
    )
  return (
    <WishesForm
      target={{ service_id: service.id }}
      entry={entry}
      weekdays={openWeekdays(terms)}
      chosen={service.name}
      onBack={goBack}
      onDone={(made) => navigate(waitingUrl(made), { replace: true })}
    />
  )
}

/** Returns the heading with the service that somebody waits for, once its name is known. */
function headingFor(service: string | undefined): string {
  return service ? `${HEADING}: ${service}` : HEADING
}

/** Says in one sentence what the waiting list does. Without terms it names no time limit. */
function howItWorks(time: 'frühere' | 'passende', terms: WaitingTerms | undefined): string {
  const hold = terms ? ` und halten sie ${terms.offer_minutes} Minuten für Sie frei` : ''
  return `Wird eine ${time} Zeit frei, schreiben wir Ihnen${hold}.`
}

/** Returns the whole week while the practice's days are unknown, or while it has none. */
function openWeekdays(terms: WaitingTerms | undefined): readonly number[] {
  return terms?.weekdays.length ? terms.weekdays : WAITING_WEEKDAYS
}

function EntryById({ id }: { id: string }) {
  const query = useWaitingEntry(id)
  const entry = query.data
  if (isNotFound(query.error))
    return (
      <>
        <TitledHeading>Sie stehen nicht mehr auf der Warteliste</TitledHeading>
        <NextStep booking={entry?.booking_id ?? null} />
      </>
    )
  return (
    <>
      <TitledHeading>{entry ? 'Sie stehen auf der Warteliste' : HEADING}</TitledHeading>
      <QueryState query={query} />
      {entry && (
        <div className="stack gap-5">
          <div className="card padded">
            <p className="semibold mb-3">{entry.service.name}</p>
            <Waiting entry={entry} />
          </div>
          {!entry.booking_id && (
            <p className="muted small">Diesen Eintrag finden Sie jederzeit unter „Meine Termine“.</p>
          )}
          <NextStep booking={entry.booking_id} />
        </div>
      )}
    </>
  )
}

/** A link to the appointment, or to a new booking. */
function NextStep({ booking }: { booking: string | null }) {
  return (
    <div className="mt-5">
      <ActionList>
        {booking ? (
          <ActionRow icon={<CalendarCheck />} to={overviewUrl(booking)}>
            Terminübersicht öffnen
          </ActionRow>
        ) : (
          <ActionRow icon={<CalendarPlus />} to="/">
            Termin buchen
          </ActionRow>
        )}
      </ActionList>
    </div>
  )
}

function Heading({ children, lead }: { children: string; lead: ReactNode }) {
  usePageTitle(children)
  return <PageHeading lead={lead}>{children}</PageHeading>
}
