import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { NamedResource } from '../../src/shared/resource.ts'
import { viennaDay } from '../../src/shared/vienna-clock.ts'
import type { WaitingEntry, WaitingTerms } from '../../src/shared/waiting-list-answers.ts'
import type { Booking } from '../api/appointment.ts'
import { Banner } from '../components/banner.tsx'
import { DateTile } from '../page/date-tile.tsx'
import { TitledHeading } from '../page/page-heading.tsx'
import { overviewUrl } from '../patient/addresses.ts'
import { ALREADY_DECIDED } from '../patient/appointment-texts.ts'
import { doctorChoices } from '../patient/doctor-choices.ts'
import { QueryState } from '../patient/query-state.tsx'
import { SelectionSummary } from '../patient/selection-summary.tsx'
import { servicesQuery } from '../patient/services.ts'
import { appointmentHeading, useAppointment } from '../patient/use-appointment.ts'
import { entryUrl } from '../patient/waiting-list/addresses.ts'
import { useEntryOfBooking, useWaitingTerms } from '../patient/waiting-list/use-waiting-list.ts'
import { NextStep } from './next-step.tsx'
import { WishesForm } from './wishes-form.tsx'
import {
  HeadingWithLead,
  openWeekdays,
  WAITING_LIST_HEADING,
  waitingListHeading,
  waitingListSentence,
} from './wishes-words.tsx'

/**
 * Shows the form that puts an appointment on the waiting list for an earlier time, or that changes the wishes
 * of its entry. @param id the booking's id
 */
export function EntryForBooking({ id }: { id: string }) {
  const { query, booking } = useAppointment(id)
  const entry = useEntryOfBooking(id)
  const terms = useWaitingTerms()
  // The doctors to choose from come with the services. A practice with one doctor names none in its bookings.
  const services = useQuery({ ...servicesQuery, enabled: booking?.resource !== undefined })
  // The query of the services may be disabled, and is then pending for ever, but never loading.
  const isLoaded = (entry.data !== undefined || entry.isError) && !terms.isPending && !services.isLoading
  if (booking && isLoaded)
    return (
      <EarlierForm
        booking={booking}
        entry={entry.data ?? undefined}
        terms={terms.data}
        resources={doctorChoices(booking, services.data)}
      />
    )
  return (
    <>
      <TitledHeading>{appointmentHeading(query.error, WAITING_LIST_HEADING)}</TitledHeading>
      {/* The appointment may have arrived while the rest is still loading. Without `data` the skeleton is shown. */}
      <QueryState query={{ ...query, data: undefined }} />
    </>
  )
}

type EarlierFormProps = {
  booking: Booking
  entry: WaitingEntry | undefined
  terms: WaitingTerms | undefined
  resources: readonly NamedResource[] | undefined
}

/** Shows the form below the appointment. An appointment that is off gets a notice instead. */
function EarlierForm({ booking, entry, terms, resources }: EarlierFormProps) {
  const { id, status, slot } = booking
  const [, navigate] = useLocation()
  const heading = waitingListHeading(booking.service_name)
  if (status === 'cancelled' || status === 'rejected')
    return (
      <>
        <TitledHeading>{heading}</TitledHeading>
        <Banner tone="warning" title={ALREADY_DECIDED[status]} />
        <NextStep bookingId={id} />
      </>
    )
  return (
    <>
      <HeadingWithLead lead={`${waitingListSentence('frühere', terms)} Ihr Termin bleibt, bis Sie Ja sagen.`}>
        {heading}
      </HeadingWithLead>
      <div className="stack gap-5">
        <div className="card">
          <DateTile start={slot.start}>Ihr Termin</DateTile>
        </div>
        <WishesForm
          target={{ booking_id: id }}
          entry={entry}
          weekdays={openWeekdays(terms)}
          resources={resources}
          ownResource={booking.resource?.id}
          ownDay={viennaDay(Date.parse(slot.start))}
          subject={<SelectionSummary label="Ihr Termin" start={slot.start} />}
          onBack={() => navigate(overviewUrl(id))}
          onDone={(entryId) => navigate(entryUrl(entryId), { replace: true })}
        />
      </div>
    </>
  )
}
