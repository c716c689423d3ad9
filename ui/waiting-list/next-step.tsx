import { CalendarCheck, CalendarPlus } from 'lucide-react'
import { ActionList, ActionRow } from '../components/action-list.tsx'
import { overviewUrl } from '../patient/addresses.ts'

/** Links to the appointment with this id; null leads to a new booking. */
export function NextStep({ bookingId }: { bookingId: string | null }) {
  return (
    <div className="mt-5">
      <ActionList>
        {bookingId ? (
          <ActionRow icon={<CalendarCheck />} to={overviewUrl(bookingId)}>
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
