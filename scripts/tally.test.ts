import { describe, expect, it } from 'vitest'
import { countLine, sumTallies, tallyBrowserTests, tallyCheck, tallyUnits } from './tally.ts'

/** The reports of seven unit tests and of three browser tests, all passed. */
const units = { numPassedTests: 7, numPendingTests: 0, numTodoTests: 0, testResults: [] }
const browser = { stats: { expected: 3, skipped: 0 }, suites: [] }

/** Returns a test file that could not be loaded, for this reason. */
const unloadedFile = (message: string) => ({
  name: 'a.test.ts',
  status: 'failed',
  message,
  assertionResults: [],
})

describe('the count of the checks', () => {
  it('adds unit tests and browser tests', () => {
    const total = sumTallies([tallyUnits(units), tallyBrowserTests(browser)])
    expect(countLine(total)).toBe('10 passed, 0 failed')
  })

  it('shows skipped and todo tests', () => {
    const total = sumTallies([
      tallyUnits({ ...units, numPendingTests: 1, numTodoTests: 2 }),
      tallyBrowserTests({ ...browser, stats: { expected: 3, skipped: 4 } }),
    ])
    expect(countLine(total)).toBe('10 passed, 0 failed, 7 skipped')
  })

  it('names each failed unit test, and a file that cannot be loaded as one, each with its reason', () => {
    const passed = { fullName: 'a rule holds', status: 'passed', failureMessages: [] }
    const failed = { fullName: 'a rule fails', status: 'failed', failureMessages: ['1 is not 2'] }
    const loaded = { name: 'b.test.ts', status: 'failed', message: '', assertionResults: [passed, failed] }
    expect(tallyUnits({ ...units, testResults: [unloadedFile('no such module'), loaded] }).failures).toEqual([
      'a.test.ts\n    no such module',
      'b.test.ts: a rule fails\n    1 is not 2',
    ])
  })

  it('shows the first twelve lines of a reason', () => {
    const message = Array.from({ length: 13 }, (_, index) => `line ${index + 1}`).join('\n')
    const [failure] = tallyUnits({ ...units, testResults: [unloadedFile(message)] }).failures
    expect(failure).toMatch(/line 12$/)
  })

  it('names each failed browser test, and one that passes only when repeated, each with its reason', () => {
    const spec = (title: string, status: string) => {
      const results = [{ errors: status === 'expected' ? [] : [{ message: 'no such button' }] }]
      return { file: 'a.spec.ts', line: 5, title, tests: [{ status, results }] }
    }
    const group = { specs: [spec('a page opens', 'expected'), spec('a page closes', 'unexpected')] }
    const file = { specs: [spec('a page stays', 'flaky')], suites: [group] }
    expect(tallyBrowserTests({ ...browser, suites: [file] }).failures).toEqual([
      'a.spec.ts:5: a page stays (flaky)\n    no such button',
      'a.spec.ts:5: a page closes (unexpected)\n    no such button',
    ])
  })

  it('counts a failed check without a report as one failed test', () => {
    expect(tallyCheck('Build', 0).failures).toEqual([])
    expect(tallyCheck('Build', 2).failures).toEqual(['Build: exit status 2'])
  })

  it('counts a bad exit status with a good report as one failed test', () => {
    const counted = tallyCheck('Unit tests', 1, () => tallyUnits(units))
    expect(countLine(counted)).toBe('7 passed, 1 failed')
    const withFailure = { ...units, testResults: [unloadedFile('no such module')] }
    expect(countLine(tallyCheck('Unit tests', 1, () => tallyUnits(withFailure)))).toBe('7 passed, 1 failed')
  })

  it('counts a missing report as one failed test', () => {
    const failToCount = () => {
      throw new Error('no such file')
    }
    const { failures } = tallyCheck('Unit tests', 0, failToCount)
    expect(failures).toEqual(['Unit tests: there is no report of the tests: Error: no such file'])
  })
})
