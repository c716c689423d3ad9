import type { Canceller } from '../../../src/shared/booking.ts'

const CANCELLER_TEXTS: Readonly<Record<Canceller, string>> = {
  patient: 'von der Patientin oder dem Patienten',
  practice: 'von der Ordination',
}

/** Returns `von der Ordination, 3 Stunden vorher`, or a dash if neither is known. */
export function cancellationText({
  cancelled_by,
  cancelled_ahead_min: ahead,
}: {
  cancelled_by?: Canceller | null | undefined
  cancelled_ahead_min?: number | null | undefined
}): string {
  const facts: string[] = []
  if (cancelled_by) facts.push(CANCELLER_TEXTS[cancelled_by])
  if (ahead !== undefined && ahead !== null) facts.push(aheadText(ahead))
  return facts.join(', ') || '–'
}

/** Hours from which the time before the start is written in days. */
const HOURS_WRITTEN_AS_DAYS = 48

/**
 * Returns how long before the appointment it was cancelled. A negative number of minutes is after its start.
 */
function aheadText(minutes: number): string {
  if (minutes < 0) return 'nach dem Beginn'
  const hours = Math.floor(minutes / 60)
  if (hours >= HOURS_WRITTEN_AS_DAYS) return `${Math.floor(hours / 24)} Tage vorher`
  if (hours >= 1) return hours === 1 ? '1 Stunde vorher' : `${hours} Stunden vorher`
  return minutes === 1 ? '1 Minute vorher' : `${minutes} Minuten vorher`
}
