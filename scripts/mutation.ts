import { parseSync } from 'vite'
import { childrenOf, type Node } from './syntax-tree.ts'

/** A piece of a source file, what to put in its place, and the whole expression or statement around it. */
export type Mutant = Readonly<{
  start: number
  end: number
  line: number
  from: string
  to: string
  whole: Node
}>

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
/** Types and imports are not executed, so no test can notice a change of them. */
const IGNORED = /^(TS|Import|Export(?!Named|Default))/

/** Returns each single change of a file that could be a mistake. @param file its name, for the parser */
export function mutantsOf(file: string, source: string): Mutant[] {
  const found: Omit<Mutant, 'line' | 'from'>[] = []
  visit(parseSync(file, source).program as unknown as Node, source, found)
  return found.map(({ start, end, to, whole }) => ({
    start,
    end,
    to,
    whole,
    from: source.slice(start, end).replace(/\s+/g, ' ').slice(0, 80),
    line: source.slice(0, start).split('\n').length,
  }))
}

/**
 * Returns a source file that holds all these changes at once. Each is made while `isMutant(n)` says so, where
 * n is its number.
 */
export function withMutants(source: string, mutants: readonly (Mutant & { number: number })[]): string {
  // The outermost first, so that a change lies within the unchanged branch of the one around it.
  const rest = mutants.toSorted(
    ({ whole: one }, { whole: other }) => one.start - other.start || other.end - one.end,
  )
  function piece(start: number, end: number): string {
    let text = ''
    let at = start
    while (rest[0] && rest[0].whole.end <= end) {
      const { whole } = rest[0]
      const same = rest.splice(0, rest.findIndex((next) => next.whole !== whole) >>> 0)
      text += source.slice(at, whole.start) + switched(same, piece(whole.start, whole.end))
      at = whole.end
    }
    return text + source.slice(at, end)
  }
  function switched(same: typeof mutants, unchanged: string): string {
    const [{ whole, number: first }] = same as unknown as readonly [(typeof mutants)[number]]
    // In braces, or the `else` of a statement around it would belong to this one.
    if (whole.type === 'ExpressionStatement') return `{if(!isMutant(${first})){${unchanged}}}`
    return `(${same
      .map(({ number, start, end, to }) => {
        const [left, right] = [source.slice(whole.start, start), source.slice(end, whole.end)]
        // The brackets allow `??` beside `&&`.
        const changed = left && right ? `(${left})${to}(${right})` : left + to + right
        return `isMutant(${number})?(${changed}):`
      })
      .join('')}(${unchanged}))`
  }
  return piece(0, source.length)
}

function visit(node: Node, source: string, found: Omit<Mutant, 'line' | 'from'>[]): void {
  if (IGNORED.test(node.type) && !/^TS(As|NonNull|Satisfies)/.test(node.type)) return
  // A line of the log is no rule, nor is its condition.
  if (isLogLine(node, source)) return
  const replace = (part: Node, to: string) =>
    found.push({ start: part.start, end: part.end, to, whole: part })
  if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression')
    changeOperator(node, source, found)
  if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') {
    replace(node.test as Node, 'true')
    replace(node.test as Node, 'false')
  }
  if (node.type === 'UnaryExpression' && node.operator === '!')
    replace(node, textOf(node.argument as Node, source))
  if (node.type === 'Literal' && typeof node.value === 'number') replace(node, String(node.value + 1))
  if (node.type === 'Literal' && typeof node.value === 'boolean') replace(node, String(!node.value))
  const returned = node.type === 'ReturnStatement' ? (node.argument as Node | null) : null
  // Who asks a question cannot tell undefined from false, and another change turns a boolean round.
  const isTruthValue = returned !== null && /^(undefined|true|false)$/.test(textOf(returned, source))
  if (returned !== null && !isTruthValue) replace(returned, 'undefined as never')
  if (node.type === 'ExpressionStatement' && isCall(node.expression as Node)) replace(node, ';')
  // Drizzle leaves a condition out that is undefined.
  if (node.type === 'CallExpression' && (node.callee as Node).name === 'and')
    for (const condition of node.arguments as Node[])
      if (condition.type !== 'SpreadElement') replace(condition, 'undefined')
  // The number that is the name of a property is no constant.
  const isName = (child: Node) => node.type === 'Property' && node.computed === false && child === node.key
  // Only the sign counts where two are compared, so that -1 and 1 are as good as -2 and 2.
  const isSign = (child: Node) => child !== node.test && /\? (-1 : 1|1 : -1)$/.test(textOf(node, source))
  for (const child of childrenOf(node)) if (!isName(child) && !isSign(child)) visit(child, source, found)
}

function changeOperator(node: Node, source: string, found: Omit<Mutant, 'line' | 'from'>[]): void {
  const operator = String(node.operator)
  const other = OTHER_OPERATOR[operator]
  // Texts are joined by the same operator, and their difference is no mistake that anybody makes.
  const joinsTexts = operator === '+' && /['"`]/.test(source.slice(node.start, node.end))
  if (other === undefined || joinsTexts) return
  const from = (node.left as Node).end
  const start = source.indexOf(operator, from)
  found.push({ start, end: start + operator.length, to: other, whole: node })
}

/** Returns whether the statement writes a line to the log, or does so on a condition. */
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
