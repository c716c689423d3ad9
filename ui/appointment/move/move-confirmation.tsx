import { CalendarClock, Check } from 'lucide-react'
import type { NamedResource } from '../../../src/shared/resource.ts'
import type { Booking } from '../../api/appointment.ts'
import { failureText } from '../../api/http.ts'
import { isRefusal } from '../../api/query-client.tsx'
import { ActionBar } from '../../components/action-bar.tsx'
import { Button } from '../../components/button.tsx'
import { DateTile } from '../../page/date-tile.tsx'
import { TitledHeading } from '../../page/page-heading.tsx'
import { overviewUrl } from '../../patient/addresses.ts'
import { MOVE_FAILURE, MOVE_HEADING } from '../../patient/appointment-texts.ts'
import { textWithDoctor } from '../../patient/doctor-choices.ts'
import { MessageField } from '../../patient/message-field.tsx'
import { useGoBack } from '../../patient/patient-page.tsx'
import { SelectionSummary } from '../../patient/selection-summary.tsx'

type MoveConfirmationProps = {
  booking: Booking
  /** The new start. Undefined keeps the appointment and withdraws the request for another time. */
  to: string | undefined
  /** The doctor or room of the new time; undefined where the practice has one only. */
  toDoctor: NamedResource | undefined
  /** Whether the patient only asks for the new time, which the practice has to confirm. */
  isRequest: boolean
  message: string
  onMessage: (message: string) => void
  error: Error | null
  busy: boolean
  onConfirm: () => void
}

/** Shows old and new time, a field for a message, and the button that moves the appointment or keeps it. */
export function MoveConfirmation({
  booking,
  to,
  toDoctor,
  isRequest,
  message,
  onMessage,
  error,
  busy,
  onConfirm,
}: MoveConfirmationProps) {
  const { slot, move } = booking
  const isKept = to === undefined
  return (
    <div className="stack gap-5 narrow">
      <TitledHeading>{isKept ? 'Nicht verschieben?' : 'Neue Zeit prüfen'}</TitledHeading>
      <div className="card">
        <DateTile start={slot.start} isGivenUp={!isKept}>
          {textWithDoctor(isKept ? 'Ihr Termin bleibt' : 'Bisher', booking.resource)}
        </DateTile>
        {!isKept && <DateTile start={to}>{textWithDoctor('Neu', toDoctor)}</DateTile>}
        {isKept && move && (
          <DateTile start={move.start} isGivenUp>
            Diese Zeit geben Sie zurück
          </DateTile>
        )}
      </div>
      {!isKept && (
        <>
          {isRequest && (
            <p className="muted">
              Die Ordination muss die neue Zeit erst bestätigen. Bis dahin bleibt Ihr Termin, wie er ist.
            </p>
          )}
          <MessageField
            label="Nachricht"
            help="Steht in der Nachricht an die Ordination."
            keptFor={booking.id}
            value={message}
            onChange={onMessage}
          />
        </>
      )}
      <ActionBar
        problem={error && failureText(error, MOVE_FAILURE).title}
        canRetry={!isRefusal(error)}
        icon={<CalendarClock />}
        chosen={<SelectionSummary label={isKept ? 'Bleibt' : 'Neu'} start={to ?? slot.start} />}
        onBack={useGoBack(overviewUrl(booking.id))}
        main={
          <Button kind="primary" wide busy={busy} busyText="Einen Moment …" onClick={onConfirm}>
            <Check />
            {buttonText({ isKept, isRequest })}
          </Button>
        }
      />
    </div>
  )
}

function buttonText({ isKept, isRequest }: { isKept: boolean; isRequest: boolean }): string {
  if (isKept) return 'Termin behalten'
  return isRequest ? 'Verschiebung anfragen' : MOVE_HEADING
}
