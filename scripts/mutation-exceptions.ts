import { childIn, type Node, textOf } from './syntax-tree.ts'

/** This module says which pieces of code have no mutants, because no test could or should notice them. */

/** The types of nodes of types and imports, `export * from` too. `export const` is executed. */
const TYPE_OR_IMPORT = /^(TS|Import|Export(?!Named|Default))/
/** The types of nodes whose expression is executed: the `a` of `a as B`, `a!` and `a satisfies B`. */
const TYPED_EXPRESSION = /^TS(As|NonNull|Satisfies)/
/** The end of a comparison of two items of a sorted list: `a < b ? -1 : 1`. */
const COMPARISON_RESULTS = /\? (-1 : 1|1 : -1)$/
/** The beginning of a statement that writes to the log: `ctx.log.info(`. */
const LOG_CALL = /^(await )?[\w.]*\blog\.\w+\(/

/** Returns whether this is a type or an import, which is never executed, so no test could notice a change. */
export function isNeverExecuted({ type }: Node): boolean {
  return TYPE_OR_IMPORT.test(type) && !TYPED_EXPRESSION.test(type)
}

/**
 * Returns whether the child is the name of a property, which is no constant even if it is a number: the first
 * 1 of `{ 1: 1 }`.
 */
export function isPropertyName(child: Node, parent: Node): boolean {
  return parent.type === 'Property' && parent.computed === false && child === parent.key
}

/**
 * Returns whether the child is a result of comparing two items of a sorted list. Only its sign counts, so
 * tests cannot notice another number.
 */
export function isComparisonResult(child: Node, parent: Node, source: string): boolean {
  return child !== parent.test && COMPARISON_RESULTS.test(textOf(parent, source))
}

/** Returns whether the statement only writes to the log, possibly on a condition. No test must notice it. */
export function isLogLine(node: Node, source: string): boolean {
  if (node.type === 'IfStatement') return !node.alternate && isLogLine(childIn(node, 'consequent'), source)
  return node.type === 'ExpressionStatement' && LOG_CALL.test(textOf(node, source))
}
