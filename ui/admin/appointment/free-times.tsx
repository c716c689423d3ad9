import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { MONTHS_SEARCHED, SUMMARY_DAYS_MAX } from '../../../src/shared/booking.ts'
import { addDays, type Day, isDay } from '../../../src/shared/day.ts'
import { longDay, timeOfDay } from '../../../src/shared/format.ts'
import { numberWord } from '../../../src/shared/number-word.ts'
import { admin, adminQuery } from '../../api/admin.ts'
import { getDaySummaries } from '../../api/free-times.ts'
import { ApiError, hasCode } from '../../api/http.ts'
import { queryClient } from '../../api/query-client.tsx'
import { Button } from '../../components/button.tsx'
import { FieldGroup } from '../../components/field.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './appointment.module.css'

type FreeTimesProps = {
  service: string
  day: Day
  /** The value of the field for the time, which need not be free. */
  value: string
  onChoose: (time: string) => void
  onChooseDay: (day: Day) => void
}

/** The last part of every path under which the server answers free times. */
const SLOTS = 'slots'

function showsFreeTimes({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return queryKey.includes(SLOTS)
}

/**
 * For a time that somebody else has just taken, an error with its sentence at the time; the free times are
 * loaded again.
 */
export function atTime(error: unknown): unknown {
  if (!hasCode(error, 'slot_taken')) return error
  void queryClient.invalidateQueries({ queryKey: ['admin'], predicate: showsFreeTimes })
  return new ApiError(error.status, error.message, { ...error.facts, fields: { time: error.message } })
}

/** The free times of the day as radio buttons, once service and day are chosen. */
export function FreeTimes({ service, day, value, onChoose, onChooseDay }: FreeTimesProps) {
  const name = useId()
  const isAsked = service !== '' && isDay(day)
  const { data: slots, isError } = useQuery({
    ...adminQuery(admin.slots, { query: { service_id: service, date: day } }),
    enabled: isAsked,
  })
  const times = useRef<HTMLDivElement>(null)
  // The pressed button for the next free day, which had the focus, is gone.
  useEffect(() => {
    if (slots && document.activeElement === document.body) times.current?.querySelector('input')?.focus()
  }, [slots])
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
        <>
          <p className="muted small">
            An diesem Tag ist nach dem Plan nichts frei. Sie können trotzdem eine Uhrzeit eintippen.
          </p>
          <NextFreeDay service={service} day={day} onChoose={onChooseDay} />
        </>
      ) : (
        <div ref={times}>
          <TimePicks
            name={name}
            starts={slots.map(({ slot_start }) => slot_start)}
            isChosen={(start) => timeOfDay(start) === value}
            onChoose={(start) => onChoose(timeOfDay(start))}
          />
        </div>
      )}
    </FieldGroup>
  )
}

type NextFreeDayProps = { service: string; day: Day; onChoose: (day: Day) => void }

/** The next day on which patients can book the service. */
function NextFreeDay({ service, day, onChoose }: NextFreeDayProps) {
  const { data } = useQuery({
    queryKey: ['admin', SLOTS, 'next', service, day],
    queryFn: ({ signal }) => getDaySummaries(day, addDays(day, SUMMARY_DAYS_MAX - 1), { service }, signal),
    staleTime: 0,
  })
  const next = data?.find(({ available_count }) => available_count > 0)
  if (!next) return null
  return (
    <Button kind="link" onClick={() => onChoose(next.date)}>
      Nächster freier Tag: {longDay(next.date)}
    </Button>
  )
}

/** `fitting` are the starts that match the wishes of somebody who waits. */
type SuggestedDay = { date: Day; starts: readonly string[]; fitting?: readonly string[] }

type SuggestedTimesProps = {
  query: Pick<UseQueryResult<readonly SuggestedDay[]>, 'data' | 'isError'>
  isChosen: (start: string) => boolean
  onChoose: (start: string, day: Day) => void
  /** Follows "Die freien Zeiten konnten nicht geladen werden." */
  instead?: string
  error?: string | undefined
}

/** Number of times shown at first of each of several days, so that the days fit on a phone. */
const FIRST_TIMES = 7

/** Says what the sign at a time means. */
const FITS_WISHES = 'passt zu den Wünschen'

/** The next days with free times as radio buttons. Those that match the wishes have a sign. */
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
        <p className="muted small">
          Ab diesem Tag ist nach dem Plan {numberWord(MONTHS_SEARCHED)} Monate lang nichts frei.
        </p>
      ) : (
        <div className="stack gap-3">
          {data.some(({ fitting = [] }) => fitting.length > 0) && (
            <p className="with-icon small">
              <Check /> {FITS_WISHES}
            </p>
          )}
          {data.map(({ date, starts, fitting }) => (
            <div key={date}>
              <p className="muted small mb-3">{longDay(date)}</p>
              <TimePicks
                name={name}
                day={date}
                starts={starts}
                fitting={fitting}
                shown={FIRST_TIMES}
                isChosen={isChosen}
                onChoose={(start) => onChoose(start, date)}
              />
            </div>
          ))}
        </div>
      )}
    </FieldGroup>
  )
}

type TimePicksProps = {
  name: string
  /** Part of the names of the buttons, where there are several days. */
  day?: Day
  starts: readonly string[]
  /** The starts that match the wishes. */
  fitting?: readonly string[] | undefined
  /** Number of times shown at first. A press shows the others. */
  shown?: number
  isChosen: (start: string) => boolean
  onChoose: (start: string) => void
}

function TimePicks({
  name,
  day,
  starts,
  fitting = [],
  shown = starts.length,
  isChosen,
  onChoose,
}: TimePicksProps) {
  const [isWhole, setWhole] = useState(false)
  const times = useRef<HTMLDivElement>(null)
  // The pressed button, which had the focus, is gone.
  useEffect(() => {
    if (isWhole) times.current?.querySelectorAll('input')[shown]?.focus()
  }, [isWhole, shown])
  const later = isWhole ? [] : starts.slice(shown)
  const isLaterShown = later.length === 0 || later.some(isChosen)
  return (
    <div ref={times} className={styles.times}>
      {(isLaterShown ? starts : starts.slice(0, shown)).map((start) => (
        <label key={start} className={`pick small ${styles.time}`}>
          <input
            type="radio"
            className="covering"
            name={name}
            aria-label={
              day &&
              `${longDay(day)}, ${timeOfDay(start)}${fitting.includes(start) ? `, ${FITS_WISHES}` : ''}`
            }
            checked={isChosen(start)}
            onChange={() => onChoose(start)}
          />
          <span className="with-icon">
            {timeOfDay(start)}
            {fitting.includes(start) && <Check />}
          </span>
        </label>
      ))}
      {!isLaterShown && (
        <Button
          kind="link"
          aria-label={`${later.length} mehr${day ? ` am ${longDay(day)}` : ''}`}
          onClick={() => setWhole(true)}
        >
          {later.length} mehr
        </Button>
      )}
    </div>
  )
}
