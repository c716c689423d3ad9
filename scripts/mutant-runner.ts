/**
 * The Vitest runner of `npm run mutants`. The files that it loads contain all mutants, all switched off. It
 * runs each test once like that, and then once more with each mutant that the test has reached switched on.
 * That takes a fraction of the time of loading everything anew for each mutant. When the test fails with a
 * mutant, it runs again without any: only if it passes then, the mutant was the reason.
 * With `onFromStart` it runs each test once, and that mutant is always on.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { type RunnerTestCase, type RunnerTestFile, TestRunner, type TestTryOptions } from 'vitest'

/** The mutants and tests of one run. The file with them is named in ORDI_MUTANTS_PLAN. */
export type Plan = Readonly<{
  /** Path of the file to which the runner appends what it finds out, one entry per line. */
  logFile: string
  /** The numbers of the mutants to try, and the paths of the test files that may notice each. */
  mutants: Readonly<Record<number, readonly string[]>>
  /** A mutant that is on from the start, because it takes effect while the files are loaded. */
  onFromStart: number | null
  /** Names of tests that fail on the unchanged code, in their first run or in a later one. */
  leftOut: readonly string[]
}>

/**
 * The words with which a line of the log begins, before the number of a mutant or the name of a test:
 * - `test`: the test begins, `try`: it begins with this mutant.
 * - `failing`: the test fails on the unchanged code, in its first run or in a later one.
 * - `killed`: a test failed with the mutant, and then passed without it.
 * - `spoiling`: it failed without the mutant too, because the mutant has left something behind.
 * - `at-load`: the mutant takes effect while the files are loaded, or was remembered from then.
 */
export type LogWord = 'test' | 'try' | 'failing' | 'killed' | 'spoiling' | 'at-load'

/** A test that takes more milliseconds of processor time than this is in an endless loop. */
const ENDLESS_MS = 8_000
/** The processor time is only checked after this many passes of a mutant, because the check is slow. */
const PASSES_PER_LOOK = 256
/** A test that takes more milliseconds than this tests no single rule, and would run once for each mutant. */
const SLOW_MS = 1500

const plan: Plan = JSON.parse(readFileSync(String(process.env.ORDI_MUTANTS_PLAN), 'utf8'))

const state = {
  /** The mutant that is switched on now. */
  active: plan.onFromStart,
  /** Whether a test runs now; false while files are loaded. */
  isTesting: false,
  /** The processor time when the test began. Unlike the clock it does not count other load. */
  beganAtMs: processorMs(),
  /** How often the test has passed the place of a mutant; an endless loop passes it again and again. */
  passCount: 0,
  /** Mutants whose place the test has passed. */
  reached: new Set<number>(),
  /** Mutants with a known outcome, which no other test has to try. */
  settled: new Set<number>(),
  /** Mutants that this test still has to try. */
  queue: [] as number[],
  /** The mutant with which the test has just failed. It is killed if the test now passes without it. */
  suspect: null as number | null,
}

Object.assign(globalThis, {
  /** Returns whether the mutant with this number is switched on. The loaded files ask at its place. */
  isMutant(number: number): boolean {
    if (!state.isTesting && !state.reached.has(number)) log('at-load', number)
    state.reached.add(number)
    if (state.active !== null && ++state.passCount % PASSES_PER_LOOK === 0) throwIfEndless()
    return number === state.active
  },
})

/**
 * Vitest calls these methods around each test (`onBeforeRunTask`), and around each of its runs (`…Try…`,
 * `…Retry…`).
 */
export default class MutantRunner extends TestRunner {
  override async onBeforeRunTask(test: RunnerTestCase) {
    if (plan.leftOut.includes(nameOf(test))) test.mode = 'skip'
    else if (plan.onFromStart === null) test.repeats = Number.POSITIVE_INFINITY
    log('test', nameOf(test))
    await super.onBeforeRunTask(test)
  }

  override onBeforeTryTask(test: RunnerTestCase, options: TestTryOptions) {
    state.isTesting = true
    state.beganAtMs = processorMs()
    state.passCount = 0
    if (plan.onFromStart === null) state.reached.clear()
    if (state.active !== null) log('try', state.active)
    super.onBeforeTryTask(test, options)
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: TestTryOptions) {
    await super.onAfterRetryTask(test, options)
    state.isTesting = false
    if (plan.onFromStart !== null || !test.result) return
    const hasFailed = test.result.state === 'fail'
    // Failures are wanted here, so Vitest must not collect them.
    delete test.result.errors
    const isFirstRun = options.repeats === 0
    const runsAgain = isFirstRun ? startQueue(test, hasFailed) : continueQueue(test, hasFailed)
    if (!runsAgain) endRuns(test.result)
  }

  override onAfterRunFiles(files: RunnerTestFile[]) {
    state.reached.clear()
    super.onAfterRunFiles(files)
  }
}

/** Ends the runs of a test: Vitest does not repeat a skipped one. */
function endRuns(result: NonNullable<RunnerTestCase['result']>): void {
  result.state = 'skip'
  state.active = null
}

/**
 * Fills the queue after the first run, which is without a mutant. Returns whether there is a mutant to try.
 */
function startQueue(test: RunnerTestCase, hasFailed: boolean): boolean {
  if (hasFailed) log('failing', nameOf(test))
  if (processorMs() - state.beganAtMs > SLOW_MS) return false
  state.queue = Object.entries(plan.mutants)
    .filter(([, tests]) => tests.includes(test.file.filepath))
    .map(([number]) => Number(number))
    .filter((number) => state.reached.has(number) && !state.settled.has(number))
  return !hasFailed && takeNext()
}

/**
 * Logs the outcome of a run with a mutant, or of the run without it that checks a suspect. Returns whether
 * the test has to run again.
 */
function continueQueue(test: RunnerTestCase, hasFailed: boolean): boolean {
  const { active, suspect } = state
  if (suspect !== null) return settleSuspect(test, suspect, hasFailed)
  if (active !== null && hasFailed) {
    // The next run, without a mutant, shows whether this one was the reason.
    state.suspect = active
    state.active = null
    return true
  }
  // The test has not passed its place this time, because a value from the first run was remembered.
  if (active !== null && !state.reached.has(active)) log('at-load', active)
  return takeNext()
}

/**
 * Logs whether the test passes again without the suspect. Returns whether it has to run again: one that keeps
 * failing can prove nothing more.
 */
function settleSuspect(test: RunnerTestCase, suspect: number, hasFailed: boolean): boolean {
  log(hasFailed ? 'spoiling' : 'killed', suspect)
  if (hasFailed) log('failing', nameOf(test))
  state.settled.add(suspect)
  state.suspect = null
  return !hasFailed && takeNext()
}

/** Switches on the next mutant of the queue. Returns whether there was one. */
function takeNext(): boolean {
  state.active = state.queue.shift() ?? null
  return state.active !== null
}

/** Breaks out of a loop by throwing, once the test has used too much processor time. */
function throwIfEndless(): void {
  if (processorMs() - state.beganAtMs > ENDLESS_MS) throw new Error('This loop has no end.')
}

/** Returns the milliseconds of processor time that this process has used. */
function processorMs(): number {
  return process.cpuUsage().user / 1000
}

function nameOf(test: RunnerTestCase): string {
  return `${test.file.name} > ${test.fullTestName}`.replaceAll('\n', ' ')
}

/** Adds a line to the log. */
function log(word: LogWord, about: string | number): void {
  appendFileSync(plan.logFile, `${word} ${about}\n`)
}
