import { shortDay } from '../../../src/shared/format.ts'

type Week = { label: string; count: number; running: boolean }
type DayLoad = { date: string; capacity_min: number; booked_min: number; closed: boolean }

/** The weeks whose number is written over the bar: the fullest, the emptiest and the running one. */
export function labelledWeeks(weeks: readonly Week[]): Set<number> {
  const past = weeks.map((week, index) => ({ ...week, index })).filter(({ running }) => !running)
  const byCount = past.toSorted((a, b) => a.count - b.count)
  const chosen = [byCount.at(-1)?.index, byCount[0]?.index, weeks.findIndex(({ running }) => running)]
  return new Set(chosen.filter((index) => index !== undefined && index >= 0) as number[])
}

/** The first chart in a sentence. */
export function weeksText(weeks: readonly Week[]): string {
  const parts = weeks.map(({ label, count, running }) =>
    running ? `bisher ${count} in der laufenden Woche ${label}` : `${count} in Woche ${label}`,
  )
  return `Buchungen je Kalenderwoche: ${parts.join(', ')}.`
}

/** How much of a day's time is given away, 0 to 1; a closed day has none. */
export function loadShare({ capacity_min: capacity, booked_min: booked, closed }: DayLoad): number {
  return closed || capacity <= 0 ? 0 : Math.min(1, booked / capacity)
}

/** The second chart in a sentence. */
export function loadText(load: readonly DayLoad[]): string {
  const parts = load
    .filter(({ closed }) => !closed)
    .map((day) => {
      const share = loadShare(day)
      return `${shortDay(day.date)} ${share >= 1 ? 'voll' : `${Math.round(share * 100)} Prozent`}`
    })
  return parts.length === 0
    ? 'In den nächsten 14 Tagen ist geschlossen.'
    : `Auslastung der nächsten 14 Tage: ${parts.join(', ')}.`
}
