import { CalendarPlus } from 'lucide-react'
import { shortDayTime } from '../../src/shared/format.ts'
import type { Booking } from '../api/appointment.ts'
import { viennaToday } from '../api/server-clock.ts'
import { ActionRow } from '../components/action-list.tsx'
import { bookAgainUrl } from '../patient/addresses.ts'

/**
 * Shows the link "Neuen Termin buchen". If the server has sent the next free time of the same service, the
 * link leads to its day (docs/behaviour.md 8.16).
 */
export function BookAgainRow({ booking: { next_free: next } }: { booking: Booking }) {
  return (
    <ActionRow
      icon={<CalendarPlus />}
      to={next ? bookAgainUrl(next) : '/'}
      note={
        next && (
          <>
            Nächster freier Termin:{' '}
            <span className="together">{shortDayTime(next.start, viennaToday())}</span>
          </>
        )
      }
    >
      Neuen Termin buchen
    </ActionRow>
  )
}
