import type { Booking } from '../../api/public.ts'
import { ALREADY } from '../already.ts'
import type { Words } from './decision-text.ts'

export type Closed = { tone: 'good' | 'warning'; title: string; detail: string }

/** Why a staff link decides nothing (any more), as far as can be told before it is pressed; else undefined. */
export function closedBy(
  status: Booking['status'],
  { input, before }: Pick<Words, 'input' | 'before'>,
  expired: boolean,
): Closed | undefined {
  if (status === input) return { tone: 'good', title: before, detail: 'Es ist nichts mehr zu tun.' }
  if (status !== 'requested')
    return {
      tone: 'warning',
      title: ALREADY[status],
      detail: 'Mit diesem Link lässt sich daran nichts mehr ändern.',
    }
  if (expired)
    return {
      tone: 'warning',
      title: 'Dieser Link ist abgelaufen.',
      detail: 'Er galt bis zum Beginn des Termins.',
    }
  return undefined
}
