import type { Booking } from '../../api/appointment.ts'
import { ALREADY_DECIDED } from '../../patient/appointment-texts.ts'
import type { DecisionText } from './decision-texts.ts'

/** The banner above an appointment on which a link cannot decide. */
export type ClosedBanner = { tone: 'good' | 'warning'; title: string; detail: string }

type StaffLink = {
  /** Whether the signature has expired, which it does at the start of the appointment. */
  hasExpired: boolean
  /** Whether the link was made for a time other than the one to decide on. */
  hasMoved: boolean
  /** Whether the decision is about another time, which the patient asks for. */
  asksMove: boolean
}

/**
 * Returns the banner that says why a staff link can no longer decide (docs/behaviour.md 9.7), or undefined
 * while it can. A link made for an earlier time must not decide on the present one.
 */
export function whyClosed(
  status: Booking['status'],
  text: Pick<DecisionText, 'status' | 'already'>,
  { hasExpired, hasMoved, asksMove }: StaffLink,
): ClosedBanner | undefined {
  const isDecided = status !== 'requested' && !asksMove
  if (hasMoved && !isDecided)
    return {
      tone: 'warning',
      title: 'Dieser Termin wurde verschoben.',
      detail: 'Dieser Link gilt für die frühere Zeit. Bitte entscheiden Sie in der Verwaltung.',
    }
  if (hasMoved && status === 'confirmed')
    return {
      tone: 'warning',
      title: 'Dieser Link gilt nicht mehr.',
      detail: 'Er war für eine andere Zeit dieses Termins.',
    }
  if (isDecided && status === text.status)
    return { tone: 'good', title: text.already, detail: 'Es ist nichts mehr zu tun.' }
  if (isDecided)
    return {
      tone: 'warning',
      title: ALREADY_DECIDED[status],
      detail: 'Mit diesem Link lässt sich daran nichts mehr ändern.',
    }
  if (hasExpired)
    return {
      tone: 'warning',
      title: 'Dieser Link ist abgelaufen.',
      detail: 'Er galt bis zum Beginn des Termins.',
    }
  return undefined
}
