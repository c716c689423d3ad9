import { useState } from 'react'
import { refreshShown } from '../../api/admin.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { BulkButton, BulkQuestion } from './bulk-action.tsx'
import { BulkNotification } from './bulk-notification.tsx'
import { BulkProgress } from './bulk-progress.tsx'
import type { Conflict } from './conflict.ts'
import { ConflictRow } from './conflict-row.tsx'
import { NewTimes } from './new-times.tsx'
import { type BulkAction, type NewTime, useBulkChange } from './use-bulk-change.ts'
import { useNewTimes } from './use-new-times.ts'
import { useTicks } from './use-ticks.ts'

type ConflictDialogProps = {
  title: string
  bookings: readonly Conflict[]
  /** The initially chosen action. */
  firstAction?: BulkAction
  /** Returns whether an appointment is initially ticked. */
  isTickedAtFirst?: (booking: Conflict) => boolean
  onClose: () => void
}

/**
 * A sheet that moves or cancels the ticked appointments with one message, and shows the result of each. It is
 * used for an absence that covers appointments, and for the rest of a day on which the practice closes early.
 */
export function ConflictDialog({
  title,
  bookings,
  firstAction = 'move',
  isTickedAtFirst = () => true,
  onClose,
}: ConflictDialogProps) {
  // Changed appointments stay in the list with their result, although they leave `bookings`.
  const [listed] = useState(bookings)
  const { isTicked, tick, tickOnly } = useTicks(listed.filter(isTickedAtFirst))
  const [action, setAction] = useState<BulkAction>(firstAction)
  const [message, setMessage] = useState('')
  const [notify, setNotify] = useState(true)
  const { answers, takenNotes, total, busy, failure, run } = useBulkChange()
  const unchanged = listed.filter(({ id }) => !answers.has(id))
  const { suggestionOf, timeOf, chooseTime, suggestAgain } = useNewTimes(unchanged, action === 'move')
  // An appointment without a suggested time cannot be moved.
  const canChange = (id: string) => action === 'cancel' || timeOf(id) !== undefined
  const ready = unchanged.filter(({ id }) => isTicked(id) && canChange(id))

  const changeReady = async () => {
    const options = { message: notify ? message : '', notify }
    const answered =
      action === 'move'
        ? await run({ action, moves: movesOf(ready, timeOf) }, options)
        : await run({ action, bookings: ready }, options)
    // The moved appointments may have taken times that were suggested for the others.
    suggestAgain(unchanged.filter(({ id }) => !answered.has(id)))
    await refreshShown()
  }

  return (
    <Dialog
      look="sheet"
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{unchanged.length > 0 ? 'Später' : 'Fertig'}</Button>
          {unchanged.length > 0 && (
            <BulkButton
              action={action}
              count={ready.length}
              busy={busy}
              busyText={`${answers.size} von ${total} …`}
              onPress={() => void changeReady()}
            />
          )}
        </>
      }
    >
      <div className="stack">
        {unchanged.length > 0 && (
          <BulkQuestion count={unchanged.length} action={action} onAction={setAction} />
        )}
        <BulkProgress
          isShown={busy || answers.size > 0}
          done={answers.size}
          total={total}
          failure={failure}
        />
        {unchanged.length > 0 && (
          <BulkNotification
            action={action}
            notify={notify}
            onNotify={setNotify}
            message={message}
            onMessage={setMessage}
            bookings={ready}
          />
        )}
        {unchanged.length > 1 && (
          <TickAll
            isNone={ready.length === 0}
            onTick={(areAllTicked) => tickOnly(areAllTicked ? unchanged : [])}
          />
        )}
        <ul className="stack gap-5" aria-label="Termine">
          {listed.map((booking) => (
            <ConflictRow
              key={booking.id}
              booking={booking}
              answer={answers.get(booking.id)}
              isTicked={isTicked(booking.id)}
              busy={busy}
              onTick={(isOn) => tick(booking.id, isOn)}
            >
              {action === 'move' && (
                <NewTimes
                  patientName={booking.name}
                  suggestion={suggestionOf(booking.id)}
                  takenNote={takenNotes.get(booking.id)}
                  value={timeOf(booking.id)}
                  busy={busy}
                  onChoose={(time) => chooseTime(booking.id, time)}
                />
              )}
            </ConflictRow>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

/** Returns the moves of the appointments that have a new time. */
function movesOf(bookings: readonly Conflict[], timeOf: (id: string) => NewTime | undefined) {
  return bookings.flatMap((booking) => {
    const to = timeOf(booking.id)
    return to === undefined ? [] : [{ booking, to }]
  })
}

/** The heading of the list, with a button that ticks all appointments or none. */
function TickAll({ isNone, onTick }: { isNone: boolean; onTick: (areAllTicked: boolean) => void }) {
  return (
    <div className="row between baseline line-above">
      <h3>Termine</h3>
      <Button kind="link" onClick={() => onTick(isNone)}>
        {isNone ? 'Alle anhaken' : 'Keinen anhaken'}
      </Button>
    </div>
  )
}
