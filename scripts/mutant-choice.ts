import { hash } from 'node:crypto'
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Mutant, mutantsOf } from './mutation.ts'
import { PROJECT_ROOT } from './programs.ts'

/** A mutant with its file and the unchanged text of that file. */
export type FileMutant = Mutant & Readonly<{ file: string; source: string }>
/** A mutant that is tried in this run, and its number there. */
export type ChosenMutant = FileMutant & Readonly<{ number: number }>

/** Returns all mutants of the files in a folder, or of one file. */
export function listMutants(folder: string): FileMutant[] {
  const files = folder.endsWith('.ts')
    ? [folder]
    : globSync(`${folder}/**/*.ts`, { cwd: PROJECT_ROOT, exclude: ['**/*.test.ts', '**/dist/**'] }).toSorted()
  return files.flatMap((file) => {
    const source = readFileSync(join(PROJECT_ROOT, file), 'utf8')
    return mutantsOf(file, source).map((mutant): FileMutant => ({ ...mutant, file, source }))
  })
}

/**
 * Returns a random sample of `count` mutants, in the order of the files. A larger sample of the same seed
 * contains the smaller one.
 */
export function drawSample(
  mutants: readonly FileMutant[],
  { count, seed }: Readonly<{ count: number; seed: string }>,
): FileMutant[] {
  // The rank of a mutant depends on nothing but itself, so a sample hardly changes when files change.
  const rank = ({ file, start, to }: FileMutant) => hash('sha1', `${seed} ${file} ${start} ${to}`)
  const drawn = mutants.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1)).slice(0, count)
  return mutants.filter((mutant) => drawn.includes(mutant))
}

/** Describes a mutant: its place and its change. */
export function describeMutant({ file, line, from, to }: FileMutant): string {
  return `${file}:${line}  ${from}  →  ${to}`
}

/** A file with one line for each killed mutant. */
const KILLED_FILE = join(PROJECT_ROOT, 'node_modules/.cache/killed-mutants.txt')

/**
 * Opens the record of killed mutants, so that the next run does not try them again.
 * @param isFresh whether to delete the record of earlier runs
 */
export function openKilledRecord(isFresh: boolean) {
  if (isFresh) rmSync(KILLED_FILE, { force: true })
  mkdirSync(dirname(KILLED_FILE), { recursive: true })
  const killedKeys = new Set(existsSync(KILLED_FILE) ? readFileSync(KILLED_FILE, 'utf8').split('\n') : [])
  return {
    /** Tells whether an earlier run has killed the mutant. */
    wasKilledBefore: (mutant: FileMutant) => killedKeys.has(keyOf(mutant)),
    /** Records that this run has killed the mutant. */
    add: (mutant: FileMutant) => appendFileSync(KILLED_FILE, `${keyOf(mutant)}\n`),
  }
}

/** Returns a key that changes when the file or the mutant changes. */
function keyOf(mutant: FileMutant): string {
  return `${describeMutant(mutant)}  ${mutant.start}  ${hash('sha1', mutant.source)}`
}
