/**
 * The Vitest runner of `npm run mutants`. The files that it loads contain all mutants, all switched off. It
 * runs each test once like that, and then once more with each mutant that the test has reached switched on.
 * That takes a fraction of the time of loading everything anew for each mutant. When the test fails with a
 * mutant, it runs again without any: only if it passes then, the mutant was the reason.
 * With `onFromStart` it runs each test once, and that mutant is always on.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { type RunnerTestCase, type RunnerTestFile, TestRunner, type TestTryOptions } from 'vitest'
import type { LogWord, Plan } from './mutant-plan.ts'

/** A test that takes more milliseconds of processor time than this is in an endless loop. */
const ENDLESS_MS = 8_000
/** The processor time is only checked after this many passes of a mutant, because the check is slow. */
const PASSES_PER_CHECK = 256
/** A test that takes more milliseconds than this tests no single rule, and would run once for each mutant. */
const SLOW_MS = 1500

const plan: Plan = JSON.parse(readFileSync(String(process.env.ORDI_MUTANTS_PLAN), 'utf8'))

/**
 * A run of a test: the first one without mutants, one with a mutant, or one without it that checks whether
 * the mutant was the reason for a failure.
 */
type Run =
  | Readonly<{ kind: 'first' }>
  | Readonly<{ kind: 'trial'; mutant: number }>
  | Readonly<{ kind: 'check'; suspect: number }>

const FIRST_RUN: Run =
  plan.onFromStart === null ? { kind: 'first' } : { kind: 'trial', mutant: plan.onFromStart }

const state = {
  /** The present run. */
  run: FIRST_RUN as Run,
  /** Whether a test runs now; false while files are loaded. */
  isTesting: false,
  /** The processor time when the run began. Unlike the clock it does not count other load. */
  beganAtMs: processorMs(),
  /** How often the run has passed the place of a mutant; an endless loop passes it again and again. */
  passCount: 0,
  /** Mutants whose place the run has passed. */
  reached: new Set<number>(),
  /** Mutants with a known outcome, which no other test has to try. */
  settled: new Set<number>(),
  /** Mutants that this test still has to try. */
  queue: [] as number[],
}

Object.assign(globalThis, {
  /** Returns whether the mutant with this number is switched on. The loaded files ask at its place. */
  isMutant(number: number): boolean {
    if (!state.isTesting && !state.reached.has(number)) log('at-load', number)
    state.reached.add(number)
    if (state.run.kind !== 'trial') return false
    if (++state.passCount % PASSES_PER_CHECK === 0) throwIfEndless()
    return number === state.run.mutant
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
    if (state.run.kind === 'trial') log('try', state.run.mutant)
    super.onBeforeTryTask(test, options)
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: TestTryOptions) {
    await super.onAfterRetryTask(test, options)
    state.isTesting = false
    if (plan.onFromStart !== null || !test.result) return
    const hasFailed = test.result.state === 'fail'
    // Failures are wanted here, so Vitest must not collect them.
    delete test.result.errors
    const nextRun = finishRun(state.run, test, hasFailed)
    state.run = nextRun ?? FIRST_RUN
    // Vitest does not repeat a skipped test.
    if (nextRun === undefined) test.result.state = 'skip'
  }

  override onAfterRunFiles(files: RunnerTestFile[]) {
    state.reached.clear()
    super.onAfterRunFiles(files)
  }
}

/**
 * Logs what a run of the test has shown. Returns the next run; undefined when the test need not run again.
 */
function finishRun(run: Run, test: RunnerTestCase, hasFailed: boolean): Run | undefined {
  if (run.kind === 'first') return finishFirstRun(test, hasFailed)
  if (run.kind === 'trial') return finishTrial(run.mutant, hasFailed)
  return finishCheck(run.suspect, test, hasFailed)
}

/**
 * Fills the queue with the mutants that the test has reached, unless the test fails or is slow without any.
 */
function finishFirstRun(test: RunnerTestCase, hasFailed: boolean): Run | undefined {
  if (hasFailed) log('failing', nameOf(test))
  if (hasFailed || processorMs() - state.beganAtMs > SLOW_MS) return undefined
  state.queue = Object.entries(plan.mutants)
    .filter(([, tests]) => tests.includes(test.file.filepath))
    .map(([number]) => Number(number))
    .filter((number) => state.reached.has(number) && !state.settled.has(number))
  return nextTrial()
}

/** Suspects the mutant if the test has failed with it. */
function finishTrial(mutant: number, hasFailed: boolean): Run | undefined {
  if (hasFailed) return { kind: 'check', suspect: mutant }
  // The test has not passed its place this time, because a value from the first run was remembered.
  if (!state.reached.has(mutant)) log('at-load', mutant)
  return nextTrial()
}

/** Logs whether the test passes again without the suspect. One that keeps failing can prove nothing more. */
function finishCheck(suspect: number, test: RunnerTestCase, hasFailed: boolean): Run | undefined {
  log(hasFailed ? 'spoiling' : 'killed', suspect)
  if (hasFailed) log('failing', nameOf(test))
  state.settled.add(suspect)
  return hasFailed ? undefined : nextTrial()
}

/** Takes the next mutant from the queue; undefined when there is none. */
function nextTrial(): Run | undefined {
  const mutant = state.queue.shift()
  return mutant === undefined ? undefined : { kind: 'trial', mutant }
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
