import { useState } from 'react'
import { refreshShown } from '../../api/admin.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ToggleSegment } from '../../components/segment.tsx'
import { BulkNotification } from './bulk-notification.tsx'
import { BulkProgress } from './bulk-progress.tsx'
import type { Conflict } from './conflict.ts'
import { ConflictRow } from './conflict-row.tsx'
import { NewTimes } from './new-times.tsx'
import { type BulkAction, useBulkChange } from './use-bulk-change.ts'
import { useNewTimes } from './use-new-times.ts'

type ConflictDialogProps = {
  title: string
  bookings: readonly Conflict[]
  /** The action that is chosen at first. */
  firstAction?: BulkAction
  /** Returns whether an appointment is ticked at first. */
  isTickedAtFirst?: (booking: Conflict) => boolean
  onClose: () => void
}

const ACTIONS = [
  { value: 'move', label: 'Verschieben' },
  { value: 'cancel', label: 'Absagen' },
] as const satisfies { value: BulkAction; label: string }[]

/** A sheet that moves or cancels the ticked appointments with one message, and shows the result of each. */
export function ConflictDialog({
  title,
  bookings,
  firstAction = 'move',
  isTickedAtFirst = () => true,
  onClose,
}: ConflictDialogProps) {
  // Changed appointments stay in the list with their result, although they leave `bookings`.
  const [listed] = useState(bookings)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(
    new Set(listed.filter(isTickedAtFirst).map(({ id }) => id)),
  )
  const [action, setAction] = useState<BulkAction>(firstAction)
  const [message, setMessage] = useState('')
  const [notify, setNotify] = useState(true)
  const { answers, takenNotes, total, busy, failure, run } = useBulkChange()
  const unchanged = listed.filter(({ id }) => !answers.has(id))
  const { suggestionOf, timeOf, chooseTime, suggestAgain } = useNewTimes(unchanged, action === 'move')
  // An appointment without a suggested time cannot be moved.
  const ready = unchanged.filter(
    ({ id }) => ticked.has(id) && (action === 'cancel' || timeOf(id) !== undefined),
  )

  const tick = (id: string, isOn: boolean) =>
    setTicked((before) => new Set(isOn ? [...before, id] : [...before].filter((each) => each !== id)))

  const changeReady = async () => {
    // A cancellation has no new time, and disregards the empty one.
    const items = ready.map((booking) => ({ booking, to: timeOf(booking.id) ?? { start: '' } }))
    const answered = await run(action, items, { message: notify ? message : '', notify })
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
            <ChangeButton
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
        {unchanged.length > 0 && <Question count={unchanged.length} action={action} onAction={setAction} />}
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
            onTick={(areAllTicked) => setTicked(new Set(areAllTicked ? unchanged.map(({ id }) => id) : []))}
          />
        )}
        <ul className="stack gap-5" aria-label="Termine">
          {listed.map((booking) => (
            <ConflictRow
              key={booking.id}
              booking={booking}
              answer={answers.get(booking.id)}
              isTicked={ticked.has(booking.id)}
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

type ChangeButtonProps = {
  action: BulkAction
  count: number
  busy: boolean
  busyText: string
  onPress: () => void
}

/** The button that changes the ticked appointments, with their number. */
function ChangeButton({ action, count, busy, busyText, onPress }: ChangeButtonProps) {
  return (
    <Button
      kind={action === 'move' ? 'primary' : 'danger'}
      disabled={count === 0}
      busy={busy}
      busyText={busyText}
      onClick={onPress}
    >
      {count === 1 ? '1 Termin' : `${count} Termine`} {action === 'move' ? 'verschieben' : 'absagen'}
    </Button>
  )
}

type QuestionProps = { count: number; action: BulkAction; onAction: (action: BulkAction) => void }

/** Says how many appointments are left, and asks what is done with them. */
function Question({ count, action, onAction }: QuestionProps) {
  return (
    <>
      <p>
        {count === 1 ? 'Ein Termin steht' : `${count} Termine stehen`} noch in dieser Zeit. Was Sie nicht
        verschieben oder absagen, bleibt bestehen und steht auf der Übersicht.
      </p>
      <ToggleSegment label="Was geschieht" options={ACTIONS} value={action} onChange={onAction} />
    </>
  )
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
