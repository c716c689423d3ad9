/**
 * `npm run mutants [-- --folder src/schedule] [--sample N] [--seed N] [--fresh]` changes one operator,
 * condition, constant, return or call of a rule at a time, and runs the tests that import its file until one
 * fails. A program with one such change is a mutant. One that no test notices is a survivor: a test is
 * missing, or the line is superfluous.
 * The folder may be a file. All mutants are loaded at once and switched on one after another, so that a test
 * meets only those that it reaches (`mutant-runner.ts`).
 * An interrupted run goes on where it stopped; survivors are always tried again, because tests are added.
 */
import { parseArgs } from 'node:util'
import {
  type ChosenMutant,
  describeMutant,
  drawSample,
  listMutants,
  openKilledRecord,
} from './mutant-choice.ts'
import type { Findings } from './mutant-findings.ts'
import { nearestTests, type TestsOfFile, testLevels } from './mutant-tests.ts'
import { openMutantWorkers } from './mutant-workers.ts'

/** Folders with rules, which are tried if none is named. */
const FOLDERS = ['src/schedule', 'src/booking', 'src/access', 'src/messaging/outbox', 'src/shared']

const { values: options } = parseArgs({
  options: {
    folder: { type: 'string', multiple: true, default: FOLDERS },
    // The default, 0, tries all mutants.
    sample: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    fresh: { type: 'boolean', default: false },
  },
})
const killedRecord = openKilledRecord(options.fresh)
const workers = await openMutantWorkers()
try {
  for (const folder of options.folder) await tryFolder(folder)
} finally {
  await workers.close()
}

/** Tries the mutants of a folder, and prints those that survive, and how many were killed. */
async function tryFolder(folder: string): Promise<void> {
  const mutants = listMutants(folder)
  const count = Number(options.sample) || mutants.length
  const sample = drawSample(mutants, { count, seed: options.seed })
  const chosen = sample.map((mutant, number): ChosenMutant => ({ ...mutant, number }))
  const notKilledBefore = chosen.filter((mutant) => !killedRecord.wasKilledBefore(mutant))
  const { survivors, reached } = await tryMutants(folder, notKilledBefore)
  for (const mutant of survivors)
    console.log(`${reached.has(mutant) ? 'survived ' : 'unreached'}  ${describeMutant(mutant)}`)
  const killed = chosen.length - survivors.size
  const percent = Math.round((1000 * killed) / Math.max(chosen.length, 1)) / 10
  console.log(`${folder}: ${killed} of ${chosen.length} killed (${percent} %), of ${mutants.length} mutants`)
}

/** The state of a run over the mutants of a folder. */
type Progress = Readonly<{
  /** Mutants that no test has killed yet. */
  survivors: Set<ChosenMutant>
  /** Mutants that a test has reached. */
  reached: Set<ChosenMutant>
  /**
   * Mutants that need their own worker, because they take effect while the files are loaded, or leave
   * something behind that fails the next test.
   */
  needWorker: Set<ChosenMutant>
  /** Tests that fail without a mutant, which are left out. */
  failingTests: Set<string>
}>

/** Tries the mutants of a folder, all of which survive at first. Returns the progress at the end. */
async function tryMutants(folder: string, mutants: readonly ChosenMutant[]): Promise<Progress> {
  workers.load(mutants)
  const progress: Progress = {
    survivors: new Set(mutants),
    reached: new Set(),
    needWorker: new Set(),
    failingTests: new Set(),
  }
  const levels = testLevels(folder)
  for (const testsOfFile of levels) await tryInSharedWorker(testsOfFile, progress)
  for (const mutant of progress.survivors)
    if (progress.needWorker.has(mutant))
      await tryInOwnWorker(mutant, (file) => nearestTests(levels, file), progress)
  for (const test of progress.failingTests)
    console.log(`left out, because it fails without a change: ${test}`)
  return progress
}

/**
 * Tries the mutants one after another in the same worker. A mutant that hangs or spoils the tests after it
 * ends the worker, and the others go on in a new one.
 */
async function tryInSharedWorker(testsOfFile: TestsOfFile, progress: Progress): Promise<void> {
  const { survivors, needWorker, failingTests } = progress
  let findings: Findings
  do {
    const mutants = [...survivors].filter((mutant) => !needWorker.has(mutant))
    findings = await workers.runTests({ mutants, testsOfFile, leftOut: failingTests })
    takeOver(findings, progress)
  } while (findings.hanging !== undefined || findings.spoiling.length > 0)
}

/** Adds the findings of a shared worker to the progress. */
function takeOver(findings: Findings, { survivors, reached, needWorker, failingTests }: Progress): void {
  const { killed, hanging, atLoad, spoiling } = findings
  // After a spoiling mutant, tests may fail that do not fail by themselves.
  if (spoiling.length === 0) for (const test of findings.failingTests) failingTests.add(test)
  for (const mutant of killed) kill(mutant, survivors)
  if (hanging) kill(hanging, survivors)
  for (const mutant of [...atLoad, ...spoiling]) needWorker.add(mutant)
  for (const mutant of [...findings.tried, ...atLoad]) reached.add(mutant)
}

/** Tries a mutant in its own worker, where it is switched on from the start. */
async function tryInOwnWorker(
  mutant: ChosenMutant,
  testsOfFile: TestsOfFile,
  { survivors, failingTests }: Progress,
): Promise<void> {
  const { hasFailed, hanging } = await workers.runTests({
    mutants: [mutant],
    testsOfFile,
    leftOut: failingTests,
    onFromStart: mutant,
  })
  if (hasFailed || hanging) kill(mutant, survivors)
}

/** Removes a mutant from the survivors, and records it, so that the next run does not try it again. */
function kill(mutant: ChosenMutant, survivors: Set<ChosenMutant>): void {
  survivors.delete(mutant)
  killedRecord.add(mutant)
}
