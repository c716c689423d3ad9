import type { BookingStatus } from '../../../src/shared/booking.ts'

/**
 * Returns in words how many of the appointments with these statuses are active, such as
 * `21 Termine, 1 davon wartet`. Cancelled and rejected ones do not count.
 */
export function activeCountText(statuses: readonly BookingStatus[]): string {
  const requestedCount = statuses.filter((status) => status === 'requested').length
  const confirmedCount = statuses.filter((status) => status === 'confirmed').length
  const text = appointmentCountText(requestedCount + confirmedCount)
  if (requestedCount === 0) return text
  return `${text}, ${requestedCount} davon ${requestedCount === 1 ? 'wartet' : 'warten'}`
}

/** Returns `keine Termine`, `1 Termin` or `9 Termine`. */
export function appointmentCountText(count: number): string {
  if (count === 0) return 'keine Termine'
  return count === 1 ? '1 Termin' : `${count} Termine`
}
