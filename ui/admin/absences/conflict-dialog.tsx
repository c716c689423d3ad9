import { useState } from 'react'
import { refreshAdminData } from '../../api/admin.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { mayClose, useUnsaved } from '../forms/use-unsaved.ts'
import { BulkButton, BulkQuestion } from './bulk-action.tsx'
import { BulkNotification } from './bulk-notification.tsx'
import { BulkProgress } from './bulk-progress.tsx'
import type { Conflict } from './conflict.ts'
import { ConflictRows, TickAll } from './conflict-rows.tsx'
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
  const conflicts = useConflictChange(bookings, { firstAction, isTickedAtFirst })
  const { listed, action, setAction, ticks, change, unchanged, newTimes, ready } = conflicts
  const [message, setMessage] = useState('')
  const [notify, setNotify] = useState(true)
  const { answers, total, busy, failure } = change
  const isFinished = unchanged.length === 0
  // A message that some appointments have got is not lost when the others wait.
  useUnsaved(notify && message !== '' && !busy && answers.size === 0)
  const close = () => mayClose() && onClose()

  const changeReady = async () => {
    const options = { message: notify ? message : '', notify }
    const answered =
      action === 'move'
        ? await change.run({ action, moves: movesOf(ready, newTimes.timeOf) }, options)
        : await change.run({ action, bookings: ready }, options)
    // The moved appointments may have taken times that were suggested for the others.
    newTimes.suggestAgain(unchanged.filter(({ id }) => !answered.has(id)))
    await refreshAdminData()
  }

  return (
    <Dialog
      look="sheet"
      open
      onClose={close}
      title={title}
      actions={
        <>
          <Button onClick={close}>{isFinished ? 'Fertig' : 'Später'}</Button>
          {!isFinished && (
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
        {!isFinished && <BulkQuestion count={unchanged.length} action={action} onAction={setAction} />}
        <BulkProgress
          isShown={busy || answers.size > 0}
          done={answers.size}
          total={total}
          failure={failure}
        />
        {!isFinished && (
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
            onTick={(areAllTicked) => ticks.tickOnly(areAllTicked ? unchanged : [])}
          />
        )}
        <ConflictRows listed={listed} action={action} ticks={ticks} change={change} newTimes={newTimes} />
      </div>
    </Dialog>
  )
}

type ConflictChangeOptions = Required<Pick<ConflictDialogProps, 'firstAction' | 'isTickedAtFirst'>>

/** Keeps the appointments with their ticks and new times, and the change that is made of them. */
function useConflictChange(
  bookings: readonly Conflict[],
  { firstAction, isTickedAtFirst }: ConflictChangeOptions,
) {
  // Changed appointments stay in the list with their result, although they leave `bookings`.
  const [listed] = useState(bookings)
  const [action, setAction] = useState<BulkAction>(firstAction)
  const ticks = useTicks(listed.filter(isTickedAtFirst))
  const change = useBulkChange()
  const unchanged = listed.filter(({ id }) => !change.answers.has(id))
  const newTimes = useNewTimes(unchanged, action === 'move')
  // An appointment without a suggested time cannot be moved.
  const canChange = (id: string) => action === 'cancel' || newTimes.timeOf(id) !== undefined
  /** The appointments that a press on the button changes. */
  const ready = unchanged.filter(({ id }) => ticks.isTicked(id) && canChange(id))
  return { listed, action, setAction, ticks, change, unchanged, newTimes, ready }
}

/** Returns the moves of the appointments that have a new time. */
function movesOf(bookings: readonly Conflict[], timeOf: (id: string) => NewTime | undefined) {
  return bookings.flatMap((booking) => {
    const to = timeOf(booking.id)
    return to === undefined ? [] : [{ booking, to }]
  })
}
