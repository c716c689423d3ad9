import { timeOfDay } from '../../../src/shared/format.ts'
import type { Slot } from '../../api/free-times.ts'
import styles from './time.module.css'

type TimeGridProps = {
  slots: readonly Slot[]
  chosen: Slot | undefined
  onChoose: (slot: Slot) => void
  columns: 3 | 4
  /** The id of the heading that names the group. */
  labelledBy: string
}

/** Shows free times as buttons side by side. The chosen time is the pressed button. */
export function TimeGrid({ slots, chosen, onChoose, columns, labelledBy }: TimeGridProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms; these are buttons
    <div role="group" aria-labelledby={labelledBy} className={styles.grid} data-columns={columns}>
      {slots.map((slot) => (
        <button
          key={slot.start}
          type="button"
          className={`pick medium ${styles.time}`}
          aria-pressed={slot.start === chosen?.start}
          onClick={() => onChoose(slot)}
        >
          <time dateTime={slot.start}>{timeOfDay(slot.start)}</time>
        </button>
      ))}
    </div>
  )
}
