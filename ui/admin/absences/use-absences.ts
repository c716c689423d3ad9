import { useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { admin, adminRequest } from '../../api/admin.ts'

export type Absence = InferResponseType<typeof admin.absences.$get>[number]
export type Conflict = InferResponseType<typeof admin.absences.check.$post>['conflicts'][number]

/** Blocks and closures that are not over. */
export function useAbsences() {
  return useQuery({
    queryKey: ['admin', 'absences'],
    queryFn: ({ signal }) => adminRequest(admin.absences.$get({ query: {} }, { init: { signal } })),
    staleTime: 0,
  })
}

/** Appointments that stand in a closed time. */
export function useConflicts() {
  return useQuery({
    queryKey: ['admin', 'conflicts'],
    queryFn: ({ signal }) => adminRequest(admin.absences.conflicts.$get({}, { init: { signal } })),
    staleTime: 0,
  })
}

/** Holidays of a year that are not over. */
export function useHolidays(year: number) {
  return useQuery({
    queryKey: ['admin', 'holidays', year],
    queryFn: ({ signal }) =>
      adminRequest(admin.holidays.$get({ query: { year: String(year) } }, { init: { signal } })),
    staleTime: 0,
  })
}
