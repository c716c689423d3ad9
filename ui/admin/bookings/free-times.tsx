import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { type Day, isDay } from '../../../src/shared/day.ts'
import { timeOfDay } from '../../../src/shared/format.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { FieldGroup } from '../../components/field.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './bookings.module.css'

type FreeTimesProps = {
  service: string
  day: Day
  /** What stands in the field for the time, free or not. */
  value: string
  onChoose: (time: string) => void
}

/** The free times of the day as radio buttons. Nothing until service and day are chosen. */
export function FreeTimes({ service, day, value, onChoose }: FreeTimesProps) {
  const name = useId()
  const isAsked = service !== '' && isDay(day)
  const { data: slots, isError } = useQuery({
    queryKey: ['admin', 'free', service, day],
    queryFn: ({ signal }) =>
      adminRequest(admin.slots.$get({ query: { service_id: service, date: day } }, { init: { signal } })),
    enabled: isAsked,
    staleTime: 0,
  })
  if (!isAsked) return null
  return (
    <FieldGroup legend="Freie Zeiten">
      {isError ? (
        <p className="muted small">
          Die freien Zeiten konnten nicht geladen werden. Sie können trotzdem eine Uhrzeit eintippen.
        </p>
      ) : !slots ? (
        <Skeleton height={84} />
      ) : slots.length === 0 ? (
        <p className="muted small">
          An diesem Tag ist nach dem Plan nichts frei. Sie können trotzdem eine Uhrzeit eintippen.
        </p>
      ) : (
        <div className={styles.times}>
          {slots
            .map(({ slot_start }) => timeOfDay(slot_start))
            .map((time) => (
              <label key={time} className={`pick small ${styles.time}`}>
                <input
                  type="radio"
                  className="covering"
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
