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
  // The outermost come first, so that a change ends up in the unchanged branch of the one around it.
  const sorted = mutants.toSorted(
    ({ whole: one }, { whole: other }) => one.start - other.start || other.end - one.end,
  )
  /** The nodes with mutants that are not in the text yet. */
  const pending = [...Map.groupBy(sorted, ({ whole }) => whole)]

  /** Returns a part of the source with the mutants of the nodes within it, and takes these from `pending`. */
  function withMutantsBetween(start: number, end: number): string {
    let text = ''
    let position = start
    for (let next = pending[0]; next !== undefined && next[0].end <= end; next = pending[0]) {
      const [whole, mutantsOfWhole] = next
      pending.shift()
      const unchanged = withMutantsBetween(whole.start, whole.end)
      text += source.slice(position, whole.start)
      text += switchCode(source, { whole, mutants: mutantsOfWhole, unchanged })
      position = whole.end
    }
    return text + source.slice(position, end)
  }
  return withMutantsBetween(0, source.length)
}

/** An expression or statement, its mutants, and its code with the mutants within it. */
type Switch = Readonly<{ whole: Node; mutants: readonly NumberedMutant[]; unchanged: string }>

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
