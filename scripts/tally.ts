/** Counts of tests. */
export type Tally = Readonly<{ passed: number; failed: number; skipped: number }>

/** The part of Vitest's JSON report that is used here. */
type UnitReport = Readonly<{
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: ReadonlyArray<{ status: string; assertionResults: readonly unknown[] }>
}>

/** The part of Playwright's JSON report that is used here. */
type BrowserReport = Readonly<{
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}>

const EMPTY_TALLY: Tally = { passed: 0, failed: 0, skipped: 0 }

/** Counts unit tests. A test file that could not be loaded counts as one failed test. */
export function tallyUnits(report: UnitReport): Tally {
  const unloadedFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadedFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Counts browser tests. A test that passes only when it is repeated counts as failed. */
export function tallyBrowserTests({ stats }: BrowserReport): Tally {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
}

/**
 * Counts the tests of a check. A bad exit status or a missing report counts as at least one failed test.
 * @param count reads the check's report; may throw
 */
export function tallyCheck(status: number, count: () => Tally = () => EMPTY_TALLY): Tally {
  try {
    const counted = count()
    return status !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted
  } catch (error) {
    console.error(`There is no report of the tests: ${String(error)}`)
    return { ...EMPTY_TALLY, failed: 1 }
  }
}

/** Adds the counts of all checks. */
export function sumTallies(tallies: readonly Tally[]): Tally {
  const total = (part: keyof Tally) => tallies.reduce((sum, tally) => sum + tally[part], 0)
  return { passed: total('passed'), failed: total('failed'), skipped: total('skipped') }
}

/** Returns the last line of `npm test`: `12 passed, 0 failed, 1 skipped`. */
export function countLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
