/** How many tests went how. */
export type Tally = Readonly<{ passed: number; failed: number; skipped: number }>

/** The parts of Vitest's JSON report that are counted. */
export type UnitReport = Readonly<{
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: ReadonlyArray<{ status: string; assertionResults: readonly unknown[] }>
}>

/** The parts of Playwright's JSON report that are counted. */
export type WalkReport = Readonly<{
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}>

const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 }

/** A file that could not even be read counts as one failed test. */
export function tallyUnits(report: UnitReport): Tally {
  const unread = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unread.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** A walk that succeeds only when repeated has failed. */
export function tallyWalks({ stats }: WalkReport): Tally {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
}

/**
 * What a check adds to the total. One that ends badly has failed at least once, and so has one that should
 * have left a report and did not.
 * @param count reads the check's report; it may throw
 */
export function tallyCheck(status: number, count: () => Tally = () => NOTHING): Tally {
  try {
    const counted = count()
    return status !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted
  } catch {
    return { ...NOTHING, failed: 1 }
  }
}

export function add(tallies: readonly Tally[]): Tally {
  const total = (part: keyof Tally) => tallies.reduce((sum, tally) => sum + tally[part], 0)
  return { passed: total('passed'), failed: total('failed'), skipped: total('skipped') }
}

/** `12 passed, 0 failed`, and how many were skipped if any were. */
export function countLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
