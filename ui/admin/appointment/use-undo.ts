import { useMutation } from '@tanstack/react-query'
import { admin, adminRequest, refreshAdminData } from '../../api/admin.ts'
import { isRefusal, queryClient } from '../../api/query-client.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { dayAndTimeOf } from './day-and-time.ts'
import { type UndoableChange, withdrawUndo } from './undo-offers.ts'
import { bookingQuery } from './use-booking-detail.ts'

/** Milliseconds for which the sentence of a failed undo is shown. */
const FAILURE_SHOWN_MS = 10_000

/**
 * Reloads the shown data after an undo. Cached details of the appointment that are not shown are removed,
 * because a form to move it would otherwise start with the undone time.
 */
export function refreshUndone(id: string): Promise<void> {
  queryClient.removeQueries({ queryKey: bookingQuery(id).queryKey, type: 'inactive' })
  return refreshAdminData()
}

/**
 * Returns the mutation that undoes a change, and a function that undoes a move in order to add a message.
 * @param onUndone called after each undone change
 */
export function useUndo(onUndone?: () => void) {
  const [, changeParams] = useSearchState('booking', 'ask', 'to')
  const undo = useMutation({
    mutationFn: ({ id }: UndoableChange) =>
      adminRequest(admin.bookings[':id'].undo.$post({ param: { id: encodeURIComponent(id) } })),
    // The sentence covers the page and has no button that removes it.
    onError: () => setTimeout(() => undo.reset(), FAILURE_SHOWN_MS),
    onSuccess: (_data, { change }) => {
      // An undone entry is deleted, so its details have nothing to show.
      if (change === 'entered') changeParams({ booking: '', ask: '', to: '' })
      onUndone?.()
    },
    onSettled: (_data, error, undone) => {
      const refreshing = refreshUndone(undone.id)
      // Without an answer the button stays for another press, and the failure is shown at once.
      if (error !== null && !isRefusal(error)) return undefined
      withdrawUndo(undone)
      return refreshing
    },
  })
  /** Undoes the move, and opens its form with the same time, so that staff can add a message. */
  const undoForMessage = (move: UndoableChange) =>
    undo.mutate(move, {
      onSuccess: () =>
        changeParams({ booking: move.id, ask: 'move', to: wallTimeOf(move.start) }, { push: true }),
    })
  return { undo, undoForMessage }
}

/** Returns `2027-01-12T10:30` of an instant with Vienna's offset. */
function wallTimeOf(start: string): string {
  const { day, time } = dayAndTimeOf(start)
  return `${day}T${time}`
}
