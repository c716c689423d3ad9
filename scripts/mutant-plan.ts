/**
 * This module says what goes between `npm run mutants` and the process in which its tests run: a plan in one
 * file, and a log of what was found out in another.
 */

/** The mutants and tests of one run. The file with them is named in ORDI_MUTANTS_PLAN. */
export type Plan = Readonly<{
  /** Path of the file to which the runner appends what it finds out, one entry per line. */
  logFile: string
  /** The numbers of the mutants to try, and the paths of the test files that may notice each. */
  mutants: Readonly<Record<number, readonly string[]>>
  /** A mutant that is on from the start, because it takes effect while the files are loaded. */
  onFromStart: number | null
  /** Names of tests that fail on the unchanged code, in their first run or in a later one. */
  leftOut: readonly string[]
}>

/**
 * The words with which a line of the log begins, before the number of a mutant or the name of a test:
 * - `test`: the test begins, `try`: it begins with this mutant.
 * - `failing`: the test fails on the unchanged code, in its first run or in a later one.
 * - `killed`: a test failed with the mutant, and then passed without it.
 * - `spoiling`: it failed without the mutant too, because the mutant has left something behind.
 * - `at-load`: the mutant takes effect while the files are loaded, or was remembered from then.
 */
export type LogWord = 'test' | 'try' | 'failing' | 'killed' | 'spoiling' | 'at-load'
