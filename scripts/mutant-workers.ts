import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BaseSequencer, createVitest, type Vitest } from 'vitest/node'
import type { ChosenMutant } from './mutant-choice.ts'
import { type Findings, readFindings } from './mutant-findings.ts'
import type { Plan } from './mutant-plan.ts'
import type { TestsOfFile } from './mutant-tests.ts'
import { withMutants } from './mutation.ts'
import { PROJECT_ROOT } from './programs.ts'

/** This module runs tests on files with mutants in a Vitest worker. */

/** Milliseconds without a line in the log after which a mutant counts as endless, and so as killed. */
const SILENCE_MS = 180_000
/** Milliseconds after which a test that waits forever counts as failed. Busy machines are slow. */
const TIMEOUT_MS = 30_000

/** Keeps the order of the tests: the nearest come first, because they fail most often. */
class GivenOrder extends BaseSequencer {
  override async sort<T>(tests: T): Promise<T> {
    return tests
  }
}

/** Opens Vitest. Each run of tests has a new worker. */
export async function openMutantWorkers() {
  /** The texts of the files with mutants, by path. Vite reads them instead of those on the disk. */
  const mutatedSources = new Map<string, string>()
  const directory = mkdtempSync(join(tmpdir(), 'ordi-mutants-'))
  const planFile = join(directory, 'plan.json')
  const logFile = join(directory, 'log.txt')
  process.env.ORDI_MUTANTS_PLAN = planFile
  const vitest = await startVitest(mutatedSources)
  return {
    /** Puts these mutants into their files, and restores the files of the mutants before. */
    load: (mutants: readonly ChosenMutant[]) => loadMutants(vitest, mutatedSources, mutants),
    /** Runs the tests of these mutants in a new worker, and returns what it has found out about them. */
    runTests: (run: TestRun) => runTests({ vitest, planFile, logFile }, run),
    close: async () => {
      await vitest.close()
      rmSync(directory, { recursive: true })
    },
  }
}

/** Starts Vitest without its configuration, with one worker and the runner for mutants. */
async function startVitest(mutatedSources: ReadonlyMap<string, string>): Promise<Vitest> {
  const vitest = await createVitest(
    'test',
    {
      root: PROJECT_ROOT,
      config: false,
      watch: false,
      include: ['src/**/*.test.ts'],
      exclude: ['src/**/*.processes.test.ts'],
      isolate: false,
      // This cache knows the files on the disk, and would run the unchanged one.
      fsModuleCache: false,
      maxWorkers: 1,
      bail: 1,
      sequence: { sequencer: GivenOrder },
      runner: join(PROJECT_ROOT, 'scripts/mutant-runner.ts'),
      testTimeout: TIMEOUT_MS,
      hookTimeout: TIMEOUT_MS,
      reporters: [{}],
      silent: true,
    },
    {
      plugins: [{ name: 'mutants', enforce: 'pre', load: (id) => mutatedSources.get(id) ?? null }],
    },
  )
  await vitest.standalone()
  return vitest
}

function loadMutants(
  vitest: Vitest,
  mutatedSources: Map<string, string>,
  mutants: readonly ChosenMutant[],
): void {
  for (const path of mutatedSources.keys()) vitest.invalidateFile(path)
  mutatedSources.clear()
  for (const [file, mutantsOfFile] of Map.groupBy(mutants, ({ file }) => file)) {
    const path = join(PROJECT_ROOT, file)
    mutatedSources.set(path, withMutants(mutantsOfFile[0]?.source ?? '', mutantsOfFile))
    vitest.invalidateFile(path)
  }
}

type TestRun = Readonly<{
  mutants: readonly ChosenMutant[]
  testsOfFile: TestsOfFile
  /** Names of tests to leave out. */
  leftOut: ReadonlySet<string>
  /** A mutant that is switched on from the start. */
  onFromStart?: ChosenMutant
}>

/** Vitest, and the paths of the file with the plan for its worker and of the log of the worker. */
type Channel = Readonly<{ vitest: Vitest; planFile: string; logFile: string }>

async function runTests(
  { vitest, planFile, logFile }: Channel,
  { mutants, testsOfFile, leftOut, onFromStart }: TestRun,
): Promise<Findings> {
  const testPathsOf = ({ file }: ChosenMutant) => testsOfFile(file).map((test) => join(PROJECT_ROOT, test))
  const plan: Plan = {
    logFile,
    mutants: Object.fromEntries(mutants.map((mutant) => [mutant.number, testPathsOf(mutant)])),
    onFromStart: onFromStart?.number ?? null,
    leftOut: [...leftOut],
  }
  writeFileSync(planFile, JSON.stringify(plan))
  writeFileSync(logFile, '')
  const watch = watchForSilence(logFile)
  const failedFile = await runTestFiles(vitest, [...new Set(mutants.flatMap(testPathsOf))])
  const isHanging = watch.stop()
  // The runner skips a failed test, so a file only fails by a mutant that is on from the start.
  if (onFromStart === undefined && failedFile && !isHanging)
    throw new Error(`${failedFile.relativeModuleId} does not run: ${failedFile.errors()[0]?.message}`)
  return { ...readFindings(logFile, { mutants, isHanging }), hasFailed: failedFile !== undefined }
}

/** Returns the first of the test files that failed. */
async function runTestFiles(vitest: Vitest, paths: readonly string[]) {
  const specifications = paths.flatMap((path) => vitest.getModuleSpecifications(path))
  vitest.state.clearErrors()
  if (specifications.length > 0) await vitest.runTestSpecifications(specifications)
  return specifications.find(({ testModule }) => testModule?.state() === 'failed')?.testModule
}

/** Kills the worker when its log has not grown for `SILENCE_MS`. `stop` returns whether that happened. */
function watchForSilence(logFile: string) {
  let wasKilled = false
  let length = 0
  const timer = setInterval(() => {
    const lastLength = length
    length = readFileSync(logFile, 'utf8').length
    if (length > lastLength || length === 0) return
    wasKilled = true
    // An endless loop blocks the worker, so it cannot be asked to stop. It is the only child process.
    execFileSync('pkill', ['-KILL', '-P', String(process.pid)])
  }, SILENCE_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return wasKilled
    },
  }
}
