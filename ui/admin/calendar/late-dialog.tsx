import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { messageCountText } from '../components/reach-text.ts'
import { toOutcome } from '../forms/form-outcome.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { useResourceChoice } from '../resources/resource-choice.ts'
import { ResourceSelect } from '../resources/resource-filter.tsx'
import { isValidDelay, isValidUntil, LateFields } from './late-fields.tsx'
import { type LateRow, NotifiedPatients, PatientsToCall } from './late-lists.tsx'
import { useRunningLate } from './use-running-late.ts'
import { useShownResourceId } from './use-shown-resource-id.ts'

/** The delay with which the field begins. */
const USUAL_DELAY_MINUTES = '20'

/**
 * A sheet that notifies the patients of the rest of today that the practice runs late, and lists whom to
 * call. Once the messages are sent, the lists stay, so that staff can tick off their calls.
 */
export function LateDialog({ onClose }: { onClose: () => void }) {
  const [minutes, setMinutes] = useState(USUAL_DELAY_MINUTES)
  const [until, setUntil] = useState('')
  // With several doctors or rooms, the initial choice is the one that the calendar shows.
  const { choices } = useResourceChoice()
  const shownResourceId = useShownResourceId('day')
  const [resourceId, setResourceId] = useState(shownResourceId)
  const runningLate = useRunningLate({ minutes, until, resourceId })
  const { notified, reachable, failure, isSending, notify } = runningLate
  const isSent = notified !== undefined
  const outcome = toOutcome(
    failure,
    'Die Verspätung konnte nicht angesagt werden.',
    notified && `${messagesTo(notified)} gesendet. Die Termine bleiben, wie sie sind.`,
  )
  return (
    <Dialog
      look="sheet"
      open
      onClose={onClose}
      title="Verspätung ansagen"
      actions={
        <>
          <Button onClick={onClose}>{isSent ? 'Fertig' : 'Abbrechen'}</Button>
          {!isSent && (
            <SendButton
              recipients={reachable}
              isDelayValid={isValidDelay(minutes) && isValidUntil(until)}
              busy={isSending}
              onPress={notify}
            />
          )}
        </>
      }
    >
      <div className="stack">
        {/* The button that had the focus is gone once the messages are sent. */}
        <OutcomeBanner outcome={outcome} takesFocus={isSent} />
        {!isSent && (
          <>
            <ResourceSelect
              label="Wer verspätet sich?"
              choices={choices}
              chosen={resourceId}
              onChoose={setResourceId}
            />
            <LateFields minutes={minutes} onMinutes={setMinutes} until={until} onUntil={setUntil} />
          </>
        )}
        <AffectedPatients runningLate={runningLate} />
      </div>
    </Dialog>
  )
}

/** The patients who get a message or have got one, and those whom staff have to call. */
function AffectedPatients({ runningLate }: { runningLate: ReturnType<typeof useRunningLate> }) {
  const { patients, isLoading, reachable, notified, toCall } = runningLate
  const title = notified === undefined ? 'Bekommen eine Nachricht' : 'Benachrichtigt'
  const recipients = notified ?? reachable
  return (
    <>
      {isLoading && <Skeleton height={160} />}
      {patients?.length === 0 && <p className="muted">Heute beginnt bis dahin kein Termin mehr.</p>}
      {recipients.length > 0 && <NotifiedPatients title={title} rows={recipients} />}
      {toCall.length > 0 && <PatientsToCall rows={toCall} />}
    </>
  )
}

type SendButtonProps = {
  recipients: readonly LateRow[]
  /** True while the fields have a delay that can be announced. */
  isDelayValid: boolean
  busy: boolean
  onPress: () => void
}

/** The button that sends the messages, labelled with their number and cost. */
function SendButton({ recipients, isDelayValid, busy, onPress }: SendButtonProps) {
  const hasRecipients = recipients.length > 0
  return (
    <Button
      kind="primary"
      disabled={!isDelayValid || !hasRecipients}
      busy={busy}
      busyText="Wird gesendet …"
      onClick={onPress}
    >
      {hasRecipients ? `${messagesTo(recipients)} senden` : 'Niemand zu benachrichtigen'}
    </Button>
  )
}

/** Returns the messages that these patients will get, such as `3 SMS (rund € 0,24) und 1 E-Mail`. */
function messagesTo(rows: readonly LateRow[]): string {
  // A patient who has to be called gets no message.
  return messageCountText(rows.map(({ way, sms_price }) => ({ by: way === 'call' ? [] : [way], sms_price })))
}
