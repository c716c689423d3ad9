import type { QueryClient } from '@tanstack/react-query'
import type { PageData } from '../../../src/http/page-data.ts'
import { readSlots } from '../../api/free-times.ts'
import { closuresQuery, freeKey, slotsQuery, summaryQuery } from './free-times.ts'
import { monthShowing, shownDays } from './shown-days.ts'

/**
 * Puts the free times that came with the page into the cache, where the queries of the calendar look for
 * them.
 * @param updatedAt when the times were read, in epoch milliseconds
 */
export function keepBroughtTimes(client: QueryClient, { times }: PageData, updatedAt: number): void {
  if (!times) return
  const { service, from: today, to, days, day, closures } = times
  const wanted = { service }
  const slots = readSlots(times.slots)
  const [slot] = slots
  const store = (queryKey: readonly unknown[], data: unknown) =>
    client.setQueryData(queryKey, data, { updatedAt })
  store(summaryQuery(wanted, today, to).queryKey, days)
  store(slotsQuery(wanted, day).queryKey, slots)
  store(freeKey(wanted, 'next', today), { day, slot })
  const shown = shownDays(monthShowing(day, today), today)
  // The calendar may show more days than came with the page, and then it loads all of them.
  if (shown.to > to) return
  const { queryKey } = summaryQuery(wanted, shown.from, shown.to)
  store(
    queryKey,
    days.filter(({ date }) => shown.from <= date && date <= shown.to),
  )
  store(
    closuresQuery(shown.from, shown.to).queryKey,
    closures.filter((closure) => closure.from <= shown.to && shown.from <= closure.to),
  )
}
