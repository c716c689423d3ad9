import { shortDayTime } from '../../../src/shared/format.ts'
import { viennaToday } from '../../api/server-clock.ts'
import type { FoundPatient } from './patient-query.ts'

/**
 * Returns `4-mal hier, 1-mal nicht erschienen`, or `zum ersten Mal`. `count` is the number of past
 * appointments, and `no_show` how many of them the patient missed.
 */
export function visitsText({ count, no_show }: { count: number; no_show: number }): string {
  const attendedCount = count - no_show
  const parts = [
    attendedCount > 0 && `${attendedCount}-mal hier`,
    no_show > 0 && `${no_show}-mal nicht erschienen`,
  ]
  return parts.filter(Boolean).join(', ') || 'zum ersten Mal'
}

/** Returns the last visit, the next appointment and the number of visits: `Zuletzt … · 4-mal hier`. */
export function historyText({ last_visit, next, visits }: FoundPatient): string {
  const today = viennaToday()
  const parts = [
    last_visit === null ? 'Noch nie hier' : `Zuletzt ${shortDayTime(last_visit, today)}`,
    next && `nächster Termin ${shortDayTime(next, today)}`,
    visits.count > 0 && visitsText(visits),
  ]
  return parts.filter(Boolean).join(' · ')
}
