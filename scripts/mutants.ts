/**
 * `npm run mutants [-- --folder src/schedule] [--sample N] [--seed N] [--fresh]` changes one operator,
 * condition, constant, return or call of a rule at a time, and runs the tests that import its file until one
 * fails. A change that no test notices is a survivor: a test is missing, or the line is superfluous.
 * The folder may be a file. All changes are loaded at once and switched on one after another, so that a test
 * meets only those that it reaches (`mutant-runner.ts`).
 * An interrupted run goes on where it stopped; survivors are always tried again, because tests are added.
 */
import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { BaseSequencer, createVitest } from 'vitest/node'
import type { Finding, Plan } from './mutant-runner.ts'
import { nearestTests, type TestsOfFile, testLevels } from './mutant-tests.ts'
import { type Mutant, mutantsOf, withMutants } from './mutation.ts'
import { ROOT } from './programs.ts'

const FOLDERS = ['src/schedule', 'src/booking', 'src/access', 'src/messaging/outbox', 'src/shared']
/** Without a sign of life for so long, a change is taken for an endless loop, which counts as killed. */
const SILENCE_MS = 180_000
/** A change that lets a test wait for ever is killed after this. Tests take long on a busy machine. */
const TIMEOUT_MS = 30_000
/** One line for each killed mutant. */
const KILLED = join(ROOT, 'node_modules/.cache/killed-mutants.txt')

const { values } = parseArgs({
  options: {
    folder: { type: 'string', multiple: true, default: FOLDERS },
    sample: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    fresh: { type: 'boolean', default: false },
  },
})
/** A mutant of a file, before it is chosen to be tried. */
type Candidate = Readonly<{ file: string; source: string; mutant: Mutant }>
/** `number` names the mutant within the run. */
type Chosen = Candidate & Readonly<{ number: number }>

if (values.fresh) rmSync(KILLED, { force: true })
mkdirSync(dirname(KILLED), { recursive: true })
const killedBefore = new Set(existsSync(KILLED) ? readFileSync(KILLED, 'utf8').split('\n') : [])

/** Keeps the nearest tests first, because they fail most often. */
class Nearest extends BaseSequencer {
  override async sort<T>(tests: T): Promise<T> {
    return tests
  }
}

/** The files with their changes. Vite reads them instead, so that nothing on the disk changes. */
const sources = new Map<string, string>()
const directory = mkdtempSync(join(tmpdir(), 'ordi-mutants-'))
const planFile = join(directory, 'plan.json')
const log = join(directory, 'log.txt')
process.env.ORDI_MUTANTS_PLAN = planFile
const vitest = await createVitest(
  'test',
  {
    root: ROOT,
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
    runner: join(ROOT, 'scripts/mutant-runner.ts'),
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

try {
  for (const folder of values.folder) await tryFolder(folder)
} finally {
  await vitest.close()
  rmSync(directory, { recursive: true })
}

async function tryFolder(folder: string): Promise<void> {
  const files = folder.endsWith('.ts')
    ? [folder]
    : globSync(`${folder}/**/*.ts`, { cwd: ROOT, exclude: ['**/*.test.ts', '**/dist/**'] }).toSorted()
  const candidates = files.flatMap((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8')
    return mutantsOf(file, source).map((mutant): Candidate => ({ file, source, mutant }))
  })
  // A sample of 0, the default, is all of them.
  const sampleSize = Number(values.sample) || candidates.length
  const chosen = sampleOf(candidates, sampleSize).map((tried, number) => ({
    ...tried,
    number,
  }))
  const alive = new Set(chosen.filter((tried) => !killedBefore.has(keyOf(tried))))
  load([...alive])
  const unreached = await tryAll(folder, alive)
  for (const tried of alive)
    console.log(`${unreached.has(tried) ? 'unreached' : 'survived '}  ${placeOf(tried)}`)
  const killed = chosen.length - alive.size
  const share = Math.round((1000 * killed) / Math.max(chosen.length, 1)) / 10
  console.log(`${folder}: ${killed} of ${chosen.length} killed (${share} %), of ${candidates.length} mutants`)
}

function load(chosen: readonly Chosen[]): void {
  for (const path of sources.keys()) vitest.invalidateFile(path)
  sources.clear()
  for (const [file, tried = []] of Object.entries(Object.groupBy(chosen, ({ file }) => file))) {
    const mutants = tried.map(({ mutant, number }) => ({ ...mutant, number }))
    sources.set(join(ROOT, file), withMutants(tried[0]?.source ?? '', mutants))
    vitest.invalidateFile(join(ROOT, file))
  }
}

/** The state of a run over the mutants of a folder. */
type Progress = Readonly<{
  /** Those that no test has killed yet. */
  alive: Set<Chosen>
  reached: Set<Chosen>
  /**
   * These are tried in a worker of their own: they take effect while the files are loaded, or leave something
   * behind that fails the next test.
   */
  needWorker: Set<Chosen>
  /** Tests that fail without a change, which are left out. */
  failing: Set<string>
}>

/** Tries the mutants, and takes the killed ones out of the set. Returns those that no test reaches. */
async function tryAll(folder: string, alive: Set<Chosen>): Promise<ReadonlySet<Chosen>> {
  const progress: Progress = { alive, reached: new Set(), needWorker: new Set(), failing: new Set() }
  const levels = testLevels(folder)
  for (const testsOfFile of levels) await tryTogether(testsOfFile, progress)
  for (const one of alive)
    if (progress.needWorker.has(one)) await tryAlone(one, (file) => nearestTests(levels, file), progress)
  for (const test of progress.failing) console.log(`left out, because it fails without a change: ${test}`)
  return new Set([...alive].filter((tried) => !progress.reached.has(tried)))
}

/** Tries all mutants in one worker, and again in a new one after a change that hangs or spoils others. */
async function tryTogether(testsOfFile: TestsOfFile, progress: Progress): Promise<void> {
  const { alive, reached, needWorker, failing } = progress
  let found: Findings
  do {
    const open = [...alive].filter((one) => !needWorker.has(one) || !reached.has(one))
    found = await runTests(open, testsOfFile, { failing })
    // A change that leaves something behind makes others' tests fail too, which then say nothing.
    if (found.doubtful.length === 0) for (const test of found.failing) failing.add(test)
    for (const one of found.killed) kill(one, alive)
    for (const one of [...found.loaded, ...found.doubtful]) needWorker.add(one)
    for (const one of [...found.reached, ...found.loaded]) reached.add(one)
    if (found.hanging) kill(found.hanging, alive)
  } while (found.hanging || found.doubtful.length > 0)
}

/** Tries a mutant in a worker of its own, in which the change is made from the beginning. */
async function tryAlone(one: Chosen, testsOfFile: TestsOfFile, progress: Progress): Promise<void> {
  const { hasFailed, hanging } = await runTests([one], testsOfFile, {
    failing: progress.failing,
    always: one,
  })
  if (hasFailed || hanging) kill(one, progress.alive)
}

/** Takes a mutant out of the set, and notes it for the next run, which does not try it again. */
function kill(tried: Chosen, alive: Set<Chosen>): void {
  alive.delete(tried)
  appendFileSync(KILLED, `${keyOf(tried)}\n`)
}

type RunOptions = Readonly<{
  /** Tests to leave out. */
  failing: ReadonlySet<string>
  /** A mutant that is made from the beginning. */
  always?: Chosen
}>
type Findings = Awaited<ReturnType<typeof runTests>>

/** Runs the tests of these mutants in a new worker, and returns what it has found out about them. */
async function runTests(
  mutants: readonly Chosen[],
  testsOfFile: TestsOfFile,
  { failing, always }: RunOptions,
) {
  const pathsOf = ({ file }: Chosen) => testsOfFile(file).map((test) => join(ROOT, test))
  const plan: Plan = {
    log,
    mutants: Object.fromEntries(mutants.map((each) => [each.number, pathsOf(each)])),
    always: always?.number ?? null,
    leftOut: [...failing],
  }
  writeFileSync(planFile, JSON.stringify(plan))
  writeFileSync(log, '')
  const watch = endSilentWorker()
  const broken = await runTestFiles([...new Set(mutants.flatMap(pathsOf))])
  const isHanging = watch.stop()
  if (always === undefined && broken && !isHanging)
    throw new Error(`${broken.relativeModuleId} does not run: ${broken.errors()[0]?.message}`)
  return { ...readLog(mutants, isHanging), hasFailed: broken !== undefined }
}

/** Returns the first of the test files that failed. */
async function runTestFiles(paths: readonly string[]) {
  const specifications = paths.flatMap((path) => vitest.getModuleSpecifications(path))
  vitest.state.clearErrors()
  if (specifications.length > 0) await vitest.runTestSpecifications(specifications)
  return specifications.find(({ testModule }) => testModule?.state() === 'failed')?.testModule
}

/**
 * Returns what the runner has logged about each mutant. One that hangs is the last that it tried. Each line
 * of the log is a word, a space, and the number of a mutant or the name of a test.
 */
function readLog(mutants: readonly Chosen[], isHanging: boolean) {
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

/** Ends the worker when its log has not grown for `SILENCE_MS`. `stop` returns whether that was so. */
function endSilentWorker() {
  let hasEnded = false
  let length = 0
  const timer = setInterval(() => {
    const before = length
    length = readFileSync(log, 'utf8').length
    if (length > before || length === 0) return
    hasEnded = true
    // An endless loop blocks the worker, the only child, which therefore cannot hear that it is to stop.
    execFileSync('pkill', ['-KILL', '-P', String(process.pid)])
  }, SILENCE_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return hasEnded
    },
  }
}

/** Returns `count` of the mutants, in the order of the files. A larger sample holds the smaller one. */
function sampleOf<T extends Candidate>(all: readonly T[], count: number): T[] {
  const drawn = all.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1)).slice(0, count)
  return all.filter((tried) => drawn.includes(tried))
}

/** Returns the place of a mutant in a draw by the seed, which other mutants do not change. */
function rank(tried: Candidate): string {
  return hash('sha1', `${values.seed} ${tried.file} ${tried.mutant.start} ${tried.mutant.to}`)
}

/** Names a mutant; another file or another change has another name. */
function keyOf(tried: Candidate): string {
  return `${placeOf(tried)}  ${tried.mutant.start}  ${hash('sha1', tried.source)}`
}

function placeOf({ file, mutant }: Candidate): string {
  return `${file}:${mutant.line}  ${mutant.from}  →  ${mutant.to}`
}
