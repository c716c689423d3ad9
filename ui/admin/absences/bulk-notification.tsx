import { Checkbox } from '../../components/checkbox.tsx'
import { MessageField } from '../../patient/message-field.tsx'
import { messageCountText } from '../components/reach-text.ts'
import type { Conflict } from './conflict.ts'
import type { BulkAction } from './send-bulk-change.ts'

type BulkNotificationProps = {
  action: BulkAction
  notify: boolean
  onNotify: (notify: boolean) => void
  message: string
  onMessage: (message: string) => void
  /** The ticked appointments. */
  bookings: readonly Conflict[]
}

/** Asks whether to notify the patients, says which messages are sent, and asks for a text to add. */
export function BulkNotification({
  action,
  notify,
  onNotify,
  message,
  onMessage,
  bookings,
}: BulkNotificationProps) {
  return (
    <>
      <Checkbox
        checked={notify}
        onChange={({ target }) => onNotify(target.checked)}
        help={notify && bookings.length > 0 ? reachText(bookings) : undefined}
      >
        Patientinnen und Patienten benachrichtigen
      </Checkbox>
      {notify && (
        <MessageField
          label="Nachricht an alle"
          help={
            action === 'move'
              ? 'Steht in der Nachricht über die neue Zeit.'
              : 'Steht in der Nachricht über die Absage.'
          }
          value={message}
          onChange={onMessage}
        />
      )}
    </>
  )
}

/** Returns the messages that will be sent, and how many patients have to be called. */
function reachText(bookings: readonly Conflict[]): string {
  // `by` lists the channels that reach the patient.
  const callCount = bookings.filter(({ by }) => by.length === 0).length
  const parts = [messageCountText(bookings), callCount > 0 && `${callCount} bitte anrufen`]
  return parts.filter(Boolean).join(', ')
}
