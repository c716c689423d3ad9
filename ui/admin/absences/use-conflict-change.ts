import { useState } from 'react'
import { refreshAdminData } from '../../api/admin.ts'
import type { Conflict } from './conflict.ts'
import type { BulkAction, BulkOptions, NewTime } from './send-bulk-change.ts'
import { useBulkChange } from './use-bulk-change.ts'
import { useNewTimes } from './use-new-times.ts'
import { useTicks } from './use-ticks.ts'

type ConflictChangeOptions = {
  /** The initially chosen action. */
  firstAction: BulkAction
  /** Returns whether an appointment is initially ticked. */
  isTickedAtFirst: (booking: Conflict) => boolean
}

/** The appointments of a conflict dialog, with their ticks, new times and results. */
export type ConflictChange = ReturnType<typeof useConflictChange>

/** Keeps the appointments of a conflict dialog, and moves or cancels the ticked ones. */
export function useConflictChange(
  bookings: readonly Conflict[],
  { firstAction, isTickedAtFirst }: ConflictChangeOptions,
) {
  // Changed appointments stay in the list with their result, although they leave `bookings`.
  const [listedBookings] = useState(bookings)
  const [action, setAction] = useState<BulkAction>(firstAction)
  const ticks = useTicks(listedBookings.filter(isTickedAtFirst))
  const bulkChange = useBulkChange()
  const unchanged = listedBookings.filter(({ id }) => !bulkChange.answers.has(id))
  const newTimes = useNewTimes(unchanged, { enabled: action === 'move' })
  // An appointment without a suggested time cannot be moved.
  const canChange = (id: string) => action === 'cancel' || newTimes.timeOf(id) !== undefined
  const changeable = unchanged.filter(({ id }) => ticks.isTicked(id) && canChange(id))
  const changeTicked = async (options: BulkOptions) => {
    const answered =
      action === 'move'
        ? await bulkChange.run({ action, moves: movesOf(changeable, newTimes.timeOf) }, options)
        : await bulkChange.run({ action, bookings: changeable }, options)
    // The moved appointments may have taken times that were suggested for the others.
    newTimes.suggestAgain(unchanged.filter(({ id }) => !answered.has(id)))
    await refreshAdminData()
  }
  return {
    listedBookings,
    action,
    setAction,
    ticks,
    bulkChange,
    newTimes,
    /** The appointments that have no result yet. */
    unchanged,
    /** The ticked appointments that can be changed. */
    changeable,
    /** Changes these, and shows the result of each. */
    changeTicked,
  }
}

/** Returns the moves of the appointments that have a new time. */
function movesOf(bookings: readonly Conflict[], timeOf: (id: string) => NewTime | undefined) {
  return bookings.flatMap((booking) => {
    const to = timeOf(booking.id)
    return to === undefined ? [] : [{ booking, to }]
  })
}
