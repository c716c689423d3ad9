import { hash } from 'node:crypto'
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Mutant, mutantsOf } from './mutation.ts'
import { PROJECT_ROOT } from './programs.ts'

/** A mutant of a file that can be chosen for a run. */
export type Candidate = Readonly<{ file: string; source: string; mutant: Mutant }>
/** A mutant that was chosen for the run, and its number there. */
export type Chosen = Candidate & Readonly<{ number: number }>

/** Returns all mutants of the files in a folder, or of one file. */
export function listCandidates(folder: string): Candidate[] {
  const files = folder.endsWith('.ts')
    ? [folder]
    : globSync(`${folder}/**/*.ts`, { cwd: PROJECT_ROOT, exclude: ['**/*.test.ts', '**/dist/**'] }).toSorted()
  return files.flatMap((file) => {
    const source = readFileSync(join(PROJECT_ROOT, file), 'utf8')
    return mutantsOf(file, source).map((mutant): Candidate => ({ file, source, mutant }))
  })
}

/**
 * Returns a random sample of `count` mutants, in the order of the files. A larger sample of the same seed
 * contains the smaller one.
 */
export function sampleOf(
  all: readonly Candidate[],
  { count, seed }: Readonly<{ count: number; seed: string }>,
): Candidate[] {
  // The rank of a mutant depends on nothing but itself, so a sample hardly changes when files change.
  const rank = ({ file, mutant }: Candidate) => hash('sha1', `${seed} ${file} ${mutant.start} ${mutant.to}`)
  const drawn = all.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1)).slice(0, count)
  return all.filter((candidate) => drawn.includes(candidate))
}

/** Describes a mutant: its place and its change. */
export function placeOf({ file, mutant }: Candidate): string {
  return `${file}:${mutant.line}  ${mutant.from}  →  ${mutant.to}`
}

/** A file with one line for each killed mutant. */
const KILLED_FILE = join(PROJECT_ROOT, 'node_modules/.cache/killed-mutants.txt')

/**
 * Opens the record of killed mutants, so that the next run does not try them again.
 * @param isFresh whether to delete the record of earlier runs
 */
export function openKilledNotes(isFresh: boolean) {
  if (isFresh) rmSync(KILLED_FILE, { force: true })
  mkdirSync(dirname(KILLED_FILE), { recursive: true })
  const before = new Set(existsSync(KILLED_FILE) ? readFileSync(KILLED_FILE, 'utf8').split('\n') : [])
  return {
    /** Tells whether an earlier run has killed the mutant. */
    wasKilledBefore: (candidate: Candidate) => before.has(keyOf(candidate)),
    /** Notes that this run has killed the mutant. */
    note: (candidate: Candidate) => appendFileSync(KILLED_FILE, `${keyOf(candidate)}\n`),
  }
}

/** Returns a key that changes when the file or the mutant changes. */
function keyOf(candidate: Candidate): string {
  return `${placeOf(candidate)}  ${candidate.mutant.start}  ${hash('sha1', candidate.source)}`
}
