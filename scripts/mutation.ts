import { parseSync } from 'vite'
import { type Change, changesOf } from './mutation-kinds.ts'
import type { Node } from './syntax-tree.ts'

/** A change of a source file, with its place for people. */
export type Mutant = Change & Readonly<{ line: number; from: string }>

/** Returns each single change of a file that could be a mistake. @param file its name, for the parser */
export function mutantsOf(file: string, source: string): Mutant[] {
  const program = parseSync(file, source).program as unknown as Node
  return changesOf(program, source).map(({ start, end, to, whole }) => ({
    start,
    end,
    to,
    whole,
    from: source.slice(start, end).replace(/\s+/g, ' ').slice(0, 80),
    line: source.slice(0, start).split('\n').length,
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
  const rest = [...Map.groupBy(sorted, ({ whole }) => whole)]

  /** Returns a part of the source with the mutants that lie within it, which are taken out of `rest`. */
  function withMutantsBetween(start: number, end: number): string {
    let text = ''
    let at = start
    for (let next = rest[0]; next !== undefined && next[0].end <= end; next = rest[0]) {
      const [whole, ofWhole] = next
      rest.shift()
      const unchanged = withMutantsBetween(whole.start, whole.end)
      text += source.slice(at, whole.start) + switched(source, { whole, mutants: ofWhole, unchanged })
      at = whole.end
    }
    return text + source.slice(at, end)
  }
  return withMutantsBetween(0, source.length)
}

/** Returns code for an expression or statement that is one of its mutants, or unchanged. */
function switched(
  source: string,
  {
    whole,
    mutants,
    unchanged,
  }: Readonly<{ whole: Node; mutants: readonly NumberedMutant[]; unchanged: string }>,
): string {
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
