import { expect, test } from 'vitest'
import {
  bookingMade,
  stepRequested,
  toContact,
  toReview,
  toService,
  toSlot,
  wizardAfter,
} from '../../testing/sample-wizard.ts'
import { clampStep, isStepReachable, nearestReachable } from './reachable-steps.ts'
import { EMPTY_WIZARD, type Step, type Wizard } from './wizard.ts'

const reachableSteps = (wizard: Wizard) =>
  ([1, 2, 3, 4, 5, 6] as Step[]).filter((step) => isStepReachable(wizard, step))

test.each([
  { chosen: 'nothing', wizard: EMPTY_WIZARD, steps: [1] },
  { chosen: 'a visit', wizard: wizardAfter(...toService), steps: [1, 2] },
  { chosen: 'a service', wizard: wizardAfter(...toSlot), steps: [1, 2, 3] },
  { chosen: 'a slot', wizard: wizardAfter(...toContact), steps: [1, 2, 3, 4] },
  { chosen: 'a slot that is held', wizard: wizardAfter(...toReview), steps: [1, 2, 3, 4, 5] },
])('a patient who has chosen $chosen can reach the steps $steps', ({ wizard, steps }) => {
  expect(reachableSteps(wizard)).toEqual(steps)
})

test('a patient who has booked can reach only the last step', () => {
  expect(reachableSteps(wizardAfter(...toReview, bookingMade))).toEqual([6])
})

test('a step that cannot be reached is replaced by the last one before it that can', () => {
  expect(nearestReachable(wizardAfter(...toService), 5)).toBe(2)
  expect(wizardAfter(...toSlot, stepRequested(5)).step).toBe(3)
  expect(wizardAfter(stepRequested(6)).step).toBe(1)
})

test.each([
  { wanted: -3, step: 1 },
  { wanted: 0, step: 1 },
  { wanted: 1, step: 1 },
  { wanted: 4, step: 4 },
  { wanted: 6, step: 6 },
  { wanted: 7, step: 6 },
  { wanted: 1e9, step: 6 },
  { wanted: Number.NaN, step: 1 },
])('the step nearest to $wanted is $step', ({ wanted, step }) => {
  expect(clampStep(wanted)).toBe(step)
})
