import { BellRing, CalendarCheck, CalendarPlus, CalendarX } from 'lucide-react'
import { shortDayTime } from '../../../src/shared/format.ts'
import type { WaitingEntry } from '../../../src/shared/waiting-list-answers.ts'
import type { Booking, MyBookings } from '../../api/appointment.ts'
import { serverNow, viennaToday } from '../../api/server-clock.ts'
import { ActionList, ActionRow } from '../../components/action-list.tsx'
import { Badge } from '../../components/badge.tsx'
import { LinkButton } from '../../components/button.tsx'
import { focusAtOnce } from '../../components/focus.ts'
import { overviewUrl } from '../../patient/addresses.ts'
import { displayOf } from '../../patient/appointment-phase.ts'
import { entryUrl, offerUrl } from '../../patient/waiting-list/addresses.ts'
import { offerEndText, wishesText } from '../../patient/waiting-list/wishes-text.ts'
import { AddressWithLogout } from './address-with-logout.tsx'
import { ComingBooking } from './coming-booking.tsx'

type BookingListProps = {
  bookings: MyBookings
  logout: () => Promise<void>
  /** True when the list replaces the form, whose focus would otherwise be lost. */
  takesFocus: boolean
}

/** Shows upcoming appointments with their buttons, the waiting list, and past and cancelled appointments. */
export function BookingList({ bookings, logout, takesFocus }: BookingListProps) {
  const { email, coming, past, waiting } = bookings
  return (
    <>
      <AddressWithLogout email={email} logout={logout} />
      <section className="section">
        <h2 ref={takesFocus ? focusAtOnce : undefined} tabIndex={-1}>
          Ihre nächsten Termine
        </h2>
        {coming.length > 0 ? (
          <ul className="stack">
            {coming.map((booking) => (
              <ComingBooking key={booking.id} booking={booking} />
            ))}
          </ul>
        ) : (
          <div className="stack start">
            <p>Derzeit ist mit dieser Adresse kein Termin vereinbart. Gerne sind wir für Sie da.</p>
            <LinkButton kind="primary" to="/">
              <CalendarPlus />
              Termin buchen
            </LinkButton>
          </div>
        )}
      </section>
      {waiting && (
        <section className="section">
          <h2>Warteliste</h2>
          <ActionList>
            {waiting.map((entry) => (
              <WaitingRow key={entry.id} entry={entry} />
            ))}
          </ActionList>
        </section>
      )}
      {past.length > 0 && (
        <section className="section">
          <h2>Vergangene und abgesagte</h2>
          <ActionList>
            {past.map((booking) => (
              <PastBooking key={booking.id} booking={booking} />
            ))}
          </ActionList>
        </section>
      )}
    </>
  )
}

/** Links to an entry of the waiting list, or to the time that is offered for it. */
function WaitingRow({ entry }: { entry: WaitingEntry }) {
  const { id, service, offer } = entry
  const today = viennaToday()
  return (
    <ActionRow
      icon={<BellRing />}
      to={offer ? offerUrl(offer.id) : entryUrl(id)}
      note={
        offer
          ? `Frei: ${shortDayTime(offer.start, today)}. ${offerEndText(offer.until, today)} für Sie reserviert.`
          : wishesText(entry, today)
      }
    >
      {service.name}
    </ActionRow>
  )
}

function PastBooking({ booking }: { booking: Booking }) {
  const { id, slot } = booking
  const display = displayOf(booking, serverNow())
  return (
    <ActionRow
      icon={display.tone === 'danger' ? <CalendarX /> : <CalendarCheck />}
      to={overviewUrl(id)}
      note={
        <>
          {serviceAndPatient(booking)}
          <br />
          <Badge {...display} size="small" />
        </>
      }
    >
      {shortDayTime(slot.start, viennaToday())}
    </ActionRow>
  )
}

function serviceAndPatient({ service_name, contact }: Booking): string {
  return `${service_name} · ${contact.name}`
}
