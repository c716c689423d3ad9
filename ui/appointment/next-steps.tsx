import { CalendarCheck, CalendarPlus } from 'lucide-react'
import { ActionList, ActionRow } from '../components/action-list.tsx'

/** What a patient may want next whose appointment will not take place. */
export function WaysOn({ id }: { id: string }) {
  return (
    <ActionList>
      <ActionRow icon={<CalendarPlus />} to="/">
        Neuen Termin buchen
      </ActionRow>
      <ActionRow icon={<CalendarCheck />} to={`/patient/overview?id=${encodeURIComponent(id)}`}>
        Terminübersicht öffnen
      </ActionRow>
    </ActionList>
  )
}
