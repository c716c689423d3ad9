import { useState } from 'react'
import type { Conflict } from './conflict.ts'

/** Keeps the ids of the ticked appointments. @param firstTicked the initially ticked appointments */
export function useTicks(firstTicked: readonly Conflict[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => idsOf(firstTicked))
  return {
    isTicked: (id: string) => ticked.has(id),
    tick: (id: string, isOn: boolean) =>
      setTicked((before) => new Set(isOn ? [...before, id] : [...before].filter((each) => each !== id))),
    /** Ticks these appointments and no others. */
    tickOnly: (bookings: readonly Conflict[]) => setTicked(idsOf(bookings)),
  }
}

function idsOf(bookings: readonly Conflict[]): ReadonlySet<string> {
  return new Set(bookings.map(({ id }) => id))
}
