import { lazy, Suspense } from 'react'
import { serverNow, viennaToday } from '../../api/server-clock.ts'
import { useStatusData } from '../../api/status.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { LoadFailure } from '../../page/loaded.tsx'
import { wishesText } from '../../patient/waiting-list/wishes-text.ts'
import { canMove } from '../appointment/actions-on.ts'
import type { BookingDetail } from '../appointment/use-booking-detail.ts'
import { useWaitingList } from './use-waiting-list.ts'
import type { WaitingDialogProps } from './waiting-form.tsx'

/** The form is loaded only when the dialog opens, so that pages with just a button for it stay small. */
const WaitingForm = lazy(async () => ({ default: (await import('./waiting-form.tsx')).WaitingForm }))

/** The dialog that puts a patient on the waiting list, or changes the wishes for an earlier appointment. */
export function WaitingDialog(props: WaitingDialogProps) {
  const list = useWaitingList()
  const { data, isPending } = list
  // The form starts with the stored wishes, so the list has to be loaded first.
  if (isPending) return null
  // Without them the form would overwrite the stored wishes with the usual ones.
  if (!data && props.booking)
    return (
      <Dialog look="sheet" open onClose={props.onClose} title={`${props.booking.name}: auf die Warteliste`}>
        <LoadFailure query={list} failure="Die Warteliste konnte nicht geladen werden." />
      </Dialog>
    )
  const entry = data?.entries.find(
    ({ booking_id }) => booking_id !== null && booking_id === props.booking?.id,
  )
  return (
    <Suspense>
      <WaitingForm {...props} entry={entry} />
    </Suspense>
  )
}

/** Says in the sheet of an appointment whether its patient waits for an earlier time, and opens the form. */
export function WaitingNote({ booking, onAsk }: { booking: BookingDetail; onAsk: () => void }) {
  const status = useStatusData()
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
