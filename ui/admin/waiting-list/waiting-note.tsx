import { serverNow, viennaToday } from '../../api/server-clock.ts'
import { useStatus } from '../../api/status.ts'
import { Button } from '../../components/button.tsx'
import { wishesText } from '../../waiting-list/wishes-text.ts'
import { canMove } from '../bookings/actions-on.ts'
import type { BookingDetail } from '../bookings/use-bookings.ts'
import { useWaitingList } from './use-waiting-list.ts'

/** In the sheet of an appointment: whether it waits for an earlier time, and the way to its wishes. */
export function WaitingNote({ booking, onAsk }: { booking: BookingDetail; onAsk: () => void }) {
  const { data: status } = useStatus()
  const entry = useWaitingList().data?.entries.find(({ booking_id }) => booking_id === booking.id)
  if (!status?.waiting_list || !canMove(booking, serverNow())) return null
  return (
    <p className="mt-4 small">
      {entry && <>Auf der Warteliste {wishesText(entry, viennaToday())}. </>}
      <Button kind="link" onClick={onAsk}>
        {entry ? 'Wünsche ändern' : 'Auf die Warteliste für eine frühere Zeit'}
      </Button>
    </p>
  )
}
