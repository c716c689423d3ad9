import { parseSync } from 'vite'
import { type Change, changesOf } from './mutation-changes.ts'
import type { Node } from './syntax-tree.ts'

/** A change of a source file. `line` and `from`, the changed text in short, describe it to people. */
export type Mutant = Change & Readonly<{ line: number; from: string }>

/** The longest text of `from`, in characters. */
const LONGEST_FROM = 80

/** Returns each single change of a file that could be a mistake. @param file its name, for the parser */
export function mutantsOf(file: string, source: string): Mutant[] {
  const program = parseSync(file, source).program as unknown as Node
  return changesOf(program, source).map((change) => ({
    ...change,
    from: source.slice(change.start, change.end).replace(/\s+/g, ' ').slice(0, LONGEST_FROM),
    line: source.slice(0, change.start).split('\n').length,
  }))
}

/** A mutant with the number by which it is switched on. */
type NumberedMutant = Mutant & Readonly<{ number: number }>

/**
 * Returns a source file that contains all these changes at once. The change with number n takes effect while
 * `isMutant(n)` is true.
 */
export function withMutants(source: string, mutants: readonly NumberedMutant[]): string {
  /** The nodes whose mutants are not in the text yet, each before those within it. */
  const pending = groupByNode(mutants)
  /** Takes the next node from `pending`; undefined when it does not end up to this place. */
  const takeUntil = (end: number) =>
    pending[0] !== undefined && pending[0].whole.end <= end ? pending.shift() : undefined

  /** Returns a part of the source in which the pending nodes within it have their mutants. */
  function codeBetween(start: number, end: number): string {
    let code = ''
    let position = start
    for (let next = takeUntil(end); next !== undefined; next = takeUntil(end)) {
      const { whole } = next
      // A change within the node ends up in the branch that leaves the node itself unchanged.
      const unchanged = codeBetween(whole.start, whole.end)
      code += source.slice(position, whole.start) + switchCode(source, { ...next, unchanged })
      position = whole.end
    }
    return code + source.slice(position, end)
  }
  return codeBetween(0, source.length)
}

/** An expression or statement, and its mutants. */
type MutatedNode = Readonly<{ whole: Node; mutants: readonly NumberedMutant[] }>

/**
 * Groups the mutants by their nodes, in the order of the source. An outer node comes before those within it.
 */
function groupByNode(mutants: readonly NumberedMutant[]): MutatedNode[] {
  const sorted = mutants.toSorted(
    ({ whole: one }, { whole: other }) => one.start - other.start || other.end - one.end,
  )
  return [...Map.groupBy(sorted, ({ whole }) => whole)].map(([whole, mutantsOfWhole]) => ({
    whole,
    mutants: mutantsOfWhole,
  }))
}

/** A node with its mutants, and its code with only the mutants within it. */
type Switch = MutatedNode & Readonly<{ unchanged: string }>

/** Returns code that acts as the mutant that is switched on, and as the unchanged code if none is. */
function switchCode(source: string, { whole, mutants, unchanged }: Switch): string {
  // A statement has one mutant: it is left out.
  // Without the braces, the `else` of a statement around it would belong to this `if`.
  if (whole.type === 'ExpressionStatement') return `{if(!isMutant(${mutants[0]?.number})){${unchanged}}}`
  const choices = mutants.map(({ number, start, end, to }) => {
    const [left, right] = [source.slice(whole.start, start), source.slice(end, whole.end)]
    // Without brackets, `??` beside `&&` is a syntax error.
    const changed = left && right ? `(${left})${to}(${right})` : left + to + right
    return `isMutant(${number})?(${changed}):`
  })
  return `(${choices.join('')}(${unchanged}))`
}
