import { DEFAULT_CANCEL_HOURS } from '../../src/shared/cut-off.ts'
import { getHealth, getStatus, type Practice, type Status } from './public.ts'
import { startRequest } from './start-request.ts'

/**
 * The call at the start of every page. If three attempts time out after a second each, the short health call
 * decides whether to wait longer (docs/behaviour.md 1.8). All times are milliseconds.
 */
const status = startRequest(getStatus, {
  timeout: 1000,
  pauses: [0, 0],
  lastAttempt: async () => {
    await getHealth(AbortSignal.timeout(3500))
    return getStatus(AbortSignal.timeout(10_000))
  },
})

/** Loads or reloads the status. */
export const requestStatus = status.send
/** Returns the status, whether it is still loading, and its failure. */
export const useStatus = status.use
/** Returns the status alone; undefined until it is loaded. */
export const useStatusData = status.useData

/** The practice that came with the page. An answer to the status call may lack it. */
let practiceOfPage: Practice | undefined

/** Stands in for the practice if the page came without its data. */
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

/** Takes the status that came with the page. */
export function seedStatus(data: Status): void {
  practiceOfPage = data.practice
  status.seed(data)
}

/** Returns the number of hours before the start until which patients can cancel and move online. */
export function useCancelHours(): number {
  return useStatusData()?.booking?.cancel_hours ?? DEFAULT_CANCEL_HOURS
}

/** Returns the practice of the status response. Only its name has a default, for the title. */
export function usePractice(): Practice {
  const practice = useStatusData()?.practice ?? practiceOfPage ?? UNKNOWN_PRACTICE
  return { ...practice, name: practice.name || 'Ordination' }
}
