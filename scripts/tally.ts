/** Counts of tests. */
export type Tally = Readonly<{
  passed: number
  /** For each failed test its title and the first lines of why it failed. */
  failures: readonly string[]
  skipped: number
}>

/** The part of Vitest's JSON report that is used here. */
type UnitReport = Readonly<{
  numPassedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: readonly UnitTestFile[]
}>

type UnitTestFile = Readonly<{
  name: string
  status: string
  /** Why the file could not be loaded. */
  message: string
  assertionResults: ReadonlyArray<{ fullName: string; status: string; failureMessages: readonly string[] }>
}>

/** The part of Playwright's JSON report that is used here. */
type BrowserReport = Readonly<{
  stats: { expected: number; skipped: number }
  suites: readonly BrowserSuite[]
}>

/** The tests of one file, or of one `describe` in it. */
type BrowserSuite = Readonly<{
  specs: ReadonlyArray<{ file: string; line: number; title: string; tests: readonly BrowserTest[] }>
  suites?: readonly BrowserSuite[]
}>

type BrowserTest = Readonly<{
  status: string
  results: ReadonlyArray<{ errors: ReadonlyArray<{ message: string }> }>
}>

/**
 * Lines of a failure that are shown. They say in most cases what differs, and the list of failures stays
 * short.
 */
const SHOWN_LINES = 12

/** Counts unit tests. A test file that could not be loaded counts as one failed test. */
export function tallyUnits(report: UnitReport): Tally {
  return {
    passed: report.numPassedTests,
    failures: report.testResults.flatMap(unitFailures),
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

function unitFailures({ name, status, message, assertionResults }: UnitTestFile): string[] {
  if (status === 'failed' && assertionResults.length === 0) return [describeFailure(name, message)]
  return assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => describeFailure(`${name}: ${test.fullName}`, test.failureMessages.join('\n')))
}

/** Counts browser tests. A test that passes only when it is repeated counts as failed. */
export function tallyBrowserTests({ stats, suites }: BrowserReport): Tally {
  return { passed: stats.expected, failures: suites.flatMap(browserFailures), skipped: stats.skipped }
}

function browserFailures({ specs, suites = [] }: BrowserSuite): string[] {
  const failuresOfSuite = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => {
        const messages = results.flatMap(({ errors }) => errors.map(({ message }) => message))
        return describeFailure(`${file}:${line}: ${title} (${status})`, messages.join('\n'))
      }),
  )
  return [...failuresOfSuite, ...suites.flatMap(browserFailures)]
}

function describeFailure(title: string, message: string): string {
  const lines = message.split('\n').slice(0, SHOWN_LINES)
  return [title, ...lines.map((line) => `    ${line}`)].join('\n')
}

/**
 * Counts the tests of a check. A bad exit status or a missing report counts as at least one failed test.
 * @param title names the check among the failures
 * @param count reads the check's report; may throw
 */
export function tallyCheck(
  title: string,
  status: number,
  count: () => Tally = () => ({ passed: 0, failures: [], skipped: 0 }),
): Tally {
  try {
    const counted = count()
    return status !== 0 && counted.failures.length === 0
      ? { ...counted, failures: [`${title}: exit status ${status}`] }
      : counted
  } catch (error) {
    return {
      passed: 0,
      failures: [`${title}: there is no report of the tests: ${String(error)}`],
      skipped: 0,
    }
  }
}

/** Adds the counts of all checks. */
export function sumTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failures: tallies.flatMap(({ failures }) => failures),
    skipped: tallies.reduce((sum, { skipped }) => sum + skipped, 0),
  }
}

/** Returns the last line of `npm test`: `12 passed, 0 failed, 1 skipped`. */
export function countLine({ passed, failures, skipped }: Tally): string {
  return `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
