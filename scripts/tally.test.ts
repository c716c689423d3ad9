import { describe, expect, it } from 'vitest'
import { add, countLine, tallyCheck, tallyUnits, tallyWalks } from './tally.ts'

const units = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }
const walks = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 }

describe('the count of the checks', () => {
  it('adds unit tests and browser walks', () => {
    const total = add([tallyUnits(units), tallyWalks({ stats: walks })])
    expect(countLine(total)).toBe('10 passed, 0 failed')
  })

  it('names what was skipped or is still to be written', () => {
    const total = add([
      tallyUnits({ ...units, numPendingTests: 1, numTodoTests: 2 }),
      tallyWalks({ stats: { ...walks, skipped: 4 } }),
    ])
    expect(countLine(total)).toBe('10 passed, 0 failed, 7 skipped')
  })

  it('counts each failed test, and a file that could not be read as one', () => {
    const unread = { status: 'failed', assertionResults: [] }
    const read = { status: 'failed', assertionResults: [{}] }
    expect(tallyUnits({ ...units, numFailedTests: 2, testResults: [unread, read] }).failed).toBe(3)
  })

  it('takes a walk that succeeds only when repeated for a failed one', () => {
    expect(tallyWalks({ stats: { ...walks, unexpected: 1, flaky: 1 } }).failed).toBe(2)
  })

  it('lets a check that counts nothing succeed or fail once', () => {
    expect(tallyCheck(0).failed).toBe(0)
    expect(tallyCheck(2).failed).toBe(1)
  })

  it('believes a bad ending more than a good report, but counts no failure twice', () => {
    expect(tallyCheck(1, () => tallyUnits(units))).toEqual({ passed: 7, failed: 1, skipped: 0 })
    expect(tallyCheck(1, () => tallyUnits({ ...units, numFailedTests: 2 })).failed).toBe(2)
  })

  it('counts a report that was never written as one failure', () => {
    const count = () => {
      throw new Error('no such file')
    }
    expect(tallyCheck(0, count).failed).toBe(1)
  })
})
