import { CalendarClock, CalendarX } from 'lucide-react'
import { useLocation } from 'wouter'
import type { Booking } from '../../api/public.ts'
import { ActionBar } from '../../components/action-bar.tsx'
import { Button } from '../../components/button.tsx'
import { ChosenAppointment } from '../chosen-appointment.tsx'
import { MessageField } from '../message-field.tsx'
import { Refusal } from '../refusal.tsx'
import { CANCEL_FAILURE } from './cancel-text.ts'

type CancelFormProps = {
  id: string
  booking: Booking | string
  reason: string
  onReason: (reason: string) => void
  busy: boolean
  /** Why the last press did not work; another one may. */
  error: Error | undefined
  onPress: () => void
}

/** An optional reason and the one button. */
export function CancelForm({ id, booking, reason, onReason, busy, error, onPress }: CancelFormProps) {
  const [, navigate] = useLocation()
  return (
    <>
      <MessageField
        label="Grund"
        help="Steht in der Nachricht an die Ordination."
        value={reason}
        onChange={onReason}
      />
      {error && <Refusal error={error} fallback={CANCEL_FAILURE} />}
      <ActionBar
        icon={<CalendarClock />}
        chosen={<ChosenAppointment booking={booking} />}
        onBack={() => navigate(`/patient/overview?id=${encodeURIComponent(id)}`)}
        main={
          <Button kind="loss" wide busy={busy} busyText="Stornieren …" onClick={onPress}>
            <CalendarX />
            Termin stornieren
          </Button>
        }
      />
    </>
  )
}
