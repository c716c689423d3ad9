import { CalendarCheck, CalendarX } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { tooLateText } from '../../../src/shared/cut-off.ts'
import { type Booking, cancelBooking } from '../../api/appointment.ts'
import { type ApiError, hasCode } from '../../api/http.ts'
import { serverNow } from '../../api/server-clock.ts'
import { useCancelHours } from '../../api/status.ts'
import { ActionList, ActionRow } from '../../components/action-list.tsx'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { overviewUrl } from '../../patient/addresses.ts'
import { useAppointmentChange } from '../../patient/appointment-change.ts'
import { endedSentence } from '../../patient/appointment-phase.ts'
import { CANCEL_FAILURE } from '../../patient/appointment-texts.ts'
import { PatientPage } from '../../patient/patient-page.tsx'
import { useAppointment } from '../../patient/use-appointment.ts'
import { BookAgainRow } from '../book-again.tsx'
import { ChangeForm } from '../change-form.tsx'
import { TooLate } from '../too-late.tsx'
import { type TooLateFacts, tooLateFactsOfBooking, tooLateFactsOfRefusal } from '../too-late-facts.ts'

const HEADING = 'Termin absagen'

/** Shows the page /patient/reject, on which a patient cancels an appointment. */
export function CancelPage() {
  return (
    <PatientPage heading={HEADING} narrow>
      {(id) => <Cancellation id={id} />}
    </PatientPage>
  )
}

/** Shows the appointment with the form that cancels it, or says why it cannot be cancelled any more. */
function Cancellation({ id }: { id: string }) {
  const [, navigate] = useLocation()
  const appointment = useAppointment(id)
  const cancelHours = useCancelHours()
  const tooLateSentence = tooLateText('Stornierung', cancelHours)
  const [reason, setReason] = useState('')
  const change = useAppointmentChange(id, () => cancelBooking({ id, message: reason }))
  const { outcome, refusal, busy, submit } = change

  const { booking } = appointment
  /** Whether the server has cancelled the appointment, or has finally refused to. */
  const isAnswered = outcome !== undefined || refusal !== undefined
  const endedText = booking && endedSentence(booking, serverNow())
  const isRefusedAsLate = hasCode(refusal, 'too_late')
  const tooLateFacts = findTooLateFacts(booking, refusal, cancelHours)

  return (
    <ChangeForm
      appointment={appointment}
      change={change}
      headings={{ before: HEADING, done: 'Termin abgesagt', refused: 'Termin nicht abgesagt' }}
      success={({ note }) => ({ title: note || 'Der Termin wurde storniert.' })}
      failureTitle={tooLateFacts || isRefusedAsLate ? tooLateSentence : CANCEL_FAILURE}
      notice={
        <>
          {!isAnswered && endedText && <Banner tone="warning" title={endedText} />}
          {!isAnswered && tooLateFacts && <Banner tone="danger" title={tooLateSentence} />}
          {tooLateFacts && <TooLate {...tooLateFacts} />}
        </>
      }
      isOpen={!isAnswered && endedText === undefined && !tooLateFacts}
      closedContent={
        endedText && (
          <ActionList>
            <BookAgainRow booking={booking} />
            <ActionRow icon={<CalendarCheck />} to={overviewUrl(id)}>
              Terminübersicht öffnen
            </ActionRow>
          </ActionList>
        )
      }
      messageField={{
        label: 'Grund',
        help: 'Steht in der Nachricht an die Ordination.',
        value: reason,
        onChange: setReason,
      }}
      onBack={() => navigate(overviewUrl(id))}
      submitButton={
        <Button kind="danger" wide busy={busy} busyText="Wird abgesagt …" onClick={submit}>
          <CalendarX />
          Termin stornieren
        </Button>
      }
    />
  )
}

/**
 * Returns the facts for the box once the patient can cancel only by phone. The server's refusal takes
 * precedence, because the cut-off may have passed since the page was loaded.
 */
function findTooLateFacts(
  booking: Booking | undefined,
  refusal: ApiError | undefined,
  cancelHours: number,
): TooLateFacts | undefined {
  const refusedFacts = refusal && tooLateFactsOfRefusal(refusal)
  if (refusedFacts) return refusedFacts
  if (booking === undefined || endedSentence(booking, serverNow())) return undefined
  // A refusal without its facts counts too, even if by the page's clock the cut-off is ahead.
  const hoursBefore = hasCode(refusal, 'too_late') ? Number.POSITIVE_INFINITY : cancelHours
  return tooLateFactsOfBooking(booking, serverNow(), hoursBefore)
}
