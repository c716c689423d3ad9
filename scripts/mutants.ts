/**
 * `npm run mutants [-- --folder src/schedule] [--sample N] [--seed N] [--fresh]` changes one operator,
 * condition, constant, return or call of a rule at a time, and runs the tests that import its file until one
 * fails. A change that no test notices is a survivor: a test is missing, or the line is superfluous.
 * An interrupted run goes on where it stopped; survivors are always tried again, because tests are added.
 */
import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { BaseSequencer, createVitest } from 'vitest/node'
import { type Mutant, mutantsOf } from './mutation.ts'
import { ROOT } from './programs.ts'

const FOLDERS = ['src/schedule', 'src/booking', 'src/access', 'src/messaging/outbox', 'src/shared']
/** The tests nearest to a file. A rule is tested beside it, so that more tests only take longer. */
const MOST_TESTS = 6
/** Models take too long, and tests of the commands start the built program, which never changes. */
const TEST = /^(?!src\/cli\/).*(?<!\.model|\.processes)\.test\.ts$/
/** A mutant that loops for ever is killed after this. Tests take much longer on a busy machine. */
const TIMEOUT_MS = 600_000
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
type Tried = Readonly<{ file: string; source: string; mutant: Mutant }>

if (values.fresh) rmSync(KILLED, { force: true })
mkdirSync(dirname(KILLED), { recursive: true })
const killedBefore = new Set(existsSync(KILLED) ? readFileSync(KILLED, 'utf8').split('\n') : [])

/** Each file of the program and of its tests, with the files that it imports at run time. */
const imports = new Map(
  globSync('src/**/*.ts', { cwd: ROOT, exclude: ['**/dist/**'] }).map((file) => [
    file,
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^(?!import type).*from '(\.[^']+)'/gm)].map(
      ([, target = '']) => relative(ROOT, join(ROOT, dirname(file), target)),
    ),
  ]),
)

/** Keeps the nearest tests first, because they fail most often. */
class Nearest extends BaseSequencer {
  override async sort<T>(tests: T): Promise<T> {
    return tests
  }
}

/** Vite reads this instead of the file, so that nothing on the disk changes. */
let changed: Readonly<{ path: string; source: string }> | undefined
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
    testTimeout: TIMEOUT_MS,
    reporters: [{}],
    silent: true,
  },
  {
    plugins: [
      { name: 'mutant', enforce: 'pre', load: (id) => (id === changed?.path ? changed.source : null) },
    ],
  },
)
await vitest.standalone()
/** Tests that are known to pass without a change, and those that fail, which show nothing. */
const passing = new Set<string>()
const leftOut = new Set<string>()

try {
  for (const folder of values.folder) await tryFolder(folder)
} finally {
  await vitest.close()
}

async function tryFolder(folder: string): Promise<void> {
  const files = globSync(`${folder}/**/*.ts`, { cwd: ROOT, exclude: ['**/*.test.ts'] }).toSorted()
  const all = files.flatMap((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8')
    return mutantsOf(file, source).map((mutant): Tried => ({ file, source, mutant }))
  })
  const chosen = sampleOf(all, Number(values.sample) || all.length)
  let killed = 0
  for (const tried of chosen) {
    const key = keyOf(tried)
    const isDead = killedBefore.has(key) || (await isKilled(tried))
    if (!isDead) console.log(`survived  ${placeOf(tried)}`)
    else killed++
    if (isDead && !killedBefore.has(key)) appendFileSync(KILLED, `${key}\n`)
  }
  const share = Math.round((1000 * killed) / Math.max(chosen.length, 1)) / 10
  console.log(`${folder}: ${killed} of ${chosen.length} killed (${share} %), of ${all.length} mutants`)
}

async function isKilled(tried: Tried): Promise<boolean> {
  const failed = await failingWith(tried)
  const unknown = failed.filter((test) => !passing.has(test))
  if (unknown.length === 0) return failed.length > 0
  const failingAnyway = await failing(unknown)
  // The others have not run where one has failed.
  if (failingAnyway.length === 0) for (const test of unknown) passing.add(test)
  for (const test of failingAnyway) {
    leftOut.add(test)
    console.log(`left out, because it fails without a change: ${test}`)
  }
  return isKilled(tried)
}

async function failingWith({ file, source, mutant }: Tried): Promise<readonly string[]> {
  const path = join(ROOT, file)
  changed = { path, source: source.slice(0, mutant.start) + mutant.to + source.slice(mutant.end) }
  vitest.invalidateFile(path)
  try {
    return await failing(testsOf(file).filter((test) => !leftOut.has(test)))
  } finally {
    changed = undefined
    vitest.invalidateFile(path)
  }
}

/** Runs tests up to the first that fails, and returns that one; all when none says its result in time. */
async function failing(tests: readonly string[]): Promise<readonly string[]> {
  const specifications = tests.flatMap((test) => vitest.getModuleSpecifications(join(ROOT, test)))
  if (specifications.length === 0) return []
  vitest.state.clearErrors()
  // An endless loop blocks the worker, which therefore cannot hear that it is to stop.
  const limit = setTimeout(() => execFileSync('pkill', ['-KILL', '-P', String(process.pid)]), TIMEOUT_MS)
  const { unhandledErrors } = await vitest.runTestSpecifications(specifications)
  clearTimeout(limit)
  const failed = specifications.filter(({ testModule }) => testModule?.state() === 'failed')
  if (failed.length === 0 && unhandledErrors.length > 0) return tests
  return failed.map(({ moduleId }) => relative(ROOT, moduleId))
}

/** Returns the tests that import a file, by way of others too, the nearest first. */
function testsOf(file: string): string[] {
  const reached = new Set([file])
  for (const name of reached)
    for (const [importer, targets] of imports) if (targets.includes(name)) reached.add(importer)
  const beside = file.replace(/\.ts$/, '.test.ts')
  const tests = [...(imports.has(beside) ? [beside] : []), ...reached].filter((name) => TEST.test(name))
  return [...new Set(tests)].slice(0, MOST_TESTS)
}

/** Returns as many as asked for, in the order of the files. A larger sample holds the smaller one. */
function sampleOf(all: readonly Tried[], count: number): Tried[] {
  const drawn = all.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1)).slice(0, count)
  return all.filter((tried) => drawn.includes(tried))
}

function rank(tried: Tried): string {
  return hash('sha1', `${values.seed} ${tried.file} ${tried.mutant.start} ${tried.mutant.to}`)
}

/** The same as long as neither the file nor the change is another. */
function keyOf(tried: Tried): string {
  return `${placeOf(tried)}  ${tried.mutant.start}  ${hash('sha1', tried.source)}`
}

function placeOf({ file, mutant }: Tried): string {
  return `${file}:${mutant.line}  ${mutant.from}  →  ${mutant.to}`
}
