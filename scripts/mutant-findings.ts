import { readFileSync } from 'node:fs'
import type { ChosenMutant } from './mutant-choice.ts'
import type { LogWord } from './mutant-plan.ts'

/** The outcomes of one run of tests. */
export type Findings = Readonly<{
  /** Names of tests that fail on the unchanged code, in their first run or in a later one. */
  failingTests: readonly string[]
  /** Mutants that a test has noticed. */
  killed: readonly ChosenMutant[]
  /** Mutants with which a test has run. */
  tried: readonly ChosenMutant[]
  /** Mutants that take effect while the files are loaded, so that switching them on later is too late. */
  atLoad: readonly ChosenMutant[]
  /**
   * Mutants that have left something behind: with them a test failed, and then it failed on the unchanged
   * code too. Nobody knows yet whether a test notices them.
   */
  spoiling: readonly ChosenMutant[]
  /** The mutant at which the worker went silent. */
  hanging: ChosenMutant | undefined
  /** Whether a test file failed. */
  hasFailed: boolean
}>

type FinishedRun = Readonly<{ mutants: readonly ChosenMutant[]; isHanging: boolean }>

/**
 * Returns what the runner has logged about each mutant. Each line of the log is a word, a space, and the
 * number of a mutant or the name of a test.
 * @param run.isHanging whether the worker went silent; the last mutant in the log is the reason
 */
export function readFindings(logFile: string, run: FinishedRun): Omit<Findings, 'hasFailed'> {
  const { mutants, isHanging } = run
  const lines = readFileSync(logFile, 'utf8').trim().split('\n')
  const entries = (word: LogWord) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))
  const mutantsWith = (word: LogWord) => {
    const numbers = new Set(entries(word))
    return mutants.filter(({ number }) => numbers.has(String(number)))
  }
  const lastTried = entries('try').at(-1)
  return {
    failingTests: entries('failing'),
    killed: mutantsWith('killed'),
    tried: mutantsWith('try'),
    atLoad: mutantsWith('at-load'),
    spoiling: mutantsWith('spoiling'),
    hanging: isHanging ? mutants.find(({ number }) => String(number) === lastTried) : undefined,
  }
}
