import { getStatus, type Practice } from './public.ts'
import { startCall } from './start-request.ts'

/** The status call at start: 1000 ms and two more tries (specification sections 7 and 9). */
const status = startCall(getStatus, { timeout: 1000, pauses: [0, 0] })

export const askStatus = status.ask
export const useStatus = status.use

/** Shown until the status call has been answered, if it fails, and where the practice has left its contact empty. */
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

/** The practice as the status answer tells it; the default one until then or instead. */
export function usePractice(): Practice {
  const { data } = useStatus()
  return data?.practice.name ? data.practice : DEFAULT_PRACTICE
}
