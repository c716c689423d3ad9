import { isComparisonResult, isLogLine, isNeverExecuted, isPropertyName } from './mutation-exceptions.ts'
import { childIn, childrenOf, type Node, textOf } from './syntax-tree.ts'

/**
 * This module lists the changes of a source file that could be mistakes, and that a test must notice.
 * mutation-exceptions.ts says where there are none.
 */

/** A piece of a source file, its replacement `to`, and the whole expression or statement around it. */
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
  if (isNeverExecuted(node) || isLogLine(node, source)) return []
  const within = childrenOf(node).filter(
    (child) => !isPropertyName(child, node) && !isComparisonResult(child, node, source),
  )
  return [
    ...KINDS_OF_CHANGE.flatMap((change) => change(node, source)),
    ...within.flatMap((child) => changesOf(child, source)),
  ]
}

/** The kinds of changes. Each looks at one piece of code, but not at those within it. */
const KINDS_OF_CHANGE: readonly ((node: Node, source: string) => Change[])[] = [
  swapOperator,
  forceCondition,
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
  // A sum with a text in it joins texts, and nobody subtracts texts by mistake.
  const joinsTexts = operator === '+' && /['"`]/.test(textOf(node, source))
  if (otherOperator === undefined || joinsTexts) return []
  const start = source.indexOf(operator, childIn(node, 'left').end)
  return [{ start, end: start + operator.length, to: otherOperator, whole: node }]
}

/** Makes a condition always true, or always false. */
function forceCondition(node: Node): Change[] {
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

/** Leaves out a call whose result nobody uses. Such a call writes, records, asserts or queues. */
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

/** Returns whether this is a call, possibly an awaited one. */
function isCall(node: Node): boolean {
  return (
    node.type === 'CallExpression' || (node.type === 'AwaitExpression' && isCall(childIn(node, 'argument')))
  )
}
