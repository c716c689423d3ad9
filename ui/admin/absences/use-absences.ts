import { useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { admin, adminQuery } from '../../api/admin.ts'

export type Absence = InferResponseType<typeof admin.absences.$get>[number]
export type Conflict = InferResponseType<typeof admin.absences.check.$post>['conflicts'][number]

/** Blocks and closures that are not over. */
export function useAbsences() {
  return useQuery(adminQuery(['admin', 'absences'], (options) => admin.absences.$get({ query: {} }, options)))
}

/** Appointments that stand in a closed time. */
export function useConflicts() {
  return useQuery(adminQuery(['admin', 'conflicts'], (options) => admin.absences.conflicts.$get({}, options)))
}

/** Holidays of a year that are not over. */
export function useHolidays(year: number) {
  return useQuery(
    adminQuery(['admin', 'holidays', year], (options) =>
      admin.holidays.$get({ query: { year: String(year) } }, options),
    ),
  )
}
