import { useState } from 'react'
import type { Conflict } from './conflict.ts'
import type { NewTime } from './send-bulk-change.ts'
import { newTimeKey, useSuggestedTimes } from './use-suggested-times.ts'

/**
 * Keeps the new time of each appointment: the suggested time that staff have chosen, or the first suggested
 * one.
 * @param options `enabled`: false to load no suggestions
 */
export function useNewTimes(bookings: readonly Conflict[], { enabled }: { enabled: boolean }) {
  /** The keys of the chosen times, by the id of the appointment. */
  const [chosenKeys, setChosenKeys] = useState<ReadonlyMap<string, string>>(new Map())
  /** A new round loads the suggestions again for the remaining appointments. */
  const [request, setRequest] = useState({ round: 0, ids: idsOf(bookings) })
  const suggestionOf = useSuggestedTimes(request, { enabled })
  return {
    suggestionOf,
    timeOf: (id: string): NewTime | undefined => {
      const suggestion = suggestionOf(id)
      if (suggestion.kind !== 'times') return undefined
      const { times } = suggestion
      return times.find((time) => newTimeKey(time) === chosenKeys.get(id)) ?? times[0]
    },
    chooseTime: (id: string, time: NewTime) =>
      setChosenKeys((before) => new Map([...before, [id, newTimeKey(time)]])),
    /** Loads suggestions for these appointments again, because some of the times have been taken. */
    suggestAgain: (leftBookings: readonly Conflict[]) =>
      setRequest(({ round }) => ({ round: round + 1, ids: idsOf(leftBookings) })),
  }
}

function idsOf(bookings: readonly Conflict[]): readonly string[] {
  return bookings.map(({ id }) => id)
}
