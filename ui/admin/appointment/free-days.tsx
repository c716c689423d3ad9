import { Check } from 'lucide-react'
import { useId } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { longDay } from '../../../src/shared/format.ts'
import { MONTHS_SEARCHED } from '../../../src/shared/free-times.ts'
import { numberWord } from '../../../src/shared/number-word.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { FITS_WISHES, TimePicks } from './time-picks.tsx'

/** A day with free times. */
export type SuggestedDay = {
  date: Day
  starts: readonly string[]
  /** The starts that match the wishes of a waiting patient. */
  fitting?: readonly string[]
}

type FreeDaysProps = {
  /** Undefined while they are loading. */
  days: readonly SuggestedDay[] | undefined
  isChosen: (start: string) => boolean
  onChoose: (start: string, day: Day) => void
}

/** The days with their times, one of which can be chosen. */
export function FreeDays({ days, isChosen, onChoose }: FreeDaysProps) {
  const groupName = useId()
  if (days === undefined) return <Skeleton height={160} />
  if (days.length === 0)
    return (
      <p className="muted small">
        Ab diesem Tag ist nach dem Plan {numberWord(MONTHS_SEARCHED)} Monate lang nichts frei.
      </p>
    )
  return (
    <>
      {days.some(({ fitting = [] }) => fitting.length > 0) && (
        <p className="with-icon small">
          <Check /> {FITS_WISHES}
        </p>
      )}
      {days.map(({ date, starts, fitting }) => (
        <div key={date}>
          <p className="muted small mb-3">{longDay(date)}</p>
          <TimePicks
            groupName={groupName}
            day={date}
            starts={starts}
            fitting={fitting}
            isChosen={isChosen}
            onChoose={(start) => onChoose(start, date)}
          />
        </div>
      ))}
    </>
  )
}
