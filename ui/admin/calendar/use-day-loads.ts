import { useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { Day } from '../../../src/shared/day.ts'
import { admin, adminQuery, RELOAD_EVERY_MINUTE } from '../../api/admin.ts'
import type { DayFacts } from '../components/day-cell.tsx'
import { useResourceChoice } from '../resources/resource-choice.ts'
import { appointmentCountText } from './appointment-count.ts'
import { periodRange } from './periods.ts'

/** The number of appointments of a day, and the number of its booked minutes. */
export type DayLoad = InferResponseType<typeof admin.calendar.load.$get>[number]

/** Loads how full each day on the sheet of a month is, for all doctors and rooms or for the chosen one. */
export function useDayLoads(day: Day) {
  const { chosen } = useResourceChoice()
  const query = { ...periodRange('month', day), ...(chosen !== undefined && { resource: chosen }) }
  return useQuery({ ...adminQuery(admin.calendar.load, { query }), ...RELOAD_EVERY_MINUTE })
}

/**
 * Returns a function that gives the facts of a day that a month shows; undefined for a day that is not
 * loaded.
 */
export function dayFactsIn(loads: readonly DayLoad[] | undefined): (day: Day) => DayFacts | undefined {
  const byDay = new Map(loads?.map((load) => [load.date, load]))
  return (day) => {
    const load = byDay.get(day)
    if (load === undefined) return undefined
    // A day without working hours has no load; its capacity is 0, by which nothing can be divided.
    const isClosed = load.capacity_min === 0
    return {
      count: load.count,
      text: isClosed && load.count === 0 ? 'geschlossen' : appointmentCountText(load.count),
      load: isClosed ? undefined : load.booked_min / load.capacity_min,
      isClosed,
    }
  }
}
