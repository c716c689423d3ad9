import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { shortDayTime } from '../../../src/shared/format.ts'
import { admin, adminRequest, refreshShown } from '../../api/admin.ts'
import { sentenceOf } from '../../api/http.ts'
import { queryClient } from '../../api/query-client.tsx'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import styles from './appointment.module.css'
import { UNDO_KEY, type Undoable, withdrawUndo } from './undo-offers.ts'
import { bookingQuery } from './use-booking-detail.ts'

/** The number of changes that the bar shows, the newest ones. A phone has room only for the last. */
const UNDOS_SHOWN = 3

/** Milliseconds for which the sentence of a failed undo is shown. */
const FAILURE_SHOWN_MS = 10_000

/**
 * Loads what is shown again after an undo. Hidden details of the appointment are removed, because a form for
 * its move would begin with the time that was taken back.
 */
export function refreshUndone(id: string): Promise<void> {
  queryClient.removeQueries({ queryKey: bookingQuery(id).queryKey, type: 'inactive' })
  return refreshShown()
}

type UndoBarProps = {
  /** The id of the only appointment whose changes are shown, in its sheet. */
  booking?: string
  /** Buttons for the next step after an appointment was entered. They stay when it can be undone no more. */
  further?: ReactNode
  onUndone?: () => void
}

/**
 * The changes that can still be taken back, each with its button, at the bottom of every page. The changes of
 * one appointment are shown inside its sheet.
 */
export function UndoBar({ booking, further, onUndone }: UndoBarProps) {
  const { data } = useQuery<readonly Undoable[]>({
    queryKey: UNDO_KEY,
    // The offers are put into the cache by `offerUndo`, and nothing is fetched.
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
      withdrawUndo(undone)
      return refreshUndone(undone.id)
    },
  })
  /** Takes the move back, and opens its form with the same time, so that staff can add a message. */
  const undoForMessage = (move: Undoable) =>
    undo.mutate(move, {
      onSuccess: () =>
        changeAddress({ booking: move.id, ask: 'move', to: wallTimeOf(move.start) }, { push: true }),
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
      {shown.map((offer) => (
        <UndoBanner
          key={offer.id}
          offer={offer}
          isInSheet={booking !== undefined}
          busy={undo.isPending}
          onUndo={() => undo.mutate(offer)}
          onAddMessage={() => undoForMessage(offer)}
          further={further}
        />
      ))}
      {undo.error && (
        <Banner tone="danger" role="alert">
          {sentenceOf(undo.error, 'Das ließ sich nicht rückgängig machen.')}
        </Banner>
      )}
    </div>
  )
}

type UndoBannerProps = {
  offer: Undoable
  /** True in the sheet of the appointment, which shows name and time itself. */
  isInSheet: boolean
  busy: boolean
  onUndo: () => void
  onAddMessage: () => void
  further: ReactNode
}

/** One change with the button that takes it back. */
function UndoBanner({ offer, isInSheet, busy, onUndo, onAddMessage, further }: UndoBannerProps) {
  const { name, start, tells, canAddMessage } = offer
  return (
    <Banner tone="good">
      <div className="row between gap-2">
        {isInSheet ? (
          <span>{`${changeText(offer)}${tells ? ', noch nicht mitgeteilt' : ''}.`}</span>
        ) : (
          <span>
            {changeText(offer)}: <b>{name}</b>, <span className="nowrap">{shortDayTime(start)}</span>
          </span>
        )}
        <span className="row gap-3">
          {canAddMessage && (
            <Button kind="link" busy={busy} onClick={onAddMessage}>
              Nachricht hinzufügen
            </Button>
          )}
          <Button kind="link" busy={busy} onClick={onUndo} aria-label={`Rückgängig: ${name}`}>
            Rückgängig
          </Button>
          {further}
        </span>
      </div>
    </Banner>
  )
}

/** Returns `2027-01-12T10:30` of an instant with Vienna's offset. */
function wallTimeOf(start: string): string {
  return start.slice(0, '2027-01-12T10:30'.length)
}

/** Returns the change in a word, or a few for a series. */
function changeText({ isMove, isCancellation, entered }: Undoable): string {
  if (isCancellation) return 'Abgesagt'
  if (entered !== undefined) return entered === 1 ? 'Eingetragen' : `${entered} Termine eingetragen`
  return isMove ? 'Verschoben' : 'Bestätigt'
}
