import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { FirstStep } from '../../../src/shared/first-steps.ts'
import { admin, adminQuery, adminRequest, refreshAdminData } from '../../api/admin.ts'

/** The path of the page of the first steps. */
export const FIRST_STEPS_PATH = '/admin/erste-schritte'

/** The value of `?step=` in the URL for the page after the last step. */
export const END = 'end' as const

/** The first steps of a practice, each with whether it is done or skipped. */
export type FirstSteps = NonNullable<InferResponseType<(typeof admin)['first-steps']['$get']>['first_steps']>

const stepsQuery = adminQuery(admin['first-steps'], {})

/**
 * Loads the first steps of a new practice; `first_steps` is null once all are done. `markStep` skips a step
 * for now, or confirms it as it is.
 */
export function useFirstSteps() {
  const client = useQueryClient()
  const query = useQuery(stepsQuery)
  const markStep = useMutation({
    mutationFn: (json: { step: FirstStep; as: 'skipped' | 'confirmed' }) =>
      adminRequest(admin['first-steps'].$post({ json })),
    onSuccess: (answer) => client.setQueryData(stepsQuery.queryKey, answer),
  })
  return { query, markStep, reload: () => client.invalidateQueries({ queryKey: stepsQuery.queryKey }) }
}

/** Ends the first steps for good, although some may be missing. */
export function useFinishFirstSteps() {
  return useMutation({
    mutationFn: () => adminRequest(admin['first-steps'].$delete()),
    onSuccess: refreshAdminData,
  })
}

/** Returns the URL of a step. */
export function stepUrl(step: FirstStep): string {
  return `${FIRST_STEPS_PATH}?step=${step}`
}

/**
 * True from the first time that the first steps are shown until the document is loaded again. The start page
 * must not lead to them a second time, because nobody could reach it then.
 */
let wereShown = false

/** Remembers that the first steps were shown, for `leadsToFirstSteps`. */
export function rememberFirstStepsShown(): void {
  wereShown = true
}

/** Returns whether the start page redirects to the first steps, which it does once for a new practice. */
export function leadsToFirstSteps(firstSteps: FirstSteps | null): boolean {
  return firstSteps?.untouched === true && !wereShown
}
