import { CANCEL_HOURS } from '../../src/shared/booking.ts'
import { getStatus, type Practice } from './public.ts'
import { startRequest } from './start-request.ts'

/** The status call at start (docs/behaviour.md 1.8). */
const status = startRequest(getStatus, { timeout: 1000, pauses: [0, 0] })

export const seedStatus = status.seed
export const requestStatus = status.send
export const useStatus = status.use

/** Shown until the status call is answered, after its failure, and while the practice has no name. */
export const DEFAULT_PRACTICE: Practice = {
  name: 'Ordination',
  address: '',
  zip: '',
  city: 'Dornbirn',
  country: 'AT',
  phone: '+43 5572 000000',
  mail: 'termine@ordination.example',
  url: '',
  terms: '',
  impressum: '',
}

/** Returns the hours before the start up to which patients can cancel and move online. */
export function useCancelHours(): number {
  const { data } = useStatus()
  return data?.booking.cancel_hours ?? CANCEL_HOURS
}

/** Returns the practice of the status response, or the default one. */
export function usePractice(): Practice {
  const { data } = useStatus()
  return data?.practice.name ? data.practice : DEFAULT_PRACTICE
}
