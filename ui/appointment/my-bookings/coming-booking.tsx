import { Phone } from 'lucide-react'
import { MOVE_ASKED } from '../../../src/shared/booking.ts'
import { isBeforeCutOff } from '../../../src/shared/cut-off.ts'
import { HOUR } from '../../../src/shared/day.ts'
import { shortDayTime } from '../../../src/shared/format.ts'
import type { Booking } from '../../api/appointment.ts'
import { serverNow, viennaToday } from '../../api/server-clock.ts'
import { useCancelHours } from '../../api/status.ts'
import { Badge } from '../../components/badge.tsx'
import { LinkButton } from '../../components/button.tsx'
import styles from '../../components/card.module.css'
import { telLink } from '../../components/tel-link.ts'
import { DateTile } from '../../page/date-tile.tsx'
import { overviewUrl } from '../../patient/addresses.ts'
import { displayOf } from '../../patient/appointment-phase.ts'
import { textWithDoctor } from '../../patient/doctor-choices.ts'
import { cancelUrl, moveUrl } from '../change-urls.ts'
import { byPhoneSentence } from '../near-start.ts'

/** Shows a coming appointment as a row of the list, with its badges and its buttons. */
export function ComingBooking({ booking }: { booking: Booking }) {
  const { slot, move } = booking
  const cancelHours = useCancelHours()
  const start = Date.parse(slot.start)
  const now = serverNow()
  const isAhead = start > now
  const isInTime = isBeforeCutOff({ start, now, cancelHours })
  return (
    <li className="card">
      <DateTile start={slot.start}>
        {booking.service_name}
        {booking.resource && `, ${booking.resource.name}`}
        {booking.series && `, ${booking.series.position} von ${booking.series.count}`}
        <br />
        {booking.contact.name}
      </DateTile>
      <div className={`stack ${styles.below}`}>
        <p className="row gap-2">
          <Badge {...displayOf(booking, now)} />
          {move && <Badge {...MOVE_ASKED} />}
        </p>
        {move && (
          <p className="small">
            Gewünscht: {textWithDoctor(shortDayTime(move.start, viennaToday()), move.resource)}
          </p>
        )}
        {isAhead && !isInTime && <p className="muted small">{byPhoneSentence((start - now) / HOUR)}</p>}
        <Buttons booking={booking} isAhead={isAhead} isInTime={isInTime} />
      </div>
    </li>
  )
}

type ButtonsProps = {
  booking: Booking
  /** True until the appointment begins. */
  isAhead: boolean
  /** True until the cut-off, while the patient can still move and cancel online. */
  isInTime: boolean
}

/** Shows the buttons that move, cancel and open the appointment; after the cut-off the practice's number. */
function Buttons({ booking, isAhead, isInTime }: ButtonsProps) {
  const { id, practice } = booking
  return (
    <div className="halves gap-3">
      {isInTime && (
        <>
          <LinkButton wide to={moveUrl(id)}>
            Verschieben
            <WhichAppointment booking={booking} />
          </LinkButton>
          <LinkButton wide kind="danger" to={cancelUrl(id)}>
            Absagen
            <WhichAppointment booking={booking} />
          </LinkButton>
        </>
      )}
      {isAhead && !isInTime && practice.phone && (
        <div className="whole">
          <LinkButton wide href={telLink(practice.phone)}>
            <Phone />
            {practice.phone}
          </LinkButton>
        </div>
      )}
      {isAhead && (
        <LinkButton wide href={`/api/bookings/${encodeURIComponent(id)}/termin.ics`} download="termin.ics">
          Kalender
          <WhichAppointment booking={booking} />
        </LinkButton>
      )}
      <LinkButton wide to={overviewUrl(id)}>
        Details
        <WhichAppointment booking={booking} />
      </LinkButton>
    </div>
  )
}

/**
 * Tells screen readers to which appointment a button belongs, because each appointment has the same buttons.
 */
function WhichAppointment({ booking: { slot } }: { booking: Booking }) {
  return <span className="visually-hidden">: {shortDayTime(slot.start, viennaToday())}</span>
}
