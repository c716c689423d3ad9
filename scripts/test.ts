/**
 * `npm test`: all checks, the same on a laptop and in CI. The last line counts unit tests and browser walks;
 * any other check that fails counts as one failed test.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runBrowserTests } from './browser-tests.ts'
import { freshBuild } from './fresh-build.ts'
import { add, countLine, type Tally, tallyBrowserTests, tallyCheck, tallyUnits } from './tally.ts'
import { runTool } from './tools.ts'

/** `count` reads what the check has reported, where there is more to count than whether it succeeded. */
type Check = Readonly<{ title: string; run: () => Promise<number>; count?: () => Tally }>

const reports = mkdtempSync(join(tmpdir(), 'ordi-test-'))
const units = join(reports, 'units.json')
const walks = join(reports, 'walks.json')

const checks: readonly Check[] = [
  { title: 'Format and lint', run: () => runTool('biome', ['check', '.']) },
  { title: 'Types', run: () => runTool('tsc', ['--build']) },
  { title: 'Build', run: async () => ((await freshBuild()) ? 0 : 1) },
  {
    title: 'Unit tests',
    run: () =>
      runTool('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${units}`]),
    count: () => tallyUnits(readReport(units)),
  },
  {
    title: 'Browser walks',
    run: () => runBrowserTests(['--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: walks }),
    count: () => tallyBrowserTests(readReport(walks)),
  },
]

const tallies: Tally[] = []
for (const { title, run, count } of checks) {
  console.log(`\n— ${title}`)
  const status = await run()
  tallies.push(tallyCheck(status, count))
}
rmSync(reports, { recursive: true, force: true })

const total = add(tallies)
process.exitCode = total.failed === 0 ? 0 : 1
console.log(`\n${countLine(total)}`)

function readReport(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
