import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { longDay, timeOfDay } from '../../../src/shared/format.ts'
import { Button } from '../../components/button.tsx'
import styles from './appointment.module.css'

/** Says what the sign at a time means. */
export const FITS_WISHES = 'passt zu den Wünschen'

/** Number of times shown at first, so that several days fit on a phone. A press shows the others. */
const FIRST_TIMES = 7

type TimePicksProps = {
  /** The name of the radio buttons, which those of other days share. */
  name: string
  day: Day
  starts: readonly string[]
  /** The starts that match the wishes. */
  fitting?: readonly string[] | undefined
  isChosen: (start: string) => boolean
  onChoose: (start: string) => void
}

/** The free times of a day as radio buttons. */
export function TimePicks({ name, day, starts, fitting = [], isChosen, onChoose }: TimePicksProps) {
  const [isWhole, setWhole] = useState(false)
  const times = useRef<HTMLDivElement>(null)
  // The pressed button, which had the focus, is gone.
  useEffect(() => {
    if (isWhole) times.current?.querySelectorAll('input')[FIRST_TIMES]?.focus()
  }, [isWhole])
  const laterStarts = starts.slice(FIRST_TIMES)
  const isLaterShown = isWhole || laterStarts.length === 0 || laterStarts.some(isChosen)
  return (
    <div ref={times} className={styles.times}>
      {(isLaterShown ? starts : starts.slice(0, FIRST_TIMES)).map((start) => {
        const fits = fitting.includes(start)
        return (
          <label key={start} className={`pick small ${styles.time}`}>
            <input
              type="radio"
              className="covering"
              name={name}
              aria-label={`${longDay(day)}, ${timeOfDay(start)}${fits ? `, ${FITS_WISHES}` : ''}`}
              checked={isChosen(start)}
              onChange={() => onChoose(start)}
            />
            <span className="with-icon">
              {timeOfDay(start)}
              {fits && <Check />}
            </span>
          </label>
        )
      })}
      {!isLaterShown && (
        <Button
          kind="link"
          aria-label={`${laterStarts.length} mehr am ${longDay(day)}`}
          onClick={() => setWhole(true)}
        >
          {laterStarts.length} mehr
        </Button>
      )}
    </div>
  )
}
