import type { QueryClient } from '@tanstack/react-query'
import type { PageData } from '../../../src/http/page-data.ts'
import { readSlots } from '../../api/free-times.ts'
import { closuresQuery, daySummariesQuery, freeTimesQueryKey, slotsQuery } from './free-times-queries.ts'
import { monthOffering, shownDays } from './shown-days.ts'

/**
 * Puts the free times that came with the page into the cache, where the queries of the calendar look for
 * them.
 * @param updatedAt when the times were read, in epoch milliseconds
 */
export function keepBroughtTimes(client: QueryClient, { times }: PageData, updatedAt: number): void {
  if (!times) return
  const { service, from: today, to: lastBroughtDay, days, day: nextFreeDay, closures } = times
  const wanted = { service }
  const slots = readSlots(times.slots)
  const [firstSlot] = slots
  const store = (key: readonly unknown[], data: unknown) => client.setQueryData(key, data, { updatedAt })
  store(daySummariesQuery(wanted, today, lastBroughtDay).queryKey, days)
  store(slotsQuery(wanted, nextFreeDay).queryKey, slots)
  // The page shows the first slot as the next free time.
  store(freeTimesQueryKey(wanted, 'next', today), { day: nextFreeDay, slot: firstSlot })

  // The calendar opens in the month of the next free day, and asks for all days that it shows in one query.
  // If it shows more days than came with the page, it has to load them.
  const shown = shownDays(monthOffering(nextFreeDay, today), today)
  if (shown.to > lastBroughtDay) return
  const { queryKey } = daySummariesQuery(wanted, shown.from, shown.to)
  store(
    queryKey,
    days.filter(({ date }) => shown.from <= date && date <= shown.to),
  )
  store(
    closuresQuery(shown.from, shown.to).queryKey,
    closures.filter((closure) => closure.from <= shown.to && shown.from <= closure.to),
  )
}
