import { childrenOf, type Node } from './syntax-tree.ts'

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
  const within = childrenOf(node).filter((child) => !isName(child, node) && !isSign(child, node, source))
  return [
    ...CHANGES.flatMap((change) => change(node, source)),
    ...within.flatMap((child) => changesOf(child, source)),
  ]
}

/** The kinds of changes. Each looks at one piece of code, but not at those within it. */
const CHANGES: readonly ((node: Node, source: string) => Change[])[] = [
  otherOperator,
  fixedCondition,
  noNegation,
  otherConstant,
  nothingReturned,
  nothingDone,
  fewerConditions,
]

/** Returns a change that replaces a whole expression or statement by `to`. */
function replace(part: Node, to: string): Change {
  return { start: part.start, end: part.end, to, whole: part }
}

/** Replaces an operator by the one that it could be mistaken for. */
function otherOperator(node: Node, source: string): Change[] {
  if (node.type !== 'BinaryExpression' && node.type !== 'LogicalExpression') return []
  const operator = String(node.operator)
  const other = OTHER_OPERATOR[operator]
  // Joins of texts use the same operator, but nobody subtracts texts by mistake.
  const joinsTexts = operator === '+' && /['"`]/.test(textOf(node, source))
  if (other === undefined || joinsTexts) return []
  const start = source.indexOf(operator, (node.left as Node).end)
  return [{ start, end: start + operator.length, to: other, whole: node }]
}

/** Makes a condition always true, or always false. */
function fixedCondition(node: Node): Change[] {
  if (node.type !== 'IfStatement' && node.type !== 'ConditionalExpression') return []
  const condition = node.test as Node
  return [replace(condition, 'true'), replace(condition, 'false')]
}

/** Leaves out a negation. */
function noNegation(node: Node, source: string): Change[] {
  if (node.type !== 'UnaryExpression' || node.operator !== '!') return []
  return [replace(node, textOf(node.argument as Node, source))]
}

/** Adds one to a number, and negates a boolean. */
function otherConstant(node: Node): Change[] {
  if (node.type !== 'Literal') return []
  if (typeof node.value === 'number') return [replace(node, String(node.value + 1))]
  if (typeof node.value === 'boolean') return [replace(node, String(!node.value))]
  return []
}

/** Returns undefined instead of a value. */
function nothingReturned(node: Node, source: string): Change[] {
  const returned = node.type === 'ReturnStatement' ? (node.argument as Node | null) : null
  // Callers treat undefined like false, and `otherConstant` already negates booleans.
  if (returned === null || /^(undefined|true|false)$/.test(textOf(returned, source))) return []
  return [replace(returned, 'undefined as never')]
}

/** Leaves out a call whose result nobody uses. */
function nothingDone(node: Node): Change[] {
  return node.type === 'ExpressionStatement' && isCall(node.expression as Node) ? [replace(node, ';')] : []
}

/** Leaves out a condition of a query: Drizzle ignores one that is undefined. */
function fewerConditions(node: Node): Change[] {
  if (node.type !== 'CallExpression' || (node.callee as Node).name !== 'and') return []
  const conditions = node.arguments as Node[]
  return conditions.filter(({ type }) => type !== 'SpreadElement').map((each) => replace(each, 'undefined'))
}

/** Returns whether this is a type or an import, which is never executed, so no test could notice a change. */
function isType({ type }: Node): boolean {
  return /^(TS|Import|Export(?!Named|Default))/.test(type) && !/^TS(As|NonNull|Satisfies)/.test(type)
}

/** Returns whether the child is the name of a property, which is no constant even if it is a number. */
function isName(child: Node, parent: Node): boolean {
  return parent.type === 'Property' && parent.computed === false && child === parent.key
}

/** Returns whether only the sign of this constant counts, because it is the result of a comparison. */
function isSign(child: Node, parent: Node, source: string): boolean {
  return child !== parent.test && /\? (-1 : 1|1 : -1)$/.test(textOf(parent, source))
}

/** Returns whether the statement only writes to the log, possibly on a condition. That is no rule. */
function isLogLine(node: Node, source: string): boolean {
  if (node.type === 'IfStatement') return !node.alternate && isLogLine(node.consequent as Node, source)
  return node.type === 'ExpressionStatement' && /^(await )?[\w.]*\blog\.\w+\(/.test(textOf(node, source))
}

/** Returns whether this is a call. If nobody uses its result, it writes, records, asserts or queues. */
function isCall(node: Node): boolean {
  return node.type === 'CallExpression' || (node.type === 'AwaitExpression' && isCall(node.argument as Node))
}

function textOf(node: Node, source: string): string {
  return source.slice(node.start, node.end)
}
