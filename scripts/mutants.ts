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
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { BaseSequencer, createVitest } from 'vitest/node'
import type { Plan } from './mutant-runner.ts'
import { type Mutant, mutantsOf, withMutants } from './mutation.ts'
import { ROOT } from './programs.ts'

const FOLDERS = ['src/schedule', 'src/booking', 'src/access', 'src/messaging/outbox', 'src/shared']
/** The number of test files of other folders, the nearest to a file, that try what its own folder left. */
const NEAREST = 3
/** Models take too long, and tests of the commands start the built program, which never changes. */
const TEST = /^(?!src\/cli\/).*(?<!\.model|\.processes)\.test\.ts$/
/** Without a sign of life for so long, a change is taken for an endless loop, which counts as killed. */
const SILENCE_MS = 180_000
/** A change that lets a test wait for ever is killed after this. Tests take long on a busy machine. */
const TIMEOUT_MS = 60_000
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
type Change = Readonly<{ file: string; source: string; mutant: Mutant }>
type Tried = Change & Readonly<{ number: number }>

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
  const all = files.flatMap((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8')
    return mutantsOf(file, source).map((mutant): Change => ({ file, source, mutant }))
  })
  const chosen = sampleOf(all, Number(values.sample) || all.length).map((tried, number) => ({
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
  console.log(`${folder}: ${killed} of ${chosen.length} killed (${share} %), of ${all.length} mutants`)
}

function load(all: readonly Tried[]): void {
  for (const path of sources.keys()) vitest.invalidateFile(path)
  sources.clear()
  for (const [file, tried = []] of Object.entries(Object.groupBy(all, ({ file }) => file))) {
    const mutants = tried.map(({ mutant, number }) => ({ ...mutant, number }))
    sources.set(join(ROOT, file), withMutants(tried[0]?.source ?? '', mutants))
    vitest.invalidateFile(join(ROOT, file))
  }
}

/** Takes the killed ones out of the set. Returns those that no test reaches. */
async function tryAll(folder: string, alive: Set<Tried>): Promise<ReadonlySet<Tried>> {
  const leftOut = new Set<string>()
  /** Those that must be made before the files are loaded, and those that did not let a test pass again. */
  const first = new Set<Tried>()
  const reached = new Set<Tried>()
  const isInFolder = (test: string) => test.startsWith(folder.endsWith('.ts') ? dirname(folder) : folder)
  const beside = ({ file }: Tried) => testsOf(file).filter((test) => test === besideOf(file))
  const inFolder = ({ file }: Tried) =>
    testsOf(file).filter((test) => test !== besideOf(file) && isInFolder(test))
  const others = ({ file }: Tried) =>
    testsOf(file)
      .filter((test) => test !== besideOf(file) && !isInFolder(test))
      .slice(0, NEAREST)
  for (const tests of [beside, inFolder, others]) {
    let isAgain = true
    while (isAgain) {
      const tried = [...alive].filter((one) => !first.has(one) || !reached.has(one))
      const found = await run(tried, tests, [...leftOut], null)
      for (const test of found.failing) leftOut.add(test)
      for (const one of found.killed) kill(one, alive)
      for (const one of [...found.loaded, ...found.doubtful]) first.add(one)
      for (const one of [...found.reached, ...found.loaded]) reached.add(one)
      if (found.hanging) kill(found.hanging, alive)
      isAgain = found.hanging !== undefined
    }
  }
  for (const one of [...alive].filter((tried) => first.has(tried))) {
    const found = await run(
      [one],
      (tried) => [...beside(tried), ...inFolder(tried), ...others(tried)].slice(0, NEAREST),
      [...leftOut],
      one,
    )
    if (found.hasFailed || found.hanging) kill(one, alive)
  }
  for (const test of leftOut) console.log(`left out, because it fails without a change: ${test}`)
  return new Set([...alive].filter((tried) => !reached.has(tried)))
}

function kill(tried: Tried, alive: Set<Tried>): void {
  alive.delete(tried)
  appendFileSync(KILLED, `${keyOf(tried)}\n`)
}

/** Runs the tests of these mutants in a new worker. @param always one that is made from the beginning */
async function run(
  mutants: readonly Tried[],
  tests: (tried: Tried) => readonly string[],
  leftOut: readonly string[],
  always: Tried | null,
) {
  const paths = new Set(mutants.flatMap((tried) => tests(tried)).map((test) => join(ROOT, test)))
  const plan: Plan = {
    log,
    mutants: Object.fromEntries(
      mutants.map((tried) => [tried.number, tests(tried).map((test) => join(ROOT, test))]),
    ),
    always: always?.number ?? null,
    leftOut,
  }
  writeFileSync(planFile, JSON.stringify(plan))
  writeFileSync(log, '')
  let isHanging = false
  let length = 0
  const limit = setInterval(() => {
    const before = length
    length = readFileSync(log, 'utf8').length
    if (length > before || length === 0) return
    isHanging = true
    // An endless loop blocks the worker, which therefore cannot hear that it is to stop.
    execFileSync('pkill', ['-KILL', '-P', String(process.pid)])
  }, SILENCE_MS)
  const specifications = [...paths].flatMap((test) => vitest.getModuleSpecifications(test))
  vitest.state.clearErrors()
  if (specifications.length > 0) await vitest.runTestSpecifications(specifications)
  clearInterval(limit)
  const broken = specifications.find(({ testModule }) => testModule?.state() === 'failed')?.testModule
  if (always === null && broken && !isHanging)
    throw new Error(`${broken.relativeModuleId} does not run: ${broken.errors()[0]?.message}`)
  const lines = readFileSync(log, 'utf8').trim().split('\n')
  const said = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))
  const about = (word: string) => {
    const numbers = new Set(said(word))
    return mutants.filter(({ number }) => numbers.has(String(number)))
  }
  return {
    failing: said('failing'),
    killed: about('killed'),
    loaded: about('loaded'),
    doubtful: about('doubtful'),
    reached: about('try'),
    hanging: isHanging ? mutants.find(({ number }) => String(number) === said('try').at(-1)) : undefined,
    hasFailed: broken !== undefined,
  }
}

/** Returns the tests that import a file, by way of others too, the nearest first. */
function testsOf(file: string): string[] {
  const reached = new Set([file])
  for (const name of reached)
    for (const [importer, targets] of imports) if (targets.includes(name)) reached.add(importer)
  const tests = [besideOf(file), ...reached].filter((name) => imports.has(name) && TEST.test(name))
  return [...new Set(tests)]
}

function besideOf(file: string): string {
  return file.replace(/\.ts$/, '.test.ts')
}

/** Returns as many as asked for, in the order of the files. A larger sample holds the smaller one. */
function sampleOf<T extends Change>(all: readonly T[], count: number): T[] {
  const drawn = all.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1)).slice(0, count)
  return all.filter((tried) => drawn.includes(tried))
}

function rank(tried: Change): string {
  return hash('sha1', `${values.seed} ${tried.file} ${tried.mutant.start} ${tried.mutant.to}`)
}

/** The same as long as neither the file nor the change is another. */
function keyOf(tried: Change): string {
  return `${placeOf(tried)}  ${tried.mutant.start}  ${hash('sha1', tried.source)}`
}

function placeOf({ file, mutant }: Change): string {
  return `${file}:${mutant.line}  ${mutant.from}  →  ${mutant.to}`
}
