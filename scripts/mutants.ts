/**
 * `npm run mutants [-- --folder src/schedule] [--sample N] [--seed N] [--fresh]` changes one operator,
 * condition, constant, return or call of a rule at a time, and runs the tests that import its file until one
 * fails. A change that no test notices is a survivor: a test is missing, or the line is superfluous.
 * The folder may be a file. All changes are loaded at once and switched on one after another, so that a test
 * meets only those that it reaches (`mutant-runner.ts`).
 * An interrupted run goes on where it stopped; survivors are always tried again, because tests are added.
 */
import { parseArgs } from 'node:util'
import { type Chosen, listCandidates, openKilledNotes, placeOf, sampleOf } from './mutant-candidates.ts'
import { nearestTests, type TestsOfFile, testLevels } from './mutant-tests.ts'
import { openMutantWorkers } from './mutant-workers.ts'

/** Folders with rules, which are tried if none is named. */
const FOLDERS = ['src/schedule', 'src/booking', 'src/access', 'src/messaging/outbox', 'src/shared']

const { values } = parseArgs({
  options: {
    folder: { type: 'string', multiple: true, default: FOLDERS },
    sample: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    fresh: { type: 'boolean', default: false },
  },
})
const killedNotes = openKilledNotes(values.fresh)
const workers = await openMutantWorkers()
try {
  for (const folder of values.folder) await tryFolder(folder)
} finally {
  await workers.close()
}

/** Tries the mutants of a folder, and prints those that survive, and how many were killed. */
async function tryFolder(folder: string): Promise<void> {
  const candidates = listCandidates(folder)
  // A sample of 0, the default, is all of them.
  const count = Number(values.sample) || candidates.length
  const sample = sampleOf(candidates, { count, seed: values.seed })
  const chosen = sample.map((candidate, number): Chosen => ({ ...candidate, number }))
  const alive = new Set(chosen.filter((tried) => !killedNotes.wasKilledBefore(tried)))
  workers.load([...alive])
  const unreached = await tryAll(folder, alive)
  for (const tried of alive)
    console.log(`${unreached.has(tried) ? 'unreached' : 'survived '}  ${placeOf(tried)}`)
  const killed = chosen.length - alive.size
  const percent = Math.round((1000 * killed) / Math.max(chosen.length, 1)) / 10
  console.log(
    `${folder}: ${killed} of ${chosen.length} killed (${percent} %), of ${candidates.length} mutants`,
  )
}

/** The outcomes of the tests of one worker. */
type Findings = Awaited<ReturnType<typeof workers.runTests>>

/** The state of a run over the mutants of a folder. */
type Progress = Readonly<{
  /** Mutants that no test has killed yet. */
  alive: Set<Chosen>
  /** Mutants that a test has reached. */
  reached: Set<Chosen>
  /**
   * Mutants that need their own worker, because they take effect while the files are loaded, or leave
   * something behind that fails the next test.
   */
  needWorker: Set<Chosen>
  /** Tests that fail without a change, which are left out. */
  failing: Set<string>
}>

/** Tries the mutants and removes the killed ones from the set. Returns those that no test reaches. */
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
    found = await workers.runTests({ mutants: open, testsOfFile, failing })
    // A change that leaves something behind also fails tests of other changes, whose results are then
    // worthless.
    if (found.doubtful.length === 0) for (const test of found.failing) failing.add(test)
    for (const one of found.killed) kill(one, alive)
    for (const one of [...found.loaded, ...found.doubtful]) needWorker.add(one)
    for (const one of [...found.reached, ...found.loaded]) reached.add(one)
    if (found.hanging) kill(found.hanging, alive)
  } while (found.hanging || found.doubtful.length > 0)
}

/** Tries a mutant in its own worker, where it is switched on from the start. */
async function tryAlone(one: Chosen, testsOfFile: TestsOfFile, progress: Progress): Promise<void> {
  const { hasFailed, hanging } = await workers.runTests({
    mutants: [one],
    testsOfFile,
    failing: progress.failing,
    always: one,
  })
  if (hasFailed || hanging) kill(one, progress.alive)
}

/** Removes a mutant from the set, and records it, so that the next run does not try it again. */
function kill(tried: Chosen, alive: Set<Chosen>): void {
  alive.delete(tried)
  killedNotes.note(tried)
}
