import { queryClient } from '../../api/query-client.tsx'
import { serverNow } from '../../api/server-clock.ts'

/** A change of an appointment that can be undone for some seconds (docs/behaviour.md 8.19). */
export type UndoableChange = {
  /** The id of the appointment, or of the first one of a series. */
  id: string
  /** The patient's name. */
  name: string
  start: string
  change: 'entered' | 'confirmed' | 'moved' | 'cancelled'
  /** The number of appointments that the change concerns, more than one for an entered series. */
  count?: number
  /** Whether a message about the change is waiting to be sent. */
  isMessageWaiting: boolean
  /** True if the offer also leads to the form in which staff can add a message to the move. */
  canAddMessage?: boolean
  /** The ISO instant until which it can be undone. */
  until: string
}

/** The query cache keeps the offers under this key, so that every page shows them. */
export const UNDO_OFFERS_KEY = ['undoable']

/**
 * Offers to undo a change. Replaces an earlier offer for the booking, because the server undoes only the last
 * change.
 */
export function offerUndo(offer: UndoableChange): void {
  changeOffers((before) => [...before.filter(({ id }) => id !== offer.id), offer])
  setTimeout(() => withdrawUndo(offer), Date.parse(offer.until) - serverNow())
}

/** Removes an offer. A later offer for the same appointment stays. */
export function withdrawUndo({ id, until }: UndoableChange): void {
  changeOffers((before) => before.filter((each) => each.id !== id || each.until !== until))
}

function changeOffers(next: (before: readonly UndoableChange[]) => readonly UndoableChange[]): void {
  queryClient.setQueryData<readonly UndoableChange[]>(UNDO_OFFERS_KEY, (before = []) => next(before))
}
