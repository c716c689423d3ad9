import { expect, test } from 'vitest'
import {
  bookingMade,
  rememberTicked,
  SAMPLE_BOOKED,
  stepRequested,
  toReview,
  wizardAfter,
} from '../../testing/sample-wizard.ts'
import { EMPTY_WIZARD } from './wizard.ts'

test('a booking shows the last step, with nothing chosen', () => {
  expect(wizardAfter(...toReview, bookingMade)).toEqual({ ...EMPTY_WIZARD, step: 6, booked: SAMPLE_BOOKED })
})

test('a booking that was made while the patient went back is shown', () => {
  expect(wizardAfter(...toReview, stepRequested(4), bookingMade).step).toBe(6)
})

test('leaving the last step leads to the first, with nothing chosen', () => {
  for (const step of [1, 2, 3, 4, 5])
    expect(wizardAfter(...toReview, bookingMade, stepRequested(step))).toEqual(EMPTY_WIZARD)
})

test('"Auf diesem Gerät merken" outlives the booking, and the step after it', () => {
  expect(wizardAfter(...toReview, rememberTicked, bookingMade).remember).toBe(true)
  const left = wizardAfter(...toReview, rememberTicked, bookingMade, stepRequested(1))
  expect(left).toEqual({ ...EMPTY_WIZARD, remember: true })
})

test('starting anew drops everything but "Auf diesem Gerät merken"', () => {
  const anew = wizardAfter(...toReview, rememberTicked, { type: 'started anew' })
  expect(anew).toEqual({ ...EMPTY_WIZARD, remember: true })
})
