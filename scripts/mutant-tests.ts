import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { PROJECT_ROOT } from './programs.ts'

/**
 * This module decides which test files try the changes of a file: those that import it, the nearest first.
 */

/**
 * How many test files of other folders, the nearest first, try the changes that the file's own folder has not
 * killed.
 */
const NEAREST = 3
/** How many test files try a change that needs its own worker. */
const NEAREST_ALONE = 6
/**
 * Matches the test files that can try changes. Models take too long, and tests of the commands start the
 * built program, which has no changes.
 */
const TEST = /^(?!src\/cli\/).*(?<!\.model|\.processes)\.test\.ts$/

/** The files that each file of the program and its tests imports at run time. */
const imports = new Map(
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

/** Returns the tests of one level that try the changes of a file. */
export type TestsOfFile = (file: string) => string[]

/** Returns the levels of tests for a folder: the test beside a file, those of the folder, and others. */
export function testLevels(folder: string): readonly TestsOfFile[] {
  const isInFolder = (test: string) => test.startsWith(folder.endsWith('.ts') ? dirname(folder) : folder)
  const notBeside: TestsOfFile = (file) => testsOf(file).filter((test) => test !== besideOf(file))
  return [
    (file) => testsOf(file).filter((test) => test === besideOf(file)),
    (file) => notBeside(file).filter(isInFolder),
    (file) =>
      notBeside(file)
        .filter((test) => !isInFolder(test))
        .slice(0, NEAREST),
  ]
}

/** Returns the tests of a file that are tried with one change alone, which takes a worker. */
export function nearestTests(levels: readonly TestsOfFile[], file: string): string[] {
  return levels.flatMap((testsOfFile) => testsOfFile(file)).slice(0, NEAREST_ALONE)
}

/** Returns the tests that import a file directly or indirectly, the nearest first. */
function testsOf(file: string): string[] {
  const reached = new Set([file])
  for (const name of reached)
    for (const [importer, targets] of imports) if (targets.includes(name)) reached.add(importer)
  const tests = [besideOf(file), ...reached].filter((name) => imports.has(name) && TEST.test(name))
  return [...new Set(tests)]
}

/** Returns the path that the test beside a file has, if there is one. */
function besideOf(file: string): string {
  return file.replace(/\.ts$/, '.test.ts')
}
