import { childIn, childrenOf, type Node } from './syntax-tree.ts'

/** A piece of a source file, its replacement, and the whole expression or statement around it. */
export type Change = Readonly<{ start: number; end: number; to: string; whole: Node }>

/** For each operator the one that it could be mistaken for, which the tests must notice. */
const OTHER_OPERATOR: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
}

/** Returns the changes of a piece of code and of all within it. */
export function changesOf(node: Node, source: string): Change[] {
  if (isType(node) || isLogLine(node, source)) return []
  const within = childrenOf(node).filter(
    (child) => !isPropertyName(child, node) && !isComparisonResult(child, node, source),
  )
  return [
    ...CHANGES.flatMap((change) => change(node, source)),
    ...within.flatMap((child) => changesOf(child, source)),
  ]
}

/** The kinds of changes. Each looks at one piece of code, but not at those within it. */
const CHANGES: readonly ((node: Node, source: string) => Change[])[] = [
  swapOperator,
  fixCondition,
  dropNegation,
  changeConstant,
  returnUndefined,
  dropCall,
  dropConditionOfQuery,
]

/** Returns a change that replaces a whole expression or statement by `to`. */
function replace(part: Node, to: string): Change {
  return { start: part.start, end: part.end, to, whole: part }
}

/** Replaces an operator by the one that it could be mistaken for. */
function swapOperator(node: Node, source: string): Change[] {
  if (node.type !== 'BinaryExpression' && node.type !== 'LogicalExpression') return []
  const operator = String(node.operator)
  const otherOperator = OTHER_OPERATOR[operator]
  // Joins of texts use the same operator, but nobody subtracts texts by mistake.
  const joinsTexts = operator === '+' && /['"`]/.test(textOf(node, source))
  if (otherOperator === undefined || joinsTexts) return []
  const start = source.indexOf(operator, childIn(node, 'left').end)
  return [{ start, end: start + operator.length, to: otherOperator, whole: node }]
}

/** Makes a condition always true, or always false. */
function fixCondition(node: Node): Change[] {
  if (node.type !== 'IfStatement' && node.type !== 'ConditionalExpression') return []
  const condition = childIn(node, 'test')
  return [replace(condition, 'true'), replace(condition, 'false')]
}

/** Leaves out a negation. */
function dropNegation(node: Node, source: string): Change[] {
  if (node.type !== 'UnaryExpression' || node.operator !== '!') return []
  return [replace(node, textOf(childIn(node, 'argument'), source))]
}

/** Adds one to a number, and negates a boolean. */
function changeConstant(node: Node): Change[] {
  if (node.type !== 'Literal') return []
  if (typeof node.value === 'number') return [replace(node, String(node.value + 1))]
  if (typeof node.value === 'boolean') return [replace(node, String(!node.value))]
  return []
}

/** Returns undefined instead of a value. */
function returnUndefined(node: Node, source: string): Change[] {
  const returned = node.type === 'ReturnStatement' ? (node.argument as Node | null) : null
  // Callers treat undefined like false, and `changeConstant` already negates booleans.
  if (returned === null || /^(undefined|true|false)$/.test(textOf(returned, source))) return []
  return [replace(returned, 'undefined as never')]
}

/** Leaves out a call whose result nobody uses. */
function dropCall(node: Node): Change[] {
  const isOnlyCall = node.type === 'ExpressionStatement' && isCall(childIn(node, 'expression'))
  return isOnlyCall ? [replace(node, ';')] : []
}

/** Leaves out a condition of a query: Drizzle ignores one that is undefined. */
function dropConditionOfQuery(node: Node): Change[] {
  if (node.type !== 'CallExpression' || childIn(node, 'callee').name !== 'and') return []
  const conditions = node.arguments as Node[]
  return conditions.filter(({ type }) => type !== 'SpreadElement').map((each) => replace(each, 'undefined'))
}

/**
 * Returns whether this is a type or an import, which is never executed, so no test could notice a change:
 * `interface A`, `import a`, `export * from`. An `export const` is executed, and so is the `a` of `a as B`,
 * `a!` and `a satisfies B`.
 */
function isType({ type }: Node): boolean {
  return /^(TS|Import|Export(?!Named|Default))/.test(type) && !/^TS(As|NonNull|Satisfies)/.test(type)
}

/**
 * Returns whether the child is the name of a property, which is no constant even if it is a number: the first
 * 1 of `{ 1: 1 }`.
 */
function isPropertyName(child: Node, parent: Node): boolean {
  return parent.type === 'Property' && parent.computed === false && child === parent.key
}

/**
 * Returns whether the child is a result of comparing two items of a sorted list, as in `a < b ? -1 : 1`. Only
 * its sign counts, so tests cannot notice another number.
 */
function isComparisonResult(child: Node, parent: Node, source: string): boolean {
  return child !== parent.test && /\? (-1 : 1|1 : -1)$/.test(textOf(parent, source))
}

/** Returns whether the statement only writes to the log, possibly on a condition. That is no rule. */
function isLogLine(node: Node, source: string): boolean {
  if (node.type === 'IfStatement') return !node.alternate && isLogLine(childIn(node, 'consequent'), source)
  return node.type === 'ExpressionStatement' && /^(await )?[\w.]*\blog\.\w+\(/.test(textOf(node, source))
}

/** Returns whether this is a call. If nobody uses its result, it writes, records, asserts or queues. */
function isCall(node: Node): boolean {
  return (
    node.type === 'CallExpression' || (node.type === 'AwaitExpression' && isCall(childIn(node, 'argument')))
  )
}

function textOf(node: Node, source: string): string {
  return source.slice(node.start, node.end)
}
