import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { shortDayTime } from '../../../src/shared/format.ts'
import { failureSentence } from '../../api/failure-sentence.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import styles from './appointment.module.css'
import { UNDO_OFFERS_KEY, type UndoableChange } from './undo-offers.ts'
import { useUndo } from './use-undo.ts'

/** The number of changes that the bar shows, the newest ones. A phone has room only for the last. */
const UNDOS_SHOWN = 3

const CHANGE_WORDS: Readonly<Record<UndoableChange['change'], string>> = {
  entered: 'Eingetragen',
  confirmed: 'Bestätigt',
  moved: 'Verschoben',
  cancelled: 'Abgesagt',
}

type UndoBarProps = {
  /** The id of the appointment in whose sheet the bar is; only its changes are shown. */
  bookingId?: string
  /** Buttons for the next step after entering an appointment. They stay when it can no longer be undone. */
  nextSteps?: ReactNode
  onUndone?: () => void
}

/**
 * The changes that can still be undone, each with its button, at the bottom of every page. The changes of one
 * appointment are shown inside its sheet.
 */
export function UndoBar({ bookingId, nextSteps, onUndone }: UndoBarProps) {
  const { data } = useQuery<readonly UndoableChange[]>({
    queryKey: UNDO_OFFERS_KEY,
    // `offerUndo` puts the offers into the cache, so nothing is fetched.
    queryFn: () => [],
    initialData: [],
    staleTime: Infinity,
  })
  const shownOffers = data.filter(({ id }) => bookingId === undefined || id === bookingId).slice(-UNDOS_SHOWN)
  const { undo, undoForMessage } = useUndo(onUndone)
  return (
    <div className={bookingId ? 'stack' : `stack gap-2 no-print ${styles.undoBar}`} role="status">
      {nextSteps && shownOffers.length === 0 && (
        <Banner tone="good">
          <div className="row between gap-2">
            <span>Eingetragen.</span>
            <span className="row gap-3">{nextSteps}</span>
          </div>
        </Banner>
      )}
      {shownOffers.map((offer) => (
        <UndoBanner
          key={offer.id}
          offer={offer}
          isInSheet={bookingId !== undefined}
          busy={undo.isPending}
          onUndo={() => undo.mutate(offer)}
          onAddMessage={() => undoForMessage(offer)}
          nextSteps={nextSteps}
        />
      ))}
      {undo.error && (
        <Banner tone="danger" role="alert">
          {failureSentence(undo.error, 'Das ließ sich nicht rückgängig machen.')}
        </Banner>
      )}
    </div>
  )
}

type UndoBannerProps = {
  offer: UndoableChange
  /** True in the sheet of the appointment, which shows name and time itself. */
  isInSheet: boolean
  busy: boolean
  onUndo: () => void
  onAddMessage: () => void
  nextSteps: ReactNode
}

/** One change with its undo button. */
function UndoBanner({ offer, isInSheet, busy, onUndo, onAddMessage, nextSteps }: UndoBannerProps) {
  const { name, start, isMessageWaiting, canAddMessage } = offer
  return (
    <Banner tone="good">
      <div className="row between gap-2">
        {isInSheet ? (
          <span>{`${changeText(offer)}${isMessageWaiting ? ', noch nicht mitgeteilt' : ''}.`}</span>
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
          {nextSteps}
        </span>
      </div>
    </Banner>
  )
}

/** Returns the change in a word, or in a few words for an entered series. */
function changeText({ change, count = 1 }: UndoableChange): string {
  return count > 1 ? `${count} Termine eingetragen` : CHANGE_WORDS[change]
}
