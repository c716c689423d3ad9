import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { addDays, type Day, mondayOf } from '../../../src/shared/day.ts'
import { longDay } from '../../../src/shared/format.ts'
import { DAY_PARTS, type DayPart } from '../../../src/shared/waiting-list.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Button } from '../../components/button.tsx'
import { FieldGroup } from '../../components/field.tsx'
import styles from './appointment.module.css'
import { FreeDays, type SuggestedDay } from './free-days.tsx'
import { FREE_TIMES_KEY } from './free-times-cache.ts'

/** The day from which free times are read, and the part of the day if only one is wished. */
export type FreeTimesQuery = { from: Day; part?: DayPart }

type NextFreeTimesProps = {
  /** Identifies whose times these are in the query cache. */
  cacheKey: string
  /** Reads the next four days that have free times. @throws ApiError */
  readDays: (
    query: FreeTimesQuery,
    options: { init: { signal: AbortSignal } },
  ) => Promise<readonly SuggestedDay[]>
  /** The first day that is shown. Changing it discards earlier page turns. */
  from: Day
  isChosen: (start: string) => boolean
  onChoose: (start: string, day: Day) => void
  /** A sentence for what staff can do when the times cannot be loaded. */
  failureAdvice?: string
}

const PART_LABELS = { morning: 'vormittags', afternoon: 'nachmittags' } as const satisfies Record<
  DayPart,
  string
>

/**
 * The next days with free times as radio buttons, wherever the practice chooses a time: to enter or move an
 * appointment, and to offer a time. Times that match the wishes of a waiting patient have a sign.
 */
export function NextFreeTimes(props: NextFreeTimesProps) {
  const { cacheKey, readDays, from, isChosen, onChoose, failureAdvice } = props
  const [part, setPart] = useState<DayPart>()
  const { firstDay, showFrom } = useFirstDay(from)
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['admin', FREE_TIMES_KEY, cacheKey, firstDay, part],
    queryFn: ({ signal }) => readDays({ from: firstDay, ...(part && { part }) }, { init: { signal } }),
    // Somebody else may have taken a time since it was read.
    staleTime: 0,
  })
  const nextMonday = addDays(mondayOf(viennaToday()), 7)
  const isFromNextWeek = firstDay === nextMonday
  const lastDay = data?.at(-1)?.date
  return (
    <FieldGroup legend="Nächste freie Zeiten">
      <div className="stack gap-3">
        <div className={styles.ways}>
          {DAY_PARTS.map((dayPart) => (
            <FilterButton
              key={dayPart}
              isOn={part === dayPart}
              onPress={() => setPart(part === dayPart ? undefined : dayPart)}
            >
              {PART_LABELS[dayPart]}
            </FilterButton>
          ))}
          <FilterButton isOn={isFromNextWeek} onPress={() => showFrom(isFromNextWeek ? from : nextMonday)}>
            ab nächster Woche
          </FilterButton>
        </div>
        {isError && (
          <p className="muted small">
            Die freien Zeiten konnten nicht geladen werden. {failureAdvice}{' '}
            <Button kind="link" busy={isFetching} busyText="Aktualisieren …" onClick={() => void refetch()}>
              Neu laden
            </Button>
          </p>
        )}
        {!isError && <FreeDays days={data} isChosen={isChosen} onChoose={onChoose} />}
        <p className="row gap-3">
          {lastDay !== undefined && (
            <Button kind="link" onClick={() => showFrom(addDays(lastDay, 1))}>
              weitere
            </Button>
          )}
          {firstDay !== from && (
            <Button kind="link" onClick={() => showFrom(from)}>
              wieder ab {from === viennaToday() ? 'heute' : longDay(from)}
            </Button>
          )}
        </p>
      </div>
    </FieldGroup>
  )
}

/** Keeps the day on which the shown times begin. A change of `from` resets it. */
function useFirstDay(from: Day): { firstDay: Day; showFrom: (day: Day) => void } {
  const [chosen, setChosen] = useState({ day: from, from })
  return {
    firstDay: chosen.from === from ? chosen.day : from,
    showFrom: (day) => setChosen({ day, from }),
  }
}

type FilterButtonProps = { isOn: boolean; onPress: () => void; children: ReactNode }

/** A button that narrows the times. A second press shows all times again. */
function FilterButton({ isOn, onPress, children }: FilterButtonProps) {
  return (
    <Button size="small" aria-pressed={isOn} onClick={onPress}>
      {children}
    </Button>
  )
}
