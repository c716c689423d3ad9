import { CalendarCheck, CalendarPlus } from 'lucide-react'
import { ActionList, ActionRow } from '../components/card.tsx'
import { overviewUrl } from '../patient/addresses.ts'

/** A link to the appointment, or to a new booking. */
export function NextStep({ booking }: { booking: string | null }) {
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
