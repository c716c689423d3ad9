import { patientName } from '../../../src/shared/contact/booker.ts'
import { BOOKED_BY, bookerText } from '../../../src/shared/contact/booker-text.ts'
import type { NoOthers } from '../../../src/shared/contact/contact.ts'
import { showPhone } from '../../../src/shared/contact/phone-shown.ts'
import { dateTime, plainDay, shortDayTime } from '../../../src/shared/format.ts'
import { Fact, FactList } from '../../components/fact-list.tsx'
import styles from '../appointment/appointment.module.css'
import { cancellationText } from '../appointment/cancellation-text.ts'
import { PatientLink } from '../appointment/patient-link.tsx'
import { ShownSvnr } from '../appointment/shown-svnr.tsx'
import type { BookingDetail } from '../appointment/use-booking-detail.ts'
import { visitsText } from '../appointment/visits-text.ts'
import { AddressFact, ReachFacts } from '../components/reach-facts.tsx'

/** The facts about the appointment and its contact, without empty ones. */
export function ContactFacts({ booking }: { booking: BookingDetail }) {
  const { salutation: _salutation, firstName: _first, lastName: _last, ...facts } = booking.contact
  const { booker, mobile, email, birthDate, svnr_masked, ...residence } = facts
  const { address, zip, city, country, reminderBySms, ...others } = residence
  // A new field of a contact is a type error until it is shown or named here.
  others satisfies NoOthers
  const phone = showPhone(mobile, country)
  return (
    <div className={styles.facts}>
      <FactList>
        {booking.status === 'cancelled' && <Fact label="Abgesagt">{cancellationText(booking)}</Fact>}
        {booking.move && (
          <Fact label="Gewünscht">
            <span className="num">{shortDayTime(booking.move.start)}</span>
          </Fact>
        )}
        {booking.resource && <Fact label="Bei">{booking.resource.name}</Fact>}
        <Fact label="Name">
          <PatientLink bookingId={booking.id}>{patientName(booking.contact)}</PatientLink>
        </Fact>
        {booker && <Fact label={BOOKED_BY}>{bookerText(booker)}</Fact>}
        <ReachFacts phone={phone} email={email} />
        {reminderBySms && <Fact label="Erinnerung">per SMS statt E-Mail</Fact>}
        {birthDate && <Fact label="Geboren">{plainDay(birthDate)}</Fact>}
        <AddressFact address={address} zip={zip} city={city} country={country} />
        {(svnr_masked || asksForSvnr(booking)) && (
          <Fact label="SVNR">
            {svnr_masked ? <ShownSvnr bookingId={booking.id} masked={svnr_masked} /> : 'keine gespeichert'}
          </Fact>
        )}
        <Fact label="Bisher">
          <PatientLink bookingId={booking.id}>{visitsText(booking.visits)}</PatientLink>
        </Fact>
        <Fact label="Eingegangen">{dateTime(booking.created_at)}</Fact>
      </FactList>
    </div>
  )
}

/**
 * Returns whether to show that the number is missing. Patients in Austria are asked for it when they book,
 * but not for appointments that the practice enters.
 */
function asksForSvnr({ contact, history }: BookingDetail): boolean {
  return contact.country === 'AT' && history[0]?.kind === 'requested'
}
