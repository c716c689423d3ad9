import { Button } from '../../components/button.tsx'
import type { AppointmentAction, AppointmentDecision } from '../appointment/use-decision.ts'
import type { CalendarBooking } from './use-calendar.ts'

const LABELS = { confirm: 'Bestätigen', reject: 'Ablehnen', cancel: 'Absagen' } as const
const BUTTON_KINDS = { confirm: 'primary', reject: 'secondary', cancel: 'quiet' } as const

export type DecisionButtonsProps = {
  booking: CalendarBooking
  /** The object of the decision, for screen readers. */
  subject: 'Termin' | 'Verschiebung'
  actions: readonly AppointmentAction[]
  decision: AppointmentDecision
  /** Opens the form of an action. */
  onAsk: (bookingId: string, action: AppointmentAction) => void
}

/**
 * A button for each action on an appointment. A confirmation is sent at once. The other actions open a form,
 * in which a message to the patient can be written.
 */
export function DecisionButtons({ booking, subject, actions, decision, onAsk }: DecisionButtonsProps) {
  return actions.map((action) => (
    <Button
      key={action}
      size="small"
      kind={BUTTON_KINDS[action]}
      aria-label={`${subject} von ${booking.name}: ${LABELS[action]}`}
      busy={decision.busy}
      onClick={() =>
        action === 'confirm' ? void decision.decide({ action, booking }) : onAsk(booking.id, action)
      }
    >
      {LABELS[action]}
    </Button>
  ))
}
