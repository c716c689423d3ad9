import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BaseSequencer, createVitest, type Vitest } from 'vitest/node'
import type { Chosen } from './mutant-candidates.ts'
import type { Finding, Plan } from './mutant-runner.ts'
import type { TestsOfFile } from './mutant-tests.ts'
import { withMutants } from './mutation.ts'
import { PROJECT_ROOT } from './programs.ts'

/** This module runs tests on changed files in a Vitest worker, and reads the findings of the worker. */

/** Milliseconds of silence after which a change counts as an endless loop, and so as killed. */
const SILENCE_MS = 180_000
/** Milliseconds after which a test that waits forever counts as failed. Busy machines are slow. */
const TIMEOUT_MS = 30_000

/** Keeps the nearest tests first, because they fail most often. */
class Nearest extends BaseSequencer {
  override async sort<T>(tests: T): Promise<T> {
    return tests
  }
}

/** Opens Vitest with a reader of changed files. Each run of tests has a new worker. */
export async function openMutantWorkers() {
  /** The changed files. Vite reads them instead, so that nothing on the disk changes. */
  const sources = new Map<string, string>()
  const directory = mkdtempSync(join(tmpdir(), 'ordi-mutants-'))
  const planFile = join(directory, 'plan.json')
  const log = join(directory, 'log.txt')
  process.env.ORDI_MUTANTS_PLAN = planFile
  const vitest = await startVitest(sources)
  return {
    load: (chosen: readonly Chosen[]) => loadMutants(vitest, sources, chosen),
    /** Runs the tests of these mutants in a new worker, and returns what it has found out about them. */
    runTests: (run: TestRun) => runTests({ vitest, planFile, log }, run),
    close: async () => {
      await vitest.close()
      rmSync(directory, { recursive: true })
    },
  }
}

/** Starts Vitest without its configuration, with one worker and the runner for mutants. */
async function startVitest(sources: ReadonlyMap<string, string>): Promise<Vitest> {
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
      sequence: { sequencer: Nearest },
      runner: join(PROJECT_ROOT, 'scripts/mutant-runner.ts'),
      testTimeout: TIMEOUT_MS,
      hookTimeout: TIMEOUT_MS,
      reporters: [{}],
      silent: true,
    },
    {
      plugins: [{ name: 'mutants', enforce: 'pre', load: (id) => sources.get(id) ?? null }],
    },
  )
  await vitest.standalone()
  return vitest
}

/** Puts these mutants into their files, and restores the files of the previous run. */
function loadMutants(vitest: Vitest, sources: Map<string, string>, chosen: readonly Chosen[]): void {
  for (const path of sources.keys()) vitest.invalidateFile(path)
  sources.clear()
  for (const [file, tried = []] of Object.entries(Object.groupBy(chosen, ({ file }) => file))) {
    const mutants = tried.map(({ mutant, number }) => ({ ...mutant, number }))
    sources.set(join(PROJECT_ROOT, file), withMutants(tried[0]?.source ?? '', mutants))
    vitest.invalidateFile(join(PROJECT_ROOT, file))
  }
}

type TestRun = Readonly<{
  mutants: readonly Chosen[]
  testsOfFile: TestsOfFile
  /** Tests to leave out. */
  failing: ReadonlySet<string>
  /** A mutant that is switched on from the start. */
  always?: Chosen
}>

/** Vitest, the file with the orders for its worker, and the log with the findings of the worker. */
type Channel = Readonly<{ vitest: Vitest; planFile: string; log: string }>

async function runTests(
  { vitest, planFile, log }: Channel,
  { mutants, testsOfFile, failing, always }: TestRun,
) {
  const pathsOf = ({ file }: Chosen) => testsOfFile(file).map((test) => join(PROJECT_ROOT, test))
  const plan: Plan = {
    log,
    mutants: Object.fromEntries(mutants.map((each) => [each.number, pathsOf(each)])),
    always: always?.number ?? null,
    leftOut: [...failing],
  }
  writeFileSync(planFile, JSON.stringify(plan))
  writeFileSync(log, '')
  const watch = endSilentWorker(log)
  const broken = await runTestFiles(vitest, [...new Set(mutants.flatMap(pathsOf))])
  const isHanging = watch.stop()
  if (always === undefined && broken && !isHanging)
    throw new Error(`${broken.relativeModuleId} does not run: ${broken.errors()[0]?.message}`)
  return { ...readFindings(log, mutants, isHanging), hasFailed: broken !== undefined }
}

/** Returns the first of the test files that failed. */
async function runTestFiles(vitest: Vitest, paths: readonly string[]) {
  const specifications = paths.flatMap((path) => vitest.getModuleSpecifications(path))
  vitest.state.clearErrors()
  if (specifications.length > 0) await vitest.runTestSpecifications(specifications)
  return specifications.find(({ testModule }) => testModule?.state() === 'failed')?.testModule
}

/**
 * Returns what the runner has logged about each mutant. A mutant that hangs is the last one in the log. Each
 * line of the log is a word, a space, and the number of a mutant or the name of a test.
 */
function readFindings(log: string, mutants: readonly Chosen[], isHanging: boolean) {
  const lines = readFileSync(log, 'utf8').trim().split('\n')
  const entries = (word: Finding) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))
  const mutantsIn = (word: Finding) => {
    const numbers = new Set(entries(word))
    return mutants.filter(({ number }) => numbers.has(String(number)))
  }
  return {
    failing: entries('failing'),
    killed: mutantsIn('killed'),
    loaded: mutantsIn('loaded'),
    doubtful: mutantsIn('doubtful'),
    reached: mutantsIn('try'),
    hanging: isHanging ? mutants.find(({ number }) => String(number) === entries('try').at(-1)) : undefined,
  }
}

/** Ends the worker when its log has not grown for `SILENCE_MS`. `stop` returns whether that happened. */
function endSilentWorker(log: string) {
  let hasEnded = false
  let length = 0
  const timer = setInterval(() => {
    const before = length
    length = readFileSync(log, 'utf8').length
    if (length > before || length === 0) return
    hasEnded = true
    // An endless loop blocks the worker, so it cannot be asked to stop. It is the only child process.
    execFileSync('pkill', ['-KILL', '-P', String(process.pid)])
  }, SILENCE_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return hasEnded
    },
  }
}
