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

const passing = new Map<string, readonly string[]>()
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
  const tests = passing.get(file) ?? (await passingTests(file, testsOf(file)))
  passing.set(file, tests)
  try {
    writeFileSync(path, source.slice(0, mutant.start) + mutant.to + source.slice(mutant.end))
    return (await passingTests(file, tests)).length < tests.length
  } finally {
    writeFileSync(path, source)
    vitest.invalidateFile(path)
  }
}

/** Runs tests, and returns those that pass. One that fails without a change can show nothing. */
async function passingTests(file: string, tests: readonly string[]): Promise<string[]> {
  vitest.invalidateFile(join(copy, file))
  vitest.state.clearErrors()
  const specifications = tests.flatMap((test) => vitest.getModuleSpecifications(join(copy, test)))
  if (specifications.length === 0) return []
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const failed = unhandledErrors.length > 0 ? testModules : testModules.filter((module) => !module.ok())
  const names = failed.map((module) => relative(copy, module.moduleId))
  return tests.filter((test) => !names.includes(test))
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
