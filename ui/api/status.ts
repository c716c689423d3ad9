import { CANCEL_HOURS } from '../../src/shared/booking.ts'
import { getHealth, getStatus, type Practice } from './public.ts'
import { startRequest } from './start-request.ts'

/** The status call at start. On a slow line health decides whether it goes on (docs/behaviour.md 1.8). */
const status = startRequest(getStatus, {
  timeout: 1000,
  pauses: [0, 0],
  lastAttempt: async () => {
    await getHealth(AbortSignal.timeout(3500))
    return getStatus(AbortSignal.timeout(10_000))
  },
})

export const seedStatus = status.seed
export const requestStatus = status.send
export const useStatus = status.use
export const useStatusData = status.useData

/** Stands in for the practice of a page that came without its data. */
const UNKNOWN_PRACTICE: Practice = {
  name: '',
  subtitle: '',
  address: '',
  zip: '',
  city: '',
  country: '',
  phone: '',
  mail: '',
  url: '',
  terms: '',
  impressum: '',
}

/** Returns the hours before the start up to which patients can cancel and move online. */
export function useCancelHours(): number {
  return useStatusData()?.booking.cancel_hours ?? CANCEL_HOURS
}

/**
 * Returns the practice of the status response. Only its name has a default, because it stands in the title.
 */
export function usePractice(): Practice {
  const practice = useStatusData()?.practice ?? UNKNOWN_PRACTICE
  return { ...practice, name: practice.name || 'Ordination' }
}
