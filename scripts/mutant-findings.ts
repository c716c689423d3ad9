import { readFileSync } from 'node:fs'
import type { ChosenMutant } from './mutant-choice.ts'
import type { LogWord } from './mutant-runner.ts'

/** The outcomes of one run of tests. */
export type Findings = Readonly<{
  /** Names of tests that fail without a mutant, or when they run again. */
  failingTests: readonly string[]
  /** Mutants that a test has noticed. */
  killed: readonly ChosenMutant[]
  /** Mutants that a test has tried. */
  reached: readonly ChosenMutant[]
  /** Mutants that take effect while the files are loaded, so that switching them on later is too late. */
  atLoad: readonly ChosenMutant[]
  /** Mutants after which a test failed without them too. Nobody knows yet whether a test notices them. */
  spoiling: readonly ChosenMutant[]
  /** The mutant at which the worker went silent. */
  hanging: ChosenMutant | undefined
  /** Whether a test file failed. */
  hasFailed: boolean
}>

/**
 * Returns what the runner has logged about each mutant. A mutant that hangs is the last one in the log. Each
 * line of the log is a word, a space, and the number of a mutant or the name of a test.
 */
export function readFindings(
  log: string,
  mutants: readonly ChosenMutant[],
  isHanging: boolean,
): Omit<Findings, 'hasFailed'> {
  const lines = readFileSync(log, 'utf8').trim().split('\n')
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
    reached: mutantsWith('try'),
    atLoad: mutantsWith('at-load'),
    spoiling: mutantsWith('spoiling'),
    hanging: isHanging ? mutants.find(({ number }) => String(number) === lastTried) : undefined,
  }
}
