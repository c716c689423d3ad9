import { hash } from 'node:crypto'
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Mutant, mutantsOf } from './mutation.ts'
import { ROOT } from './programs.ts'

/** A mutant of a file, before it is chosen to be tried. */
export type Candidate = Readonly<{ file: string; source: string; mutant: Mutant }>
/** A mutant that is tried. `number` names it within the run. */
export type Chosen = Candidate & Readonly<{ number: number }>

/** Returns all mutants of the files in a folder, or of one file. */
export function listCandidates(folder: string): Candidate[] {
  const files = folder.endsWith('.ts')
    ? [folder]
    : globSync(`${folder}/**/*.ts`, { cwd: ROOT, exclude: ['**/*.test.ts', '**/dist/**'] }).toSorted()
  return files.flatMap((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8')
    return mutantsOf(file, source).map((mutant): Candidate => ({ file, source, mutant }))
  })
}

/**
 * Returns `count` of the mutants, in the order of the files. A larger sample of the same seed holds the
 * smaller one.
 */
export function sampleOf(
  all: readonly Candidate[],
  { count, seed }: Readonly<{ count: number; seed: string }>,
): Candidate[] {
  // Other mutants do not change the rank of one, so that a sample stays nearly the same when files change.
  const rank = ({ file, mutant }: Candidate) => hash('sha1', `${seed} ${file} ${mutant.start} ${mutant.to}`)
  const drawn = all.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1)).slice(0, count)
  return all.filter((candidate) => drawn.includes(candidate))
}

/** Returns where a mutant is, and its change. */
export function placeOf({ file, mutant }: Candidate): string {
  return `${file}:${mutant.line}  ${mutant.from}  →  ${mutant.to}`
}

/** The file with a line for each mutant that a run has killed. */
const KILLED_FILE = join(ROOT, 'node_modules/.cache/killed-mutants.txt')

/**
 * Opens the notes of which mutants were killed, so that the next run does not try them again.
 * @param isFresh whether the notes of earlier runs are deleted
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

/** Names a mutant; another file or another change has another name. */
function keyOf(candidate: Candidate): string {
  return `${placeOf(candidate)}  ${candidate.mutant.start}  ${hash('sha1', candidate.source)}`
}
