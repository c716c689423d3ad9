/**
 * `npm test` runs all checks, the same on a laptop and in CI. Format and types are checked during the build,
 * and the torture runs beside the unit tests, since it waits for one process at a time. The browser tests
 * come last, because they keep two cores busy.
 * The last line counts the tests; every other check that fails counts as one failed test.
 */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshBuild } from './fresh-build.ts'
import { runNode, runTool } from './programs.ts'
import { countLine, sumTallies, type Tally, tallyBrowserTests, tallyCheck, tallyUnits } from './tally.ts'

/**
 * A check. `finish` runs it, or waits for one that was started before, and returns its exit status. `count`
 * reads the report of a check that consists of tests.
 */
type Check = Readonly<{ title: string; finish: () => Promise<number>; count?: () => Tally }>

/** The folder for the reports, and for the output of checks that run beside others. */
const reports = mkdtempSync(join(tmpdir(), 'ordi-test-'))
const unitReport = join(reports, 'units.json')
const browserReport = join(reports, 'browser.json')

// Three checks run beside the build. The torture needs the build, and then runs beside the unit tests.
const formatAndLint = startQuietly('biome', (options) => runTool('biome', ['check', '.'], options))
const types = startQuietly('tsc', (options) => runTool('tsc', ['--build', '--singleThreaded'], options))
const browserInstallation = startQuietly('browser', (options) => runNode(['scripts/chromium.ts'], options))
const isBuilt = await freshBuild()
const torture = startQuietly('torture', (options) => runNode(['scripts/torture.ts', '--short'], options))

const checks: readonly Check[] = [
  { title: 'Build', finish: async () => (isBuilt ? 0 : 1) },
  { title: 'Format and lint', finish: formatAndLint },
  { title: 'Types', finish: types },
  {
    title: 'Unit tests',
    finish: () =>
      runTool('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]),
    count: () => tallyUnits(readReport(unitReport)),
  },
  { title: 'Torture', finish: torture },
  {
    title: 'Browser tests',
    finish: async () => {
      // Without a browser the tests would try to install one again, and fail with the same message.
      if ((await browserInstallation()) !== 0) return 1
      const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport, PICTURES: 'off' }
      return runNode(['scripts/e2e.ts', '--reporter=list,json'], { env })
    },
    count: () => tallyBrowserTests(readReport(browserReport)),
  },
]

const tallies: Tally[] = []
for (const { title, finish, count } of checks) {
  console.log(`\n— ${title}`)
  tallies.push(tallyCheck(await finish(), count))
}
rmSync(reports, { recursive: true, force: true })

const total = sumTallies(tallies)
process.exitCode = total.failed === 0 ? 0 : 1
console.log(`\n${countLine(total)}`)

/** Starts a check at once. The returned function waits for its end and then prints its output. */
function startQuietly(
  name: string,
  start: (options: { stdio: ['ignore', number, number] }) => Promise<number>,
): () => Promise<number> {
  const file = join(reports, name)
  const output = openSync(file, 'w')
  const ended = start({ stdio: ['ignore', output, output] })
  closeSync(output)
  return async () => {
    const status = await ended
    process.stdout.write(readFileSync(file))
    return status
  }
}

function readReport(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
