import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { FirstStep } from '../../../src/shared/first-steps.ts'
import { admin, adminQuery, adminRequest, refreshShown } from '../../api/admin.ts'

export type FirstSteps = NonNullable<InferResponseType<(typeof admin)['first-steps']['$get']>['first_steps']>

const stepsQuery = adminQuery(admin['first-steps'], {})

/** Loads the first steps of a new practice; `first_steps` is null if there is nothing to show. */
export function useFirstSteps() {
  const client = useQueryClient()
  const query = useQuery(stepsQuery)
  const mark = useMutation({
    mutationFn: (json: { step: FirstStep; as: 'skipped' | 'confirmed' }) =>
      adminRequest(admin['first-steps'].$post({ json })),
    onSuccess: (answer) => client.setQueryData(stepsQuery.queryKey, answer),
  })
  return { query, mark, reload: () => client.invalidateQueries({ queryKey: stepsQuery.queryKey }) }
}

/** Hides the first steps for good, whatever is missing. */
export function useFinishFirstSteps() {
  return useMutation({
    mutationFn: () => adminRequest(admin['first-steps'].$delete()),
    onSuccess: refreshShown,
  })
}

export function stepAddress(step: FirstStep): string {
  return `${FIRST_STEPS_PATH}?step=${step}`
}

export const FIRST_STEPS_PATH = '/admin/erste-schritte'

/** Until the page is loaded again, so that the start page can be reached from the first steps. */
let wereShown = false

/** Returns whether the start page opens the first steps by itself, which it does once for a new practice. */
export function leadsToFirstSteps(firstSteps: FirstSteps | null): boolean {
  return firstSteps?.untouched === true && !wereShown
}

export function noteFirstStepsShown(): void {
  wereShown = true
}
