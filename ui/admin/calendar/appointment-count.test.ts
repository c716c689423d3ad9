import { expect, test } from 'vitest'
import type { BookingStatus } from '../../../src/shared/booking.ts'
import { activeCountText } from './appointment-count.ts'

test.each<{ statuses: BookingStatus[]; text: string }>([
  { statuses: [], text: 'keine Termine' },
  { statuses: ['cancelled', 'rejected'], text: 'keine Termine' },
  { statuses: ['confirmed'], text: '1 Termin' },
  { statuses: ['confirmed', 'requested', 'cancelled'], text: '2 Termine, 1 davon wartet' },
  { statuses: ['requested', 'requested'], text: '2 Termine, 2 davon warten' },
])('appointments with the statuses $statuses are counted as “$text”', ({ statuses, text }) => {
  expect(activeCountText(statuses)).toBe(text)
})
