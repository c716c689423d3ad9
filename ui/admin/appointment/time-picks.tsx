import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { longDay, timeOfDay } from '../../../src/shared/format.ts'
import { Button } from '../../components/button.tsx'
import styles from './appointment.module.css'

/** The meaning of the sign at a time. */
export const FITS_WISHES = 'passt zu den Wünschen'

/**
 * The number of times that are initially shown, so that several days fit on a phone. A press shows the
 * others.
 */
const FIRST_TIMES = 7

type TimePicksProps = {
  /** The name of the radio buttons, shared by all days. */
  groupName: string
  day: Day
  starts: readonly string[]
  /** The starts that match the wishes. */
  fitting?: readonly string[] | undefined
  isChosen: (start: string) => boolean
  onChoose: (start: string) => void
}

/** The free times of a day as radio buttons, initially only the first few. */
export function TimePicks({ groupName, day, starts, fitting = [], isChosen, onChoose }: TimePicksProps) {
  const [isExpanded, setExpanded] = useState(false)
  const timesRef = useRef<HTMLDivElement>(null)
  // The button that showed all times had the focus and is gone, so the first newly shown time takes it.
  useEffect(() => {
    if (isExpanded) timesRef.current?.querySelectorAll('input')[FIRST_TIMES]?.focus()
  }, [isExpanded])
  // A chosen time is always shown.
  const areAllShown = isExpanded || starts.slice(FIRST_TIMES).some(isChosen)
  const shownStarts = areAllShown ? starts : starts.slice(0, FIRST_TIMES)
  const hiddenCount = starts.length - shownStarts.length
  return (
    <div ref={timesRef} className={styles.times}>
      {shownStarts.map((start) => {
        const fits = fitting.includes(start)
        return (
          <label key={start} className={`pick small ${styles.time}`}>
            <input
              type="radio"
              className="covering"
              name={groupName}
              aria-label={`${longDay(day)}, ${timeOfDay(start)}${fits ? `, ${FITS_WISHES}` : ''}`}
              checked={isChosen(start)}
              onChange={() => onChoose(start)}
              onKeyDown={(event) => {
                // Enter would send the form without a time.
                if (event.key !== 'Enter' || isChosen(start)) return
                event.preventDefault()
                onChoose(start)
              }}
            />
            <span className="with-icon">
              {timeOfDay(start)}
              {fits && <Check />}
            </span>
          </label>
        )
      })}
      {hiddenCount > 0 && (
        <Button
          kind="link"
          aria-label={`${hiddenCount} mehr am ${longDay(day)}`}
          onClick={() => setExpanded(true)}
        >
          {hiddenCount} mehr
        </Button>
      )}
    </div>
  )
}
