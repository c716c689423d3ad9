/** The bookings of a week. */
type WeekCount = { count: number; running: boolean }
/** The minutes of a day that can be booked and that are booked. */
type DayLoad = { capacity_min: number; booked_min: number; closed: boolean }

/** Returns the weeks with a number above the bar: the fullest past one, the emptiest, and the present one. */
export function labelledWeeks<Week extends WeekCount>(weeks: readonly Week[]): ReadonlySet<Week> {
  const pastByCount = weeks.filter(({ running }) => !running).toSorted((a, b) => a.count - b.count)
  const labelled = [pastByCount.at(-1), pastByCount.at(0), weeks.find(({ running }) => running)]
  return new Set(labelled.filter((week) => week !== undefined))
}

/** Returns the booked part of a day's capacity, 0 to 1. A closed day has 0. */
export function loadShare({ capacity_min: capacity, booked_min: booked, closed }: DayLoad): number {
  return closed || capacity <= 0 ? 0 : Math.min(1, booked / capacity)
}

/** Returns how full a day is, for a screen reader: `voll`, `62 Prozent belegt`, `geschlossen`. */
export function loadText(day: DayLoad): string {
  if (day.closed) return 'geschlossen'
  const share = loadShare(day)
  return share >= 1 ? 'voll' : `${Math.round(share * 100)} Prozent belegt`
}
