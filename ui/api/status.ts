import { CANCEL_HOURS } from '../../src/shared/cut-off.ts'
import { getHealth, getStatus, type Practice } from './public.ts'
import { startRequest } from './start-request.ts'

/**
 * The call at the start of every page. If three attempts of a second each take too long, the short call of
 * health decides whether to wait longer (docs/behaviour.md 1.8). All times are milliseconds.
 */
const status = startRequest(getStatus, {
  timeout: 1000,
  pauses: [0, 0],
  lastAttempt: async () => {
    await getHealth(AbortSignal.timeout(3500))
    return getStatus(AbortSignal.timeout(10_000))
  },
})

/** Takes the status that came with the page. */
export const seedStatus = status.seed
/** Loads the status, also again. */
export const requestStatus = status.send
/** Returns the status, whether it is still loading, and its failure. */
export const useStatus = status.use
/** Returns the status alone; undefined until it is loaded. */
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

/** Returns how many hours before the start patients can cancel and move online at the latest. */
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
