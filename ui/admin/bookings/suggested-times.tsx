import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { longDay, timeOfDay } from '../../../src/shared/format.ts'
import { FieldGroup } from '../../components/field.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './bookings.module.css'

type SuggestedTimesProps = {
  query: Pick<UseQueryResult<readonly { date: Day; starts: readonly string[] }[]>, 'data' | 'isError'>
  isChosen: (start: string) => boolean
  onChoose: (start: string, day: Day) => void
  /** Follows "Die freien Zeiten konnten nicht geladen werden." */
  instead?: string
  error?: string | undefined
}

/** The next days with free times as radio buttons. */
export function SuggestedTimes({ query, isChosen, onChoose, instead, error }: SuggestedTimesProps) {
  const name = useId()
  const { data, isError } = query
  return (
    <FieldGroup legend="Nächste freie Zeiten" error={error}>
      {isError ? (
        <p className="muted small">Die freien Zeiten konnten nicht geladen werden. {instead}</p>
      ) : !data ? (
        <Skeleton height={160} />
      ) : data.length === 0 ? (
        <p className="muted small">Ab diesem Tag ist nach dem Plan drei Monate lang nichts frei.</p>
      ) : (
        <div className="stack gap-3">
          {data.map(({ date, starts }) => (
            <div key={date}>
              <p className="muted small mb-3">{longDay(date)}</p>
              <div className={styles.times}>
                {starts.map((start) => (
                  <label key={start} className={`pick small ${styles.time}`}>
                    <input
                      type="radio"
                      className="covering"
                      name={name}
                      aria-label={`${longDay(date)}, ${timeOfDay(start)}`}
                      checked={isChosen(start)}
                      onChange={() => onChoose(start, date)}
                    />
                    {timeOfDay(start)}
                  </label>
                ))}
              </div>
            </div>
          ))}
        </div>
      )}
    </FieldGroup>
  )
}
