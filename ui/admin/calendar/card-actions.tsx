import { serverNow } from '../../api/server-clock.ts'
import { Button } from '../../components/button.tsx'
import { actionsOn, canMove } from '../appointment/actions-on.ts'
import { AttendanceButtons } from '../appointment/attendance.tsx'
import type { AppointmentAction, AppointmentDecision } from '../appointment/use-decision.ts'
import type { CalendarBooking } from './use-calendar.ts'

/** An action with a form, which the sheet with all details shows. */
export type FormAction = AppointmentAction | 'move'

type CardActionsProps = {
  booking: CalendarBooking
  decision: AppointmentDecision
  /** Opens the form of an action. */
  onDetails: (form: FormAction) => void
}

/**
 * The buttons of the card. Only a confirmation and the attendance need no form. While the patient asks for
 * another time, confirmation and rejection are about that time.
 */
export function CardActions({ booking, decision, onDetails }: CardActionsProps) {
  const now = serverNow()
  const offered = actionsOn(booking, now)
  return (
    <div className="row gap-2">
      <AttendanceButtons booking={booking} />
      {offered.includes('confirm') && (
        <Button
          size="small"
          kind="primary"
          busy={decision.busy}
          onClick={() => void decision.decide({ action: 'confirm', booking })}
        >
          {booking.move ? 'Verschieben' : 'Bestätigen'}
        </Button>
      )}
      {offered.includes('reject') && (
        <Button size="small" onClick={() => onDetails('reject')}>
          {booking.move ? 'Nicht verschieben' : 'Ablehnen'}
        </Button>
      )}
      {canMove(booking, now) && (
        <Button size="small" onClick={() => onDetails('move')}>
          {booking.move ? 'Andere Zeit' : 'Verschieben'}
        </Button>
      )}
      {offered.includes('cancel') && (
        <Button size="small" kind="quiet" onClick={() => onDetails('cancel')}>
          Absagen
        </Button>
      )}
    </div>
  )
}
