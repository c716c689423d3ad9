import { expect, test } from 'vitest'
import type { Booking } from '../../api/appointment.ts'
import { moveTargetOf } from './move-target.ts'

const PRESENT = '2027-01-12T08:30:00+01:00'
const PRESENT_IN_UTC = '2027-01-12T07:30:00Z'
const ASKED = '2027-01-14T10:00:00+01:00'
const LATER = '2027-01-19T08:30:00+01:00'
const ANNA = { id: 'anna', name: 'Dr. Anna Alt' }
const BERTA = { id: 'berta', name: 'Dr. Berta Bunt' }
/** An appointment with Anna. The casts hide the fields that do not matter. */
const BOOKING = { slot: { start: PRESENT }, resource: ANNA } as Booking
/** The patient asks for another time, with Berta. */
const ASKS_FOR_BERTA = { ...BOOKING, move: { start: ASKED, resource: BERTA } } as Booking

test.each(['', 'morgen'])('the start %j in the URL chooses no time', (start) => {
  expect(moveTargetOf(BOOKING, { start, doctorId: undefined })).toEqual({
    newStart: undefined,
    otherDoctorId: undefined,
    stays: false,
    isAlreadyMoved: false,
  })
})

test('another time keeps the doctor, unless the URL names another one', () => {
  const target = { newStart: LATER, otherDoctorId: undefined, stays: false, isAlreadyMoved: false }
  expect(moveTargetOf(BOOKING, { start: LATER, doctorId: undefined })).toEqual(target)
  expect(moveTargetOf(BOOKING, { start: LATER, doctorId: ANNA.id })).toEqual(target)
  expect(moveTargetOf(BOOKING, { start: LATER, doctorId: BERTA.id })).toEqual({
    ...target,
    otherDoctorId: BERTA.id,
  })
})

test('the present time stays, also with another offset, but not with another doctor', () => {
  expect(moveTargetOf(ASKS_FOR_BERTA, { start: PRESENT_IN_UTC, doctorId: undefined })).toMatchObject({
    stays: true,
    isAlreadyMoved: false,
  })
  expect(moveTargetOf(ASKS_FOR_BERTA, { start: PRESENT, doctorId: BERTA.id })).toMatchObject({ stays: false })
})

test('an appointment is already moved if it has the chosen time, or asks for it, with the chosen doctor', () => {
  expect(moveTargetOf(BOOKING, { start: PRESENT, doctorId: undefined }).isAlreadyMoved).toBe(true)
  expect(moveTargetOf(ASKS_FOR_BERTA, { start: ASKED, doctorId: BERTA.id }).isAlreadyMoved).toBe(true)
  expect(moveTargetOf(ASKS_FOR_BERTA, { start: ASKED, doctorId: undefined }).isAlreadyMoved).toBe(false)
})
