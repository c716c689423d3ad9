import { useState } from 'react'
import type { Conflict } from './conflict.ts'
import type { NewTime } from './use-bulk-change.ts'
import { newTimeKey, timesOf, useSuggestedTimes } from './use-suggested-times.ts'

/**
 * The new time of each appointment: the one that was chosen of the suggested ones, else the first.
 * @param enabled false to load no suggestions
 */
export function useNewTimes(bookings: readonly Conflict[], enabled: boolean) {
  /** The keys of the chosen times, by the id of the appointment. */
  const [chosenKeys, setChosenKeys] = useState<ReadonlyMap<string, string>>(new Map())
  const [request, setRequest] = useState({ round: 0, ids: idsOf(bookings) })
  const suggestionOf = useSuggestedTimes(request, enabled)
  return {
    suggestionOf,
    timeOf: (id: string): NewTime | undefined => {
      const times = timesOf(suggestionOf(id))
      return times.find((time) => newTimeKey(time) === chosenKeys.get(id)) ?? times[0]
    },
    chooseTime: (id: string, time: NewTime) =>
      setChosenKeys((before) => new Map([...before, [id, newTimeKey(time)]])),
    /** Loads suggestions for these appointments, because others have taken some of the times. */
    suggestAgain: (left: readonly Conflict[]) =>
      setRequest(({ round }) => ({ round: round + 1, ids: idsOf(left) })),
  }
}

function idsOf(bookings: readonly Conflict[]): readonly string[] {
  return bookings.map(({ id }) => id)
}
