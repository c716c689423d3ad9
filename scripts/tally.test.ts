import { describe, expect, it } from 'vitest'
import { countLine, sumTallies, tallyBrowserTests, tallyCheck, tallyUnits } from './tally.ts'

const units = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }
const browser = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 }

describe('the count of the checks', () => {
  it('adds unit tests and browser tests', () => {
    const total = sumTallies([tallyUnits(units), tallyBrowserTests({ stats: browser })])
    expect(countLine(total)).toBe('10 passed, 0 failed')
  })

  it('shows skipped and todo tests', () => {
    const total = sumTallies([
      tallyUnits({ ...units, numPendingTests: 1, numTodoTests: 2 }),
      tallyBrowserTests({ stats: { ...browser, skipped: 4 } }),
    ])
    expect(countLine(total)).toBe('10 passed, 0 failed, 7 skipped')
  })

  it('counts each failed test, and a file that cannot be loaded as one', () => {
    const unloaded = { status: 'failed', assertionResults: [] }
    const loaded = { status: 'failed', assertionResults: [{}] }
    expect(tallyUnits({ ...units, numFailedTests: 2, testResults: [unloaded, loaded] }).failed).toBe(3)
  })

  it('counts a test that passes only when repeated as failed', () => {
    expect(tallyBrowserTests({ stats: { ...browser, unexpected: 1, flaky: 1 } }).failed).toBe(2)
  })

  it('counts a failed check without a report as one failed test', () => {
    expect(tallyCheck(0).failed).toBe(0)
    expect(tallyCheck(2).failed).toBe(1)
  })

  it('counts a bad exit status with a good report as one failed test', () => {
    expect(tallyCheck(1, () => tallyUnits(units))).toEqual({ passed: 7, failed: 1, skipped: 0 })
    expect(tallyCheck(1, () => tallyUnits({ ...units, numFailedTests: 2 })).failed).toBe(2)
  })

  it('counts a missing report as one failed test', () => {
    const failToCount = () => {
      throw new Error('no such file')
    }
    expect(tallyCheck(0, failToCount).failed).toBe(1)
  })
})
