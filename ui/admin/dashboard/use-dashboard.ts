import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { admin, adminQuery, RELOAD_EVERY_MINUTE } from '../../api/admin.ts'
import { useResourceChoice } from '../resources/resource-choice.ts'
import { resourceParam } from '../resources/resource-param.ts'

/** The data of the start page. */
export type Overview = InferResponseType<typeof admin.overview.$get>
/** Today or tomorrow, with its appointments. */
export type OverviewDay = Overview['today']
/** A request, or a move that a patient asks for, on which nobody has decided yet. */
export type OpenRequest = Overview['requests'][number]

/** Loads the start page for all doctors and rooms, or for the chosen one. */
export function useDashboard() {
  const { chosen } = useResourceChoice()
  return useQuery({
    ...adminQuery(admin.overview, { query: resourceParam(chosen) }),
    ...RELOAD_EVERY_MINUTE,
    placeholderData: keepPreviousData,
  })
}
