/**
 * `npm test` runs all checks, the same on a laptop and in CI. Format, lint rules and types are checked during
 * the build. The torture runs beside the unit tests: it mostly waits for portals to start and stop, so it
 * leaves them a core. The browser tests come last, because they keep two cores busy.
 * The last line counts the tests; every other check that fails counts as one failed test. The lines before it
 * say once more what has failed, because the output is long and may be kept only in part.
 */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshBuild } from './fresh-build.ts'
import { runNode, runTool } from './programs.ts'
import { countLine, sumTallies, type Tally, tallyBrowserTests, tallyCheck, tallyUnits } from './tally.ts'

type Check = Readonly<{
  title: string
  /** Runs the check, or waits for the end of one that was started before. Resolves to its exit status. */
  exitStatus: () => Promise<number>
  /** Counts the tests in the report of the check; missing when it does not consist of tests. */
  count?: () => Tally
}>

/** The folder for the reports, and for the output of checks that run beside others. */
const reportsFolder = mkdtempSync(join(tmpdir(), 'ordi-test-'))
const unitReport = join(reportsFolder, 'units.json')
const browserReport = join(reportsFolder, 'browser.json')

// Three checks run beside the build. The torture needs the build, and then runs beside the unit tests.
const formatAndLint = startQuietly('biome', (options) => runTool('biome', ['check', '.'], options))
const types = startQuietly('tsc', (options) => runTool('tsc', ['--build', '--singleThreaded'], options))
const browserInstallation = startQuietly('browser', (options) => runNode(['scripts/chromium.ts'], options))
const isBuilt = await freshBuild()
const torture = startQuietly('torture', (options) => runNode(['scripts/torture.ts', '--short'], options))

const checks: readonly Check[] = [
  { title: 'Build', exitStatus: async () => (isBuilt ? 0 : 1) },
  { title: 'Format and lint', exitStatus: formatAndLint },
  { title: 'Types', exitStatus: types },
  {
    title: 'Unit tests',
    exitStatus: () =>
      runTool('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]),
    count: () => tallyUnits(readReport(unitReport)),
  },
  { title: 'Torture', exitStatus: torture },
  {
    title: 'Browser tests',
    exitStatus: async () => {
      // Without a browser the tests would try to install one again, and fail with the same message.
      if ((await browserInstallation()) !== 0) return 1
      const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport, PICTURES: 'off' }
      return runNode(['scripts/e2e.ts', '--reporter=list,json'], { env })
    },
    count: () => tallyBrowserTests(readReport(browserReport)),
  },
]

const tallies: Tally[] = []
for (const { title, exitStatus, count } of checks) {
  console.log(`\n— ${title}`)
  tallies.push(tallyCheck(title, await exitStatus(), count))
}
rmSync(reportsFolder, { recursive: true, force: true })

const total = sumTallies(tallies)
process.exitCode = total.failures.length === 0 ? 0 : 1
for (const failure of total.failures) console.log(`\nFailed: ${failure}`)
console.log(`\n${countLine(total)}`)

/**
 * Starts a check at once, with its output in a file of this name. The returned function waits for the end of
 * the check, prints the output, and resolves to the exit status.
 */
function startQuietly(
  outputName: string,
  start: (options: { stdio: ['ignore', number, number] }) => Promise<number>,
): () => Promise<number> {
  const outputFile = join(reportsFolder, outputName)
  const output = openSync(outputFile, 'w')
  const ended = start({ stdio: ['ignore', output, output] })
  closeSync(output)
  return async () => {
    const status = await ended
    process.stdout.write(readFileSync(outputFile))
    return status
  }
}

/** Reads the report of vitest or Playwright, of which tally.ts knows the form. */
function readReport(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
