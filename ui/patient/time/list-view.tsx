import { useEffect } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { longDay } from '../../../src/shared/format.ts'
import type { Slot, WantedTimes } from '../../api/free-times.ts'
import { StatusText } from '../../components/announced.tsx'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { LoadFailure } from '../../page/loaded.tsx'
import { ListLoad } from './list-load.tsx'
import type { DayGroup } from './suggestions.ts'
import styles from './time.module.css'
import { LOADING_TIMES, NOTHING_FREE } from './times-texts.ts'
import { useSuggestions } from './use-free-times.ts'

type ListViewProps = {
  wanted: WantedTimes
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
      {loads.map((load, index) => {
        const start = loads[index - 1]?.next ?? from
        return (
          <ListLoad
            key={start}
            load={load}
            from={start}
            isFirst={index === 0}
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
      <p className="visually-hidden" aria-live="polite">
        {loads.length > 1 && !isFetchingNextPage && addedText(loads.at(-1)?.groups ?? [])}
      </p>
      <p className="muted mt-2" aria-live="polite">
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

/** Reserves the room of four days while they are loading. */
function LoadingGroups() {
  return (
    <div>
      <StatusText className="visually-hidden">{LOADING_TIMES}</StatusText>
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
