import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { shortDayTime } from '../../../src/shared/format.ts'
import { admin, adminRequest, refreshShown } from '../../api/admin.ts'
import { sentenceOf } from '../../api/http.ts'
import { queryClient } from '../../api/query-client.tsx'
import { serverNow } from '../../api/server-clock.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import styles from './appointment.module.css'
import { bookingQuery } from './use-booking-detail.ts'

/**
 * A confirmation, move or cancellation that can be taken back until this ISO instant (docs/behaviour.md
 * 8.19).
 */
type Undoable = {
  id: string
  name: string
  start: string
  isMove: boolean
  isCancellation?: boolean
  /** The number of appointments that were entered; undoing deletes them. */
  entered?: number
  /** Whether a message about the change is waiting to be sent. */
  tells: boolean
  /** Whether it can be taken back for the form in which the move gets a message. */
  canAddMessage?: boolean
  until: string
}

const UNDO_KEY = ['undoable']

/** The newest ones are shown, so that they do not cover the page; on a phone only the last. */
const UNDOS_SHOWN = 3

const FAILURE_SHOWN_MS = 10_000

/**
 * Offers to undo a change. Replaces an earlier offer for the booking, because the server undoes only the last
 * change.
 */
export function offerUndo(done: Undoable): void {
  change((before) => [...before.filter(({ id }) => id !== done.id), done])
  setTimeout(() => forget(done), Date.parse(done.until) - serverNow())
}

/** Removes an offer. Compares values, because the query cache stores copies. */
function forget({ id, until }: Undoable): void {
  change((before) => before.filter((each) => each.id !== id || each.until !== until))
}

function change(next: (before: readonly Undoable[]) => readonly Undoable[]): void {
  queryClient.setQueryData<readonly Undoable[]>(UNDO_KEY, (before = []) => next(before))
}

/**
 * Loads what is shown again after an undo. Hidden details of the appointment are removed, because a form for
 * its move would begin with the time that was taken back.
 */
export function refreshUndone(id: string): Promise<void> {
  queryClient.removeQueries({ queryKey: bookingQuery(id).queryKey, type: 'inactive' })
  return refreshShown()
}

type UndoBarProps = {
  booking?: string
  /** Buttons for the next step after an appointment was entered, beside its undo and after it. */
  further?: ReactNode
  onUndone?: () => void
}

/**
 * The confirmations and moves that can still be taken back, some of them to add a message, at the bottom of
 * every page; those of one booking inside its sheet.
 */
export function UndoBar({ booking, further, onUndone }: UndoBarProps) {
  const { data } = useQuery<readonly Undoable[]>({
    queryKey: UNDO_KEY,
    queryFn: () => [],
    initialData: [],
    staleTime: Infinity,
  })
  const shown = data.filter(({ id }) => booking === undefined || id === booking).slice(-UNDOS_SHOWN)
  const [, changeAddress] = useSearchState('booking', 'ask', 'to')
  const undo = useMutation({
    mutationFn: ({ id }: Undoable) =>
      adminRequest(admin.bookings[':id'].undo.$post({ param: { id: encodeURIComponent(id) } })),
    // The sentence lies over the page and has no button that removes it.
    onError: () => setTimeout(() => undo.reset(), FAILURE_SHOWN_MS),
    onSuccess: (_data, { entered }) => {
      // The details of a deleted appointment have nothing to show.
      if (entered !== undefined) changeAddress({ booking: '', ask: '', to: '' })
      onUndone?.()
    },
    onSettled: (_data, _error, undone) => {
      forget(undone)
      return refreshUndone(undone.id)
    },
  })
  const addMessage = (done: Undoable) =>
    undo.mutate(done, {
      onSuccess: () =>
        changeAddress({ booking: done.id, ask: 'move', to: done.start.slice(0, 16) }, { push: true }),
    })
  return (
    <div className={booking ? 'stack' : `stack gap-2 no-print ${styles.undoBar}`} role="status">
      {further && shown.length === 0 && (
        <Banner tone="good">
          <div className="row between gap-2">
            <span>Eingetragen.</span>
            <span className="row gap-3">{further}</span>
          </div>
        </Banner>
      )}
      {shown.map((done) => (
        <Banner key={done.id} tone="good">
          <div className="row between gap-2">
            <span>
              {booking ? (
                `${wordOf(done)}${done.tells ? ', noch nicht mitgeteilt' : ''}.`
              ) : (
                <Done {...done} />
              )}
            </span>
            <span className="row gap-3">
              {done.canAddMessage && (
                <Button kind="link" busy={undo.isPending} onClick={() => addMessage(done)}>
                  Nachricht hinzufügen
                </Button>
              )}
              <Button
                kind="link"
                busy={undo.isPending}
                onClick={() => undo.mutate(done)}
                aria-label={`Rückgängig: ${done.name}`}
              >
                Rückgängig
              </Button>
              {further}
            </span>
          </div>
        </Banner>
      ))}
      {undo.error && (
        <Banner tone="danger" role="alert">
          {sentenceOf(undo.error, 'Das ließ sich nicht rückgängig machen.')}
        </Banner>
      )}
    </div>
  )
}

function wordOf({ isMove, isCancellation, entered }: Undoable): string {
  if (isCancellation) return 'Abgesagt'
  if (entered !== undefined) return entered === 1 ? 'Eingetragen' : `${entered} Termine eingetragen`
  return isMove ? 'Verschoben' : 'Bestätigt'
}

function Done(done: Undoable) {
  const { name, start } = done
  return (
    <>
      {wordOf(done)}: <b>{name}</b>, <span className="nowrap">{shortDayTime(start)}</span>
    </>
  )
}
