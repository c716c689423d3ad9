import { useMutation } from '@tanstack/react-query'
import { wallTime } from '../../../src/shared/day.ts'
import { refreshAdminData } from '../../api/admin.ts'
import { moveAppointment } from '../appointment/move-appointment.ts'
import { useSearchState } from '../components/use-search-state.ts'
import { type FormOutcome, toOutcome } from '../forms/form-outcome.ts'
import type { Drop } from './drop.ts'
import type { CalendarBooking } from './use-calendar.ts'
import { type DragHandling, type DragOptions, useDrag } from './use-drag.ts'

/**
 * Moves an appointment to the time where it is dropped. A drop on another doctor or room opens the move form
 * instead, in which staff confirm the change.
 * @returns the drag, and the outcome of the last move
 */
export function useMoveByDrag({
  calendar,
  areColumnsOnPage,
}: Pick<DragOptions, 'calendar' | 'areColumnsOnPage'>): {
  drag: DragHandling
  outcome: FormOutcome | undefined
} {
  const [, changeParams] = useSearchState('booking', 'ask', 'to', 'who')
  const move = useMutation({
    // A drop cannot ask for a message, so the undo offer also leads to the form with a message.
    mutationFn: ({ booking, drop }: { booking: CalendarBooking; drop: Drop }) =>
      moveAppointment(booking, { start: startOf(drop), message: '', notify: true, canAddMessage: true }),
    onSettled: refreshAdminData,
  })
  const drag = useDrag({
    calendar,
    areColumnsOnPage,
    onDrop: (booking, drop) => {
      if (drop.resourceId === booking.resource_id) return move.mutate({ booking, drop })
      changeParams(
        { booking: booking.id, ask: 'move', to: startOf(drop), who: drop.resourceId },
        { push: true },
      )
    },
  })
  const { data: lastMove, variables: lastDrop, isPending, error } = move
  // On a slow connection the appointment would otherwise seem to return until the answer arrives.
  const pendingDrop = isPending && areColumnsOnPage ? lastDrop : undefined
  // The note says why the patient has to be called, so it stays until the move is undone.
  const isUndone = !calendar?.bookings.some(
    ({ id, start }) => id === lastDrop?.booking.id && start === lastMove?.start,
  )
  const reasonToCall = lastMove?.notified || isUndone ? undefined : lastMove?.note
  return {
    drag: { ...drag, dragging: drag.dragging ?? pendingDrop },
    outcome: toOutcome(error, 'Der Termin konnte nicht verschoben werden.', reasonToCall),
  }
}

/** Returns the start of the dropped appointment as Vienna's wall time. */
function startOf({ day, from }: Drop): string {
  return `${day}T${wallTime(from)}`
}
