import { BellRing, CalendarCheck, CalendarPlus } from 'lucide-react'
import { isStanding } from '../../src/shared/booking.ts'
import type { OfferAnswer } from '../../src/shared/waiting-list-answers.ts'
import { ActionList, ActionRow } from '../components/action-list.tsx'
import { overviewUrl } from '../patient/addresses.ts'
import { entryUrl } from '../patient/waiting-list/addresses.ts'

/** Links to the appointment or, without one, to a new booking, and to the entry if it is still waiting. */
export function OfferLinks({ offer: { booking, booked_id, entry_id } }: { offer: OfferAnswer }) {
  const appointmentId = booking?.id ?? booked_id
  const hasAppointment = booking ? isStanding(booking.status) : booked_id !== null
  return (
    <ActionList>
      {appointmentId && (
        <ActionRow icon={<CalendarCheck />} to={overviewUrl(appointmentId)}>
          Terminübersicht öffnen
        </ActionRow>
      )}
      {!hasAppointment && (
        <ActionRow icon={<CalendarPlus />} to="/">
          Termin buchen
        </ActionRow>
      )}
      {entry_id && <WishesRow entryId={entry_id} />}
    </ActionList>
  )
}

/** Links to the entry of the waiting list from which the offer comes. Must be inside an `ActionList`. */
export function WishesRow({ entryId }: { entryId: string }) {
  return (
    <ActionRow icon={<BellRing />} to={entryUrl(entryId)}>
      Wünsche ändern oder nicht mehr warten
    </ActionRow>
  )
}
