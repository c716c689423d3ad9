import { describe, expect, it, vi } from 'vitest'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { fakeTimers } from '../testing/timed-app.ts'
import { guardClock } from './clock-guard.ts'

const HALF_PAST_TWELVE = Date.parse('2027-01-07T12:30:00Z')

/** Opens a guard that counts steps, at 12:30:00, with both clocks and all timers moved by hand. */
function openGuard() {
  fakeTimers(HALF_PAST_TWELVE)
  const onStep = vi.fn()
  const endGuard = guardClock(Date.now, onStep)
  return {
    endGuard,
    countSteps: () => onStep.mock.calls.length,
    tick: (milliseconds: number) => vi.advanceTimersByTime(milliseconds),
    stepClock: (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds),
  }
}

describe('the clock guard', () => {
  it.each([
    { name: 'two minutes back', step: -2 * MINUTE },
    { name: 'an hour back', step: -HOUR },
    { name: 'three days back', step: -3 * DAY_LENGTH },
    { name: 'twelve hours forward', step: 12 * HOUR },
    { name: 'thirty days forward', step: 30 * DAY_LENGTH },
  ])('notices a step of $name once, within ten seconds', ({ step }) => {
    const { stepClock, tick, countSteps } = openGuard()
    tick(25_000)
    stepClock(step)
    tick(10_000)
    expect(countSteps()).toBe(1)
    tick(10 * MINUTE)
    expect(countSteps()).toBe(1)
  })

  it('notices a step before the tasks of the next minute run', () => {
    const { stepClock, tick, countSteps } = openGuard()
    tick(59_900)
    stepClock(30 * DAY_LENGTH)
    // The comparison is made 20 ms before the minute (AHEAD_MS).
    tick(79)
    expect(countSteps()).toBe(0)
    tick(1)
    expect(countSteps()).toBe(1)
  })

  it('ignores gradual corrections of the clock', () => {
    const { stepClock, tick, countSteps } = openGuard()
    for (let correction = 1; correction <= 60; correction++) {
      tick(10_000)
      stepClock(-500)
    }
    expect(countSteps()).toBe(0)
  })

  it('notices that the process was suspended', () => {
    const { stepClock, tick, countSteps } = openGuard()
    // Both clocks advance by the same time, so only the late comparison shows it.
    const start = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => start + HOUR)
    stepClock(HOUR)
    tick(10_000)
    expect(countSteps()).toBe(1)
  })

  it('leaves no timer behind', () => {
    const { endGuard, stepClock, tick, countSteps } = openGuard()
    endGuard()
    stepClock(HOUR)
    tick(HOUR)
    expect(countSteps()).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })
})
