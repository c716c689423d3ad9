/**
 * This module finds the German sentences of the program in its syntax tree. `npm run words` lists them, and a
 * test checks that they use one word for one thing.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync } from 'vite'
import { isGerman, VALUE } from './german.ts'
import { PROJECT_ROOT } from './programs.ts'
import { childrenOf, type Node } from './syntax-tree.ts'

/** A German sentence or word of the source. `{…}` stands for a value that the program fills in. */
export type Sentence = Readonly<{ line: number; text: string }>

/** Nodes that have no sentence of their own. Texts in the last two belong to the sentence around them. */
const IGNORED = new Set([
  'ImportDeclaration',
  'TSLiteralType',
  'ExportAllDeclaration',
  'JSXText',
  'TemplateElement',
])

/** Returns the sentences of the whole program, by the path of their file. */
export function sentencesOfProgram(): Map<string, Sentence[]> {
  const files = globSync('{src,ui}/**/*.{ts,tsx,html}', {
    cwd: PROJECT_ROOT,
    exclude: ['**/*.test.ts', '**/*.config.ts', '**/dist/**', 'src/testing/**', 'ui/testing/**', 'ui/e2e/**'],
  })
  return new Map(
    files.toSorted().map((file) => {
      const source = readFileSync(join(PROJECT_ROOT, file), 'utf8')
      return [file, file.endsWith('.html') ? sentencesOfHtml(source) : sentencesOf(file, source)]
    }),
  )
}

/** Returns the texts of the elements of a page without scripts and styles, and the page's description. */
export function sentencesOfHtml(source: string): Sentence[] {
  return [...source.matchAll(/(?:>|content=")\s*([^<">]+)/g)].flatMap(({ 0: match, 1: text = '', index }) => {
    const line = source.slice(0, index + match.indexOf(text)).split('\n').length
    const sentence = text.trim().replace(/\s*\n\s*/g, ' ')
    return isGerman(sentence) ? [{ line, text: sentence }] : []
  })
}

/**
 * Returns the sentences of one source file, in its order. The text of an element is one sentence. Elements
 * within it have sentences of their own.
 * @param file the name, whose ending says whether there is JSX
 */
export function sentencesOf(file: string, source: string): Sentence[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} is no TypeScript: ${errors[0]?.message}`)
  return textsIn(program as unknown as Node)
    .map(({ start, text }) => ({ line: source.slice(0, start).split('\n').length, text: text.trim() }))
    .filter(({ text }) => isGerman(text))
    .toSorted((one, other) => one.line - other.line)
}

/** A text of any language, and where it begins in the source. */
type FoundText = Readonly<{ start: number; text: string }>

/** Returns the texts of a node and of all nodes within it, each of which may be a sentence. */
function textsIn(node: Node): FoundText[] {
  if (IGNORED.has(node.type)) return []
  const text = joinedText(node)
  return [
    ...(text === undefined ? [] : [{ start: startOfText(node), text }]),
    ...childrenOf(node).flatMap(textsIn),
  ]
}

/** Returns the text of a string, a template or an element as people read it; undefined for other nodes. */
function joinedText(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type === 'TemplateLiteral')
    return (node as unknown as ESTree.TemplateLiteral).quasis
      .map(({ value }) => value.cooked ?? '')
      .join(VALUE)
  if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return undefined
  return (node.children as Node[])
    .map(textOfChild)
    .join('')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/ {2,}/g, ' ')
}

/**
 * Returns the text of a child of an element. A string in braces belongs to the text, anything else is a
 * value.
 */
function textOfChild(child: Node): string {
  if (child.type === 'JSXText') return String(child.value)
  const { expression } = child as { expression?: Node }
  if (expression?.type === 'Literal' && typeof expression.value === 'string') return expression.value
  return expression?.type === 'JSXEmptyExpression' ? '' : VALUE
}

/** Returns where the text of a node begins; that of an element begins with its first words. */
function startOfText(node: Node): number {
  const firstText = (node.children as Node[] | undefined)?.find(
    (child) => child.type === 'JSXText' && String(child.value).trim() !== '',
  )
  if (firstText === undefined) return node.start
  return firstText.start + String(firstText.value).search(/\S/)
}
