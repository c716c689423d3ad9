/**
 * `npm run mutants [-- --folder src/schedule] [--sample N] [--seed N]` changes one operator, condition,
 * constant or return of a rule at a time, in a copy of the project, and runs the tests that import its file.
 * A change that no test notices is a survivor: a test is missing, or the line is superfluous.
 */
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { createVitest } from 'vitest/node'
import { type Mutant, mutantsOf } from './mutation.ts'
import { ROOT } from './programs.ts'

const FOLDERS = ['src/schedule', 'src/booking', 'src/access', 'src/messaging/outbox', 'src/shared']
/** Test files for one mutant: those beside it first, then those that import it. */
const MOST_TESTS = 6
const TIMEOUT_MS = 60_000

const { values } = parseArgs({
  options: {
    folder: { type: 'string', multiple: true, default: FOLDERS },
    sample: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
  },
})

/** Each file of the program and of its tests, with the files that it imports. */
const ALL = new Map(
  globSync('src/**/*.ts', { cwd: ROOT, exclude: ['**/dist/**'] }).map((file) => [
    file,
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/from '(\.[^']+)'/g)].map(([, target = '']) =>
      relative(ROOT, join(ROOT, dirname(file), target)),
    ),
  ]),
)

const passing = new Set<string>()
const copy = mkdtempSync(join(tmpdir(), 'ordi-mutants-'))
for (const name of [
  'src',
  'scripts',
  'docs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vitest.config.ts',
])
  cpSync(join(ROOT, name), join(copy, name), { recursive: true, filter: (path) => !path.endsWith('/dist') })
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
process.chdir(copy)
// One process and one worker for all, because starting them takes longer than most tests.
const vitest = await createVitest('test', {
  root: copy,
  watch: false,
  project: ['server'],
  maxWorkers: 1,
  reporters: [{ onInit() {} }],
  testTimeout: TIMEOUT_MS,
  bail: 1,
})
await vitest.standalone()

try {
  for (const folder of values.folder) await tryFolder(folder)
} finally {
  await vitest.close()
  process.chdir(ROOT)
  rmSync(copy, { recursive: true, force: true })
}

async function tryFolder(folder: string): Promise<void> {
  const files = globSync(`${folder}/**/*.ts`, { cwd: copy, exclude: ['**/*.test.ts'] }).toSorted()
  const all = files.flatMap((file) =>
    mutantsOf(file, readFileSync(join(copy, file), 'utf8')).map((mutant) => ({ file, mutant })),
  )
  const chosen = sampleOf(all, Number(values.sample) || all.length, Number(values.seed))
  let killed = 0
  for (const { file, mutant } of chosen) {
    if (await isKilled(file, mutant)) killed++
    else console.log(`survived  ${file}:${mutant.line}  ${mutant.from}  →  ${mutant.to}`)
  }
  const share = Math.round((100 * killed) / Math.max(chosen.length, 1))
  console.log(`${folder}: ${killed} of ${chosen.length} killed (${share} %), of ${all.length} mutants`)
}

async function isKilled(file: string, mutant: Mutant): Promise<boolean> {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  await assertPasses(file)
  try {
    writeFileSync(path, source.slice(0, mutant.start) + mutant.to + source.slice(mutant.end))
    return !(await passes(file))
  } finally {
    writeFileSync(path, source)
    vitest.invalidateFile(path)
  }
}

/** Tests that fail without a change would kill every mutant. */
async function assertPasses(file: string): Promise<void> {
  if (passing.has(file)) return
  // A busy machine can fail a test by its clock.
  if (!(await passes(file)) && !(await passes(file)))
    throw new Error(`The tests of ${file} fail without any change.`)
  passing.add(file)
}

/** Returns whether the tests of a file pass. One without tests passes. */
async function passes(file: string): Promise<boolean> {
  vitest.invalidateFile(join(copy, file))
  vitest.state.clearErrors()
  const specifications = testsOf(file).flatMap((test) => vitest.getModuleSpecifications(join(copy, test)))
  if (specifications.length === 0) return true
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  return unhandledErrors.length === 0 && testModules.every((module) => module.ok())
}

/** The test beside a file, and then those that import it, by way of one other file too. */
function testsOf(file: string): string[] {
  const beside = file.replace(/\.ts$/, '.test.ts')
  const importers = importersOf(file)
  const tests = [beside, ...importers, ...importers.filter((name) => !isTest(name)).flatMap(importersOf)]
  const existing = [...new Set(tests)].filter((test) => isTest(test) && ALL.has(test))
  // Models try hundreds of sequences, so they come last.
  return existing.toSorted((one, other) => Number(isModel(one)) - Number(isModel(other))).slice(0, MOST_TESTS)
}

function importersOf(file: string): string[] {
  return [...ALL].filter(([, imports]) => imports.includes(file)).map(([name]) => name)
}

function isModel(file: string): boolean {
  return file.endsWith('.model.test.ts')
}

function isTest(file: string): boolean {
  return /(?<!\.processes)\.test\.ts$/.test(file)
}

/** Returns as many as asked for, spread evenly, from a beginning that the seed says. */
function sampleOf<T>(all: readonly T[], count: number, seed: number): T[] {
  const step = all.length / Math.min(count, all.length)
  return Array.from(
    { length: Math.min(count, all.length) },
    (_, i) => all[Math.floor(((i + (seed % 7) / 7) * step) % all.length)] as T,
  )
}
