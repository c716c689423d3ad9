import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { MONTHS_SEARCHED } from '../../../src/shared/booking.ts'
import { addDays, type Day, dayNumber, weekdayOf } from '../../../src/shared/day.ts'
import { longDay, timeOfDay } from '../../../src/shared/format.ts'
import { numberWord } from '../../../src/shared/number-word.ts'
import type { DayPart } from '../../../src/shared/waiting-list.ts'
import { ApiError, hasCode } from '../../api/http.ts'
import { queryClient } from '../../api/query-client.tsx'
import { viennaToday } from '../../api/server-clock.ts'
import { Button } from '../../components/button.tsx'
import { FieldGroup } from '../../components/field.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './appointment.module.css'

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

/** `fitting` are the starts that match the wishes of somebody who waits. */
type SuggestedDay = { date: Day; starts: readonly string[]; fitting?: readonly string[] }

/** Asks for times from a day on, of a part of the day only if wished. */
export type AskedTimes = { from: Day; part?: DayPart }

type NextFreeTimesProps = {
  /** Names for whom or what the times are, so that the query cache keeps them apart. */
  of: string
  /** Reads the next four days with such times. @throws ApiError */
  read: (asked: AskedTimes, init: { init: { signal: AbortSignal } }) => Promise<readonly SuggestedDay[]>
  /** The first day that is asked for; a new one starts anew. */
  from: Day
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

/** Its keys stand for `DAY_PARTS`, whose file would bring the rules of the waiting list along. */
const PARTS = { morning: 'vormittags', afternoon: 'nachmittags' } as const satisfies Record<DayPart, string>

/**
 * The next days with free times as radio buttons, wherever the practice chooses a time: to enter, to move and
 * to offer. Those that match the wishes have a sign.
 */
export function NextFreeTimes({ of, read, from, isChosen, onChoose, instead, error }: NextFreeTimesProps) {
  const name = useId()
  const [part, setPart] = useState<DayPart>()
  /** The day on which the shown times begin, and the `from` for which it was chosen. */
  const [later, setLater] = useState({ day: from, of: from })
  const day = later.of === from ? later.day : from
  const { data, isError } = useQuery({
    queryKey: ['admin', SLOTS, of, day, part],
    queryFn: ({ signal }) => read({ from: day, ...(part && { part }) }, { init: { signal } }),
    staleTime: 0,
  })
  const nextMonday = mondayAfter(viennaToday())
  const showFrom = (next: Day) => setLater({ day: next, of: from })
  const last = data?.at(-1)?.date
  return (
    <FieldGroup legend="Nächste freie Zeiten" error={error}>
      <div className="stack gap-3">
        <div className={styles.ways}>
          {(Object.keys(PARTS) as DayPart[]).map((each) => (
            <Way key={each} isOn={part === each} onPress={() => setPart(part === each ? undefined : each)}>
              {PARTS[each]}
            </Way>
          ))}
          <Way isOn={day === nextMonday} onPress={() => showFrom(day === nextMonday ? from : nextMonday)}>
            ab nächster Woche
          </Way>
        </div>
        {isError ? (
          <p className="muted small">Die freien Zeiten konnten nicht geladen werden. {instead}</p>
        ) : !data ? (
          <Skeleton height={160} />
        ) : data.length === 0 ? (
          <p className="muted small">
            Ab diesem Tag ist nach dem Plan {numberWord(MONTHS_SEARCHED)} Monate lang nichts frei.
          </p>
        ) : (
          <>
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
          </>
        )}
        <p className="row gap-3">
          {last !== undefined && (
            <Button kind="link" onClick={() => showFrom(addDays(last, 1))}>
              weitere
            </Button>
          )}
          {day !== from && (
            <Button kind="link" onClick={() => showFrom(from)}>
              wieder ab {from === viennaToday() ? 'heute' : longDay(from)}
            </Button>
          )}
        </p>
      </div>
    </FieldGroup>
  )
}

type WayProps = { isOn: boolean; onPress: () => void; children: ReactNode }

/** A button that narrows the times, and a second press takes it back. */
function Way({ isOn, onPress, children }: WayProps) {
  return (
    <Button size="small" aria-pressed={isOn} onClick={onPress}>
      {children}
    </Button>
  )
}

/** Returns the Monday of the next week. */
function mondayAfter(day: Day): Day {
  return addDays(day, (8 - weekdayOf(dayNumber(day))) % 7 || 7)
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
