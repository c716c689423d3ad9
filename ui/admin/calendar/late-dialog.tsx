import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { messageCountText } from '../components/reach-text.ts'
import { toOutcome } from '../forms/form-outcome.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { useResourceChoice } from '../resources/resource-choice.ts'
import { ResourceSelect } from '../resources/resource-filter.tsx'
import { isPossibleDelay, isPossibleUntil, LateFields } from './late-fields.tsx'
import { type LateRow, PatientsToCall, ReachedPatients } from './late-lists.tsx'
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
  const { reached, failure, announcement, announce } = runningLate
  const isAnnounced = announcement.isSuccess
  const outcome = toOutcome(
    failure,
    'Die Verspätung konnte nicht angesagt werden.',
    announcement.data && `${messagesTo(announcement.data)} gesendet. Die Termine bleiben, wie sie sind.`,
  )
  return (
    <Dialog
      look="sheet"
      open
      onClose={onClose}
      title="Verspätung ansagen"
      actions={
        <>
          <Button onClick={onClose}>{isAnnounced ? 'Fertig' : 'Abbrechen'}</Button>
          {!isAnnounced && (
            <AnnounceButton
              reached={reached}
              isPossible={isPossibleDelay(minutes) && isPossibleUntil(until)}
              busy={announcement.isPending}
              onPress={announce}
            />
          )}
        </>
      }
    >
      <div className="stack">
        {/* The button that had the focus is gone once the messages are sent. */}
        <OutcomeBanner outcome={outcome} takesFocus={isAnnounced} />
        {!isAnnounced && (
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

/** The patients whom a message reaches, and those whom staff have to call. */
function AffectedPatients({ runningLate }: { runningLate: ReturnType<typeof useRunningLate> }) {
  const { patients, isLoading, reached, toCall, announcement } = runningLate
  const title = announcement.isSuccess ? 'Benachrichtigt' : 'Bekommen eine Nachricht'
  return (
    <>
      {isLoading && <Skeleton height={160} />}
      {patients?.length === 0 && <p className="muted">Heute beginnt bis dahin kein Termin mehr.</p>}
      {reached.length > 0 && <ReachedPatients title={title} rows={reached} />}
      {toCall.length > 0 && <PatientsToCall rows={toCall} />}
    </>
  )
}

type AnnounceButtonProps = {
  reached: readonly LateRow[]
  /** True while a delay is typed that can be announced. */
  isPossible: boolean
  busy: boolean
  onPress: () => void
}

/** The button that sends the messages, labelled with their number and cost. */
function AnnounceButton({ reached, isPossible, busy, onPress }: AnnounceButtonProps) {
  const isNobodyReached = reached.length === 0
  return (
    <Button
      kind="primary"
      disabled={!isPossible || isNobodyReached}
      busy={busy}
      busyText="Wird gesendet …"
      onClick={onPress}
    >
      {isNobodyReached ? 'Niemand zu benachrichtigen' : `${messagesTo(reached)} senden`}
    </Button>
  )
}

/** Returns the messages that these patients will get, such as `3 SMS (rund € 0,24) und 1 E-Mail`. */
function messagesTo(rows: readonly LateRow[]): string {
  // A patient who has to be called gets no message.
  return messageCountText(rows.map(({ way, sms_price }) => ({ by: way === 'call' ? [] : [way], sms_price })))
}
