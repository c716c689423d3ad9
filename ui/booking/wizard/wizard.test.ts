import { describe, expect, test } from 'vitest'
import {
  bookingMade,
  SAMPLE_HOLD,
  SAMPLE_SLOT,
  toReview,
  toService,
  wizardAfter,
} from '../../testing/sample-wizard.ts'
import { EMPTY_WIZARD, isInProgress } from './wizard.ts'

describe('the browser warns before the page is closed', () => {
  test('after the first step', () => {
    expect(isInProgress(EMPTY_WIZARD)).toBe(false)
    expect(isInProgress(wizardAfter(...toService))).toBe(true)
  })

  test('with a slot or a hold', () => {
    expect(isInProgress({ ...EMPTY_WIZARD, slot: SAMPLE_SLOT })).toBe(true)
    expect(isInProgress({ ...EMPTY_WIZARD, hold: SAMPLE_HOLD })).toBe(true)
  })

  test('not after the booking', () => {
    expect(isInProgress(wizardAfter(...toReview, bookingMade))).toBe(false)
  })
})
