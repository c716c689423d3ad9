import { parseSync } from 'vite'
import { childrenOf, type Node } from './syntax-tree.ts'

/** A piece of a source file, its replacement, and the whole expression or statement around it. */
export type Mutant = Readonly<{
  start: number
  end: number
  line: number
  from: string
  to: string
  whole: Node
}>

/** A change before its place is described for people. */
type Change = Omit<Mutant, 'line' | 'from'>

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

/** Returns the changes of a piece of code and of all within it. */
function changesOf(node: Node, source: string): Change[] {
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
