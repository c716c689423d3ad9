import { useId } from 'react'
import { type Day, daysBetween } from '../../../src/shared/day.ts'
import { longDay } from '../../../src/shared/format.ts'
import type { Slot } from '../../api/free-times.ts'
import { closureText } from './closures.ts'
import type { DayGroup, Suggestions } from './suggestions.ts'
import styles from './time.module.css'
import { TimeGrid } from './time-grid.tsx'
import { useClosuresOfLoad } from './use-free-times.ts'

/** From this many days on, the distance of a day is given in weeks. */
const LEAST_DAYS_FOR_WEEKS = 14
const NAMED_DAYS = ['heute', 'morgen', 'übermorgen']

type ChoiceProps = {
  slot: Slot | undefined
  onSlot: (slot: Slot, day: Day) => void
  today: Day
}

type ListLoadProps = ChoiceProps & { load: Suggestions; from: Day; isFirst: boolean }

/**
 * Shows the days of one load, and between them the closures that begin before the next load. A closure that
 * began before `from` belongs to the previous load; only the first load shows it.
 */
export function ListLoad({ load, from, isFirst, slot, onSlot, today }: ListLoadProps) {
  const { groups, next } = load
  const closures = useClosuresOfLoad(from, today).filter((closure) => {
    const isOfPreviousLoad = closure.from < from && !isFirst
    const isOfNextLoad = next !== undefined && closure.from >= next
    return !isOfPreviousLoad && !isOfNextLoad
  })
  /** The closures and the days with suggestions, each with the day by which they are sorted. */
  const rows = [
    ...closures.map((closure) => ({
      day: closure.from,
      row: (
        <p key={closure.from} className={`${styles.group} line-above muted small`}>
          {closureText(closure, today)}
        </p>
      ),
    })),
    ...groups.map((group) => ({
      day: group.day,
      row: <Group key={group.day} group={group} slot={slot} onSlot={onSlot} today={today} />,
    })),
  ]
  return rows.sort((a, b) => a.day.localeCompare(b.day)).map(({ row }) => row)
}

type GroupProps = ChoiceProps & { group: DayGroup }

/** Shows one day with its suggested times, and says how far ahead the day is. */
function Group({ group: { day, slots }, slot, onSlot, today }: GroupProps) {
  const id = useId()
  return (
    <section className={`${styles.group} line-above`}>
      <h2 className="row between baseline mb-3" id={id}>
        <span className="num">{longDay(day, today)}</span>{' '}
        <span className="muted small regular">{fromToday(daysBetween(today, day))}</span>
      </h2>
      <TimeGrid
        slots={slots}
        chosen={slot}
        onChoose={(chosen) => onSlot(chosen, day)}
        columns={4}
        labelledBy={id}
      />
    </section>
  )
}

/** Returns `heute`, `morgen`, `in 5 Tagen` or `in 3 Wochen`. */
function fromToday(days: number): string {
  const counted = days < LEAST_DAYS_FOR_WEEKS ? `in ${days} Tagen` : `in ${Math.floor(days / 7)} Wochen`
  return NAMED_DAYS[days] ?? counted
}
