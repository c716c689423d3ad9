type Week = { count: number; running: boolean }
type DayLoad = { capacity_min: number; booked_min: number; closed: boolean }

/** The weeks whose number is written over the bar: the fullest, the emptiest and the running one. */
export function labelledWeeks(weeks: readonly Week[]): Set<number> {
  const past = weeks.map((week, index) => ({ ...week, index })).filter(({ running }) => !running)
  const byCount = past.toSorted((a, b) => a.count - b.count)
  const chosen = [byCount.at(-1)?.index, byCount[0]?.index, weeks.findIndex(({ running }) => running)]
  return new Set(chosen.filter((index) => index !== undefined && index >= 0) as number[])
}

/** How much of a day's time is taken, 0 to 1; a closed day has none. */
export function loadShare({ capacity_min: capacity, booked_min: booked, closed }: DayLoad): number {
  return closed || capacity <= 0 ? 0 : Math.min(1, booked / capacity)
}

/** `voll`, `62 Prozent belegt`, `geschlossen`. */
export function loadText(day: DayLoad): string {
  if (day.closed) return 'geschlossen'
  const share = loadShare(day)
  return share >= 1 ? 'voll' : `${Math.round(share * 100)} Prozent belegt`
}
