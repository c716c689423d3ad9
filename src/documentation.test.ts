import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allCodeFiles, PROJECT } from './testing/source-files.ts'

/** A path in backticks: one below a folder of the project, or that of a TypeScript file below another. */
const PATH = /`((?:docs|scripts|src|ui)\/[^\s`<]+|[\w./-]+\.tsx?)`/g
/** A folder at the beginning of a line of the tree; two spaces before it mean that it is in the one above. */
const FOLDER_OF_TREE = /^(?<indent> {2})?(?<folder>[\w./-]+\/)(?: {2}|$)/gm
/** The number of a rule, which begins its line of docs/behaviour.md: `- **12.24**`. */
const NUMBER_OF_RULE = /^- \*\*(\d+\.\d+)\*\*/gm
/** A comment's reference to a rule by its number. */
const POINTER_TO_RULE = /behaviour\.md (\d+\.\d+)/g

function readText(path: string): string {
  return readFileSync(join(PROJECT, path), 'utf8')
}

/** Returns for each match of the pattern the text in its one group. */
function groupsOf(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, group = '']) => group)
}

/** Returns whether there is such a path in the project, or within any folder of src/ or ui/. */
function exists(path: string): boolean {
  return existsSync(join(PROJECT, path)) || globSync(`{src,ui}/**/${path}`, { cwd: PROJECT }).length > 0
}

/** Returns the folders of the tree in docs/architecture.md. */
function foldersOfTree(): string[] {
  const folders: string[] = []
  let outerFolder = ''
  for (const { groups } of readText('docs/architecture.md').matchAll(FOLDER_OF_TREE)) {
    const { indent, folder = '' } = groups ?? {}
    if (indent === undefined) outerFolder = folder
    folders.push(indent === undefined ? folder : join(outerFolder, folder))
  }
  return folders
}

/** Each test asserts that it has found about as many names as there are: a broken pattern would find none. */
describe('what the documentation names', () => {
  it.each(['README.md', 'docs/architecture.md'])('exists: %s', (page) => {
    // The rest of the README names what builds and pictures leave.
    const text = readText(page).replace(/^.*(?=## To change something)/s, '')
    const paths = groupsOf(text, PATH)
    expect(paths.length).toBeGreaterThan(5)
    expect(paths.filter((path) => !exists(path))).toEqual([])
  })

  it('exists: the folders in the tree of docs/architecture.md', () => {
    const folders = foldersOfTree()
    expect(folders.length).toBeGreaterThan(25)
    // A portal creates its folder when it starts.
    const expected = folders.filter((folder) => folder !== 'data/')
    expect(expected.filter((folder) => !existsSync(join(PROJECT, folder)))).toEqual([])
  })

  it('exists: each rule that a comment refers to, under its own number', () => {
    const rules = groupsOf(readText('docs/behaviour.md'), NUMBER_OF_RULE)
    expect(rules.length).toBeGreaterThan(300)
    expect(rules).toEqual([...new Set(rules)])
    const pointers = allCodeFiles().flatMap((file) => groupsOf(readText(file), POINTER_TO_RULE))
    expect(pointers.length).toBeGreaterThan(100)
    expect(pointers.filter((rule) => !rules.includes(rule))).toEqual([])
  })
})
