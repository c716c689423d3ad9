import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { PROJECT_ROOT } from './programs.ts'

/**
 * This module decides which test files try the mutants of a file: those that import it, the nearest first.
 */

/**
 * How many test files of other folders, the nearest first, try the mutants that the file's own folder has not
 * killed.
 */
const NEAREST_COUNT = 3
/** How many test files try a mutant that needs its own worker. */
const NEAREST_COUNT_ALONE = 6
/**
 * Matches the test files that can try mutants. Models take too long, and tests of the commands start the
 * built program, which has no mutants.
 */
const TEST_PATTERN = /^(?!src\/cli\/).*(?<!\.model|\.processes)\.test\.ts$/

/** The files that each file of the program and its tests imports at run time, all by their paths. */
const importsByFile = new Map(
  globSync('src/**/*.ts', { cwd: PROJECT_ROOT, exclude: ['**/dist/**'] }).map((file) => [
    file,
    importsOf(file),
  ]),
)

/** Returns the files that a file imports, except for types only. */
function importsOf(file: string): string[] {
  const source = readFileSync(join(PROJECT_ROOT, file), 'utf8')
  return [...source.matchAll(/^(?!import type).*from '(\.[^']+)'/gm)].map(([, target = '']) =>
    relative(PROJECT_ROOT, join(PROJECT_ROOT, dirname(file), target)),
  )
}

/** Returns the tests of one level that try the mutants of a file. */
export type TestsOfFile = (file: string) => string[]

/**
 * Returns the levels of tests for a folder, or for one file. The tests of a level try only those mutants that
 * the levels before have not killed: first the test beside a file, then those of its folder, then others.
 */
export function testLevels(folder: string): readonly TestsOfFile[] {
  const isInFolder = (test: string) => test.startsWith(folder.endsWith('.ts') ? dirname(folder) : folder)
  const isBeside = (test: string, file: string) => test === testBeside(file)
  return [
    (file) => testsOf(file).filter((test) => isBeside(test, file)),
    (file) => testsOf(file).filter((test) => !isBeside(test, file) && isInFolder(test)),
    (file) => {
      const others = testsOf(file).filter((test) => !isBeside(test, file) && !isInFolder(test))
      return others.slice(0, NEAREST_COUNT)
    },
  ]
}

/** Returns the tests that try a mutant of the file that needs its own worker. */
export function nearestTests(levels: readonly TestsOfFile[], file: string): string[] {
  return levels.flatMap((testsOfFile) => testsOfFile(file)).slice(0, NEAREST_COUNT_ALONE)
}

/** Returns the tests that import a file directly or indirectly, the nearest first. */
function testsOf(file: string): string[] {
  const importers = new Set([file])
  // The loop also visits what it adds.
  for (const imported of importers)
    for (const [importer, targets] of importsByFile) if (targets.includes(imported)) importers.add(importer)
  const tests = [testBeside(file), ...importers].filter(
    (name) => importsByFile.has(name) && TEST_PATTERN.test(name),
  )
  return [...new Set(tests)]
}

/** Returns the path that the test beside a file has, if there is one. */
function testBeside(file: string): string {
  return file.replace(/\.ts$/, '.test.ts')
}
