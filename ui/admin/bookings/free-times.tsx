import { useId } from 'react'
import { FieldGroup } from '../../components/field.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './free-times.module.css'

type FreeTimesProps = {
  /** Undefined while they are on their way. */
  times: readonly string[] | undefined
  failed: boolean
  /** What stands in the field beside, whether it is one of them or not. */
  value: string
  onChoose: (time: string) => void
}

/** The free times of the day: one stop for the keyboard, and its arrows within. */
export function FreeTimes({ times, failed, value, onChoose }: FreeTimesProps) {
  const name = useId()
  return (
    <FieldGroup legend="Freie Zeiten">
      {failed ? (
        <p className={styles.none}>
          Die freien Zeiten konnten nicht geladen werden. Sie können trotzdem eine Uhrzeit eintippen.
        </p>
      ) : !times ? (
        <Skeleton height={84} />
      ) : times.length === 0 ? (
        <p className={styles.none}>
          An diesem Tag ist nach dem Plan nichts frei. Sie können trotzdem eine Uhrzeit eintippen.
        </p>
      ) : (
        <div className={styles.times}>
          {times.map((time) => (
            <label key={time} className={styles.time}>
              <input
                type="radio"
                name={name}
                value={time}
                checked={time === value}
                onChange={() => onChoose(time)}
              />
              {time}
            </label>
          ))}
        </div>
      )}
    </FieldGroup>
  )
}
