/**
 * The Vitest runner of `npm run mutants`. It runs each test once without a change, and then once more with
 * each change that the test has reached. That takes a fraction of the time of loading everything anew for
 * each change.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { type RunnerTestCase, type RunnerTestFile, TestRunner, type TestTryOptions } from 'vitest'

/** The changes and tests of one run. The file with them is named in ORDI_MUTANTS_PLAN. */
export type Plan = Readonly<{
  /** The file to which the runner appends its findings, one per line. */
  log: string
  /** The numbers of the changes to try, and the test files that may notice each. */
  mutants: Readonly<Record<number, readonly string[]>>
  /** A change that is on from the start, because it takes effect while the files are loaded. */
  always: number | null
  /** Tests that fail without a change, or when they run again. */
  leftOut: readonly string[]
}>

/**
 * The words with which a line of the log begins, before the number of a change or the name of a test:
 * - `test`: the test begins, `try`: it begins with this change.
 * - `failing`: the test fails without a change, or when it runs again.
 * - `killed`: a test failed with the change, and then passed without it. `doubtful`: it failed again.
 * - `loaded`: the change takes effect while the files are loaded, or was remembered from then.
 */
export type Finding = 'test' | 'try' | 'failing' | 'killed' | 'doubtful' | 'loaded'

/** A test that takes more milliseconds of processor time than this is in an endless loop. */
const ENDLESS_MS = 8_000
/** The processor time is only checked after this many passes of a change, because the check is slow. */
const PASSES_PER_LOOK = 256
/** A test that takes more milliseconds than this tests no single rule, and would run once for each change. */
const SLOW_MS = 1500

const state = {
  plan: JSON.parse(readFileSync(String(process.env.ORDI_MUTANTS_PLAN), 'utf8')) as Plan,
  /** The change that is switched on now. */
  active: null as number | null,
  isTesting: false,
  /** The processor time when the test began. Unlike the clock it does not count other load. */
  began: processorMs(),
  /** How often the test has passed a change; a huge number means an endless loop. */
  passes: 0,
  /** Changes that the test has passed. */
  reached: new Set<number>(),
  /** Changes with a known outcome, which no other test has to try. */
  settled: new Set<number>(),
  /** Changes that this test still has to try. */
  queue: [] as number[],
  /** A change with which the test failed. It is killed if the test then passes without it. */
  suspect: null as number | null,
}
state.active = state.plan.always

Object.assign(globalThis, {
  /** Returns whether the change with this number is switched on. Changed files call it at its place. */
  isMutant(number: number): boolean {
    if (!state.isTesting && !state.reached.has(number)) log('loaded', number)
    state.reached.add(number)
    if (state.active !== null && ++state.passes % PASSES_PER_LOOK === 0) endLoop()
    return number === state.active
  },
})

/**
 * Vitest calls these methods around each test (`onBeforeRunTask`), and around each of its runs (`…Try…`,
 * `…Retry…`).
 */
export default class MutantRunner extends TestRunner {
  override async onBeforeRunTask(test: RunnerTestCase) {
    if (state.plan.leftOut.includes(nameOf(test))) test.mode = 'skip'
    else if (state.plan.always === null) test.repeats = Number.POSITIVE_INFINITY
    log('test', nameOf(test))
    await super.onBeforeRunTask(test)
  }

  override onBeforeTryTask(test: RunnerTestCase, options: TestTryOptions) {
    state.isTesting = true
    state.began = processorMs()
    state.passes = 0
    if (state.plan.always === null) state.reached.clear()
    if (state.active !== null) log('try', state.active)
    super.onBeforeTryTask(test, options)
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: TestTryOptions) {
    await super.onAfterRetryTask(test, options)
    state.isTesting = false
    if (state.plan.always !== null || !test.result) return
    const hasFailed = test.result.state === 'fail'
    delete test.result.errors
    const isFirstRun = options.repeats === 0
    const runsAgain = isFirstRun ? startQueue(test, hasFailed) : continueQueue(test, hasFailed)
    if (runsAgain) return
    // Vitest does not repeat a skipped test.
    test.result.state = 'skip'
    state.active = null
  }

  override onAfterRunFiles(files: RunnerTestFile[]) {
    state.reached.clear()
    super.onAfterRunFiles(files)
  }
}

/**
 * Fills the queue after the first run, which is without a change. Returns whether there is a change to try.
 */
function startQueue(test: RunnerTestCase, hasFailed: boolean): boolean {
  if (hasFailed) log('failing', nameOf(test))
  if (processorMs() - state.began > SLOW_MS) return false
  state.queue = Object.entries(state.plan.mutants)
    .filter(([, tests]) => tests.includes(test.file.filepath))
    .map(([number]) => Number(number))
    .filter((number) => state.reached.has(number) && !state.settled.has(number))
  return !hasFailed && takeNext()
}

/**
 * Notes the outcome of a run with a change, or of the run without it that checks a suspect. Returns whether
 * the test has to run again.
 */
function continueQueue(test: RunnerTestCase, hasFailed: boolean): boolean {
  const { active, suspect } = state
  if (suspect !== null) return settleSuspect(test, suspect, hasFailed)
  if (active !== null && hasFailed) {
    state.suspect = active
    state.active = null
    return true
  }
  // The test has not passed the change this time, because a value from the first run was remembered.
  if (active !== null && !state.reached.has(active)) log('loaded', active)
  return takeNext()
}

/** The suspect killed the test if the test now passes without it. */
function settleSuspect(test: RunnerTestCase, suspect: number, hasFailed: boolean): boolean {
  log(hasFailed ? 'doubtful' : 'killed', suspect)
  if (hasFailed) log('failing', nameOf(test))
  state.settled.add(suspect)
  state.suspect = null
  return !hasFailed && takeNext()
}

/** Switches on the next change of the queue. Returns whether there was one. */
function takeNext(): boolean {
  state.active = state.queue.shift() ?? null
  return state.active !== null
}

/** Breaks out of a loop by throwing, once the test has used too much processor time. */
function endLoop(): void {
  if (processorMs() - state.began > ENDLESS_MS) throw new Error('This loop has no end.')
}

/** Returns the milliseconds of processor time that this process has used. */
function processorMs(): number {
  return process.cpuUsage().user / 1000
}

function nameOf(test: RunnerTestCase): string {
  return `${test.file.name} > ${test.fullTestName}`.replaceAll('\n', ' ')
}

/** Adds a line to the log. */
function log(word: Finding, about: string | number): void {
  appendFileSync(state.plan.log, `${word} ${about}\n`)
}
