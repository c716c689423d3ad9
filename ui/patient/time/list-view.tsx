import { useEffect, useId } from 'react'
import { type Day, daysBetween } from '../../../src/shared/day.ts'
import { longDay } from '../../../src/shared/format.ts'
import type { Slot, Wanted } from '../../api/free-times.ts'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { LoadFailure } from '../../page/loaded.tsx'
import { closureText } from './closures.ts'
import { TimeGrid } from './day-times.tsx'
import { LOADING_TIMES, NOTHING_FREE } from './slots.ts'
import type { DayGroup, Suggestions } from './suggestions.ts'
import styles from './time.module.css'
import { useLoadClosures, useSuggestions } from './use-free-times.ts'

/** From this many days on, the distance of a day is given in weeks. */
const LEAST_DAYS_FOR_WEEKS = 14
const NAMED_DAYS = ['heute', 'morgen', 'übermorgen']

type ListViewProps = {
  wanted: Wanted
  from: Day
  slot: Slot | undefined
  onSlot: (slot: Slot, day: Day) => void
  today: Day
}

/** Shows some free slots of each of the next days, as an alternative to the calendar. */
export function ListView({ wanted, from, slot, onSlot, today }: ListViewProps) {
  const list = useSuggestions(wanted, from, today)
  const loads = list.data?.pages ?? []
  const groups = loads.flatMap((load) => load.groups)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list

  // A load scans a limited number of days. When none of them has a free time, the next load follows
  // automatically.
  const needsNextLoad = list.isSuccess && groups.length === 0 && hasNextPage && !isFetchingNextPage
  useEffect(() => {
    if (needsNextLoad) void fetchNextPage()
  }, [needsNextLoad, fetchNextPage])

  const isLoading = list.isPending || needsNextLoad || (isFetchingNextPage && groups.length === 0)
  return (
    <>
      {loads.map((load, at) => {
        const start = loads[at - 1]?.next ?? from
        return (
          <Load
            key={start}
            load={load}
            from={start}
            isFirst={at === 0}
            slot={slot}
            onSlot={onSlot}
            today={today}
          />
        )
      })}
      {isLoading && <LoadingGroups />}
      <LoadFailure query={list} failure="Termine nicht ladbar" brief />
      {groups.length > 0 && hasNextPage && !list.isError && (
        <div className="mt-2">
          <Button
            wide
            busy={isFetchingNextPage}
            busyText="Weitere Termine werden geladen…"
            onClick={() => void fetchNextPage()}
          >
            Mehr Termine anzeigen
          </Button>
        </div>
      )}
      <p className="visually-hidden" role="status">
        {loads.length > 1 && !isFetchingNextPage && addedText(loads.at(-1)?.groups ?? [])}
      </p>
      <p className="muted mt-2" role="status">
        {!isLoading && !list.isError && endText({ isEmpty: groups.length === 0, hasMore: hasNextPage })}
      </p>
    </>
  )
}

/** Returns the text below the list: that nothing is free, or that the list ends here; '' while it goes on. */
function endText({ isEmpty, hasMore }: { isEmpty: boolean; hasMore: boolean }): string {
  if (isEmpty) return NOTHING_FREE
  return hasMore ? '' : 'Aktuell keine weiteren Termine gefunden.'
}

/** Returns `10 weitere Termine, ab Freitag, 4. Dezember`; '' for none. */
function addedText(groups: readonly DayGroup[]): string {
  const [first] = groups
  if (first === undefined) return ''
  const added = groups.reduce((sum, { slots }) => sum + slots.length, 0)
  return `${added === 1 ? 'Ein weiterer Termin' : `${added} weitere Termine`}, ab ${longDay(first.day)}`
}

type ChoiceProps = Pick<ListViewProps, 'slot' | 'onSlot' | 'today'>

type LoadProps = ChoiceProps & { load: Suggestions; from: Day; isFirst: boolean }

/**
 * Shows the days of one load, and between them the closures that begin before the next load. A closure that
 * began before `from` belongs to the previous load; only the first load shows it.
 */
function Load({ load: { groups, next }, from, isFirst, slot, onSlot, today }: LoadProps) {
  const closures = useLoadClosures(from, today).filter(
    (closure) => (isFirst || closure.from >= from) && (next === undefined || closure.from < next),
  )
  const rows = [
    ...closures.map((closure) => ({
      day: closure.from,
      row: (
        <p key={closure.from} className={`${styles.group} line-above muted small`}>
          {closureText(closure, today)}
        </p>
      ),
    })),
    ...groups.map((group) => ({
      day: group.day,
      row: <Group key={group.day} group={group} slot={slot} onSlot={onSlot} today={today} />,
    })),
  ]
  return rows.sort((a, b) => a.day.localeCompare(b.day)).map(({ row }) => row)
}

type GroupProps = ChoiceProps & { group: DayGroup }

/** Shows one day with its suggested times, and says how far ahead the day is. */
function Group({ group: { day, slots }, slot, onSlot, today }: GroupProps) {
  const id = useId()
  return (
    <section className={`${styles.group} line-above`}>
      <h2 className="row between baseline mb-3" id={id}>
        <span className="num">{longDay(day, today)}</span>{' '}
        <span className="muted small regular">{fromToday(daysBetween(today, day))}</span>
      </h2>
      <TimeGrid
        slots={slots}
        chosen={slot}
        onChoose={(chosen) => onSlot(chosen, day)}
        columns={4}
        labelledBy={id}
      />
    </section>
  )
}

/** Reserves the room of four days while they are loading. */
function LoadingGroups() {
  return (
    <div>
      <p className="visually-hidden" role="status">
        {LOADING_TIMES}
      </p>
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className={`${styles.group} line-above`}>
          <div className="mb-3">
            <Skeleton height={25} width={200} />
          </div>
          <Skeleton height={52} />
        </div>
      ))}
    </div>
  )
}

/** Returns `heute`, `morgen`, `in 5 Tagen` or `in 3 Wochen`. */
function fromToday(days: number): string {
  const counted = days < LEAST_DAYS_FOR_WEEKS ? `in ${days} Tagen` : `in ${Math.floor(days / 7)} Wochen`
  return NAMED_DAYS[days] ?? counted
}
