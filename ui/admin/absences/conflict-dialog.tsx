import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { confirmClosing, useUnsaved } from '../forms/use-unsaved.ts'
import { BulkButton, BulkQuestion } from './bulk-controls.tsx'
import { BulkNotification } from './bulk-notification.tsx'
import { BulkProgress } from './bulk-progress.tsx'
import type { Conflict } from './conflict.ts'
import { ConflictRows } from './conflict-rows.tsx'
import type { BulkAction } from './send-bulk-change.ts'
import { useConflictChange } from './use-conflict-change.ts'

type ConflictDialogProps = {
  title: string
  /** The appointments that are listed from the beginning to the end. */
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
  const conflictChange = useConflictChange(bookings, { firstAction, isTickedAtFirst })
  const { action, setAction, bulkChange, unchanged, changeable, changeTicked } = conflictChange
  const [message, setMessage] = useState('')
  const [notify, setNotify] = useState(true)
  const { answers, totalCount, busy, failure } = bulkChange
  const isFinished = unchanged.length === 0
  // Once it was sent with some appointments, the message is no longer lost when the dialog closes.
  useUnsaved(notify && message !== '' && !busy && answers.size === 0)
  const close = () => confirmClosing() && onClose()

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
              count={changeable.length}
              busy={busy}
              busyText={`${answers.size} von ${totalCount} …`}
              onPress={() => void changeTicked({ message: notify ? message : '', notify })}
            />
          )}
        </>
      }
    >
      <div className="stack">
        {!isFinished && <BulkQuestion count={unchanged.length} action={action} onAction={setAction} />}
        <BulkProgress
          isShown={busy || answers.size > 0}
          doneCount={answers.size}
          totalCount={totalCount}
          failure={failure}
        />
        {!isFinished && (
          <BulkNotification
            action={action}
            notify={notify}
            onNotify={setNotify}
            message={message}
            onMessage={setMessage}
            bookings={changeable}
          />
        )}
        <ConflictRows conflictChange={conflictChange} />
      </div>
    </Dialog>
  )
}
