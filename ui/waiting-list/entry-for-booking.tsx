import { useLocation } from 'wouter'
import type { WaitingEntry, WaitingTerms } from '../../src/shared/waiting-list.ts'
import type { Booking } from '../api/appointment.ts'
import { viennaDay } from '../api/server-clock.ts'
import { Banner } from '../components/banner.tsx'
import { DateTile } from '../page/date-tile.tsx'
import { TitledHeading } from '../page/page-heading.tsx'
import { overviewUrl } from '../patient/addresses.ts'
import { ALREADY } from '../patient/appointment-texts.ts'
import { QueryState } from '../patient/query-state.tsx'
import { SelectionSummary } from '../patient/selection-summary.tsx'
import { appointmentHeading, useAppointment } from '../patient/use-appointment.ts'
import { waitingUrl } from '../patient/waiting-list/addresses.ts'
import { useEntryOfBooking, useWaitingTerms } from '../patient/waiting-list/use-waiting-list.ts'
import { NextStep } from './next-step.tsx'
import { WishesForm } from './wishes-form.tsx'
import { HEADING, headingFor, howItWorks, LeadHeading, openWeekdays } from './wishes-words.tsx'

/** Asks for an earlier time of an appointment, or changes such an entry. */
export function EntryForBooking({ id }: { id: string }) {
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
      <LeadHeading lead={`${howItWorks('frühere', terms)} Ihr Termin bleibt, bis Sie Ja sagen.`}>
        {heading}
      </LeadHeading>
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
