import { expect, test } from 'vitest'
import { paddingsOf } from './paddings.ts'
import type { Calendar, CalendarBooking } from './use-calendar.ts'

const isoAt = (time: string) => `2027-01-12T${time}:00+01:00`
/** The cast hides the fields that paddings do not need. */
const APPOINTMENT = { id: 'a', start: isoAt('09:00'), end: isoAt('09:40') } as CalendarBooking
/** Returns time that is occupied for the appointment. */
const occupied = (start: string, end: string) => ({
  start: isoAt(start),
  end: isoAt(end),
  booking_id: APPOINTMENT.id,
  resource_id: 'doctor-1',
})
const paddingsAmong = (rows: Calendar['occupied']) => paddingsOf({ bookings: [APPOINTMENT], occupied: rows })

test('paddings are the times before and after an appointment that it also occupies', () => {
  expect(paddingsAmong([occupied('08:55', '09:50')])).toEqual([
    { bookingId: APPOINTMENT.id, start: isoAt('08:55'), end: isoAt('09:00') },
    { bookingId: APPOINTMENT.id, start: isoAt('09:40'), end: isoAt('09:50') },
  ])
})

test('another time that the patient asks for is not a padding', () => {
  expect(paddingsAmong([occupied('09:00', '09:40'), occupied('11:00', '12:00')])).toEqual([])
})

test('time that no appointment occupies is not a padding', () => {
  expect(paddingsAmong([{ ...occupied('10:00', '11:00'), booking_id: null }])).toEqual([])
})
