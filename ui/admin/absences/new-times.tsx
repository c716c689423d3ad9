import { useId } from 'react'
import { clockTime, shortDay, timeOfDay } from '../../../src/shared/format.ts'
import { MONTHS_SEARCHED } from '../../../src/shared/free-times.ts'
import { numberWord } from '../../../src/shared/number-word.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from '../components/admin.module.css'
import type { NewTime } from './send-bulk-change.ts'
import { newTimeKey, type Suggestion } from './use-suggested-times.ts'

const NOTHING_FREE = `In den nächsten ${numberWord(MONTHS_SEARCHED)} Monaten ist nach dem Plan nichts frei.`

const TAKEN_SENTENCE = 'Die gewählte Zeit ist gerade vergeben worden. Bitte eine andere wählen.'

type NewTimesProps = {
  patientName: string
  suggestion: Suggestion
  /** True if somebody else has just taken the previously chosen time. */
  isTaken: boolean
  chosen: NewTime | undefined
  busy: boolean
  onChoose: (time: NewTime) => void
}

/**
 * The suggested times for one appointment as radio buttons. They never collide with those of another
 * appointment (docs/behaviour.md 8.31).
 */
export function NewTimes({ patientName, suggestion, isTaken, chosen, busy, onChoose }: NewTimesProps) {
  const groupName = useId()
  if (suggestion.kind === 'loading') return <Skeleton height={40} />
  if (suggestion.kind === 'refused') return <p className="muted small">{suggestion.sentence}</p>
  const { times } = suggestion
  if (times.length === 0) return <p className="muted small">{NOTHING_FREE}</p>
  return (
    <fieldset className={styles.newTimes} aria-label={`Neue Zeit: ${patientName}`}>
      {isTaken && (
        <p className="whole danger small" role="alert">
          {TAKEN_SENTENCE}
        </p>
      )}
      {times.map((time) => (
        <label
          key={newTimeKey(time)}
          className={`pick small ${time.resource_name ? styles.elsewhere : styles.newTime}`}
        >
          <input
            type="radio"
            className="covering"
            name={groupName}
            checked={chosen !== undefined && newTimeKey(time) === newTimeKey(chosen)}
            disabled={busy}
            onChange={() => onChoose(time)}
          />
          {time.resource_name ? (
            <span>
              {time.resource_name} hätte am selben Tag um{' '}
              <span className="semibold nowrap">{clockTime(time.start)}</span> frei
            </span>
          ) : (
            <>
              <span>{shortDay(time.start)}</span>
              <span className="semibold">{timeOfDay(time.start)}</span>
            </>
          )}
        </label>
      ))}
    </fieldset>
  )
}
