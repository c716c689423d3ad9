import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allCodeFiles, PROJECT } from './testing/source-files.ts'

describe('what the documentation names', () => {
  it.each(['README.md', 'docs/architecture.md'])('exists: %s', (page) => {
    // The rest of the README names what builds and pictures leave.
    const text = readFileSync(join(PROJECT, page), 'utf8').replace(/^.*(?=## To change something)/s, '')
    const paths = [...text.matchAll(/`((?:docs|scripts|src|ui)\/[^\s`<]+|[\w./-]+\.tsx?)`/g)].map(
      ([, path]) => path,
    )
    expect(paths.length).toBeGreaterThan(5)
    const isThere = (path = '') =>
      existsSync(join(PROJECT, path)) || globSync(`{src,ui}/**/${path}`, { cwd: PROJECT }).length > 0
    expect(paths.filter((path) => !isThere(path))).toEqual([])
  })

  it('exists: the folders and files in the tree of docs/architecture.md', () => {
    const { folders, files } = readTree()
    expect(folders.length).toBeGreaterThan(25)
    // A portal creates its folder when it starts.
    expect(folders.filter((folder) => folder !== 'data/' && !existsSync(join(PROJECT, folder)))).toEqual([])
    expect(files.length).toBeGreaterThan(200)
    expect(files.filter((file) => !existsSync(join(PROJECT, `${file}.ts`)))).toEqual([])
  })

  it('exists: each rule that a comment refers to, under its own number', () => {
    const text = readFileSync(join(PROJECT, 'docs/behaviour.md'), 'utf8')
    const rules = [...text.matchAll(/^- \*\*(\d+\.\d+)\*\*/gm)].map(([, rule = '']) => rule)
    expect(rules.length).toBeGreaterThan(300)
    expect(rules.filter((rule, at) => rules.indexOf(rule) !== at)).toEqual([])
    const pointers = allCodeFiles().flatMap((file) =>
      [...readFileSync(join(PROJECT, file), 'utf8').matchAll(/behaviour\.md (\d+\.\d+)/g)].map(
        ([, rule = '']) => rule,
      ),
    )
    expect(pointers.length).toBeGreaterThan(100)
    expect(pointers.filter((rule) => !rules.includes(rule))).toEqual([])
  })
})

/** The columns of the tree in which the names of files are. Their descriptions follow. */
const NAME_COLUMNS = [4, 27] as const
/** Matches the names of further files within a description, such as `; device: the browser of a sign-in`. */
const DESCRIBED_NAMES = /(?<= {2}|; )[\w-]+(?=: )/g

/** Returns what the tree of docs/architecture.md lists: folders, and files without their extension. */
function readTree() {
  const text = readFileSync(join(PROJECT, 'docs/architecture.md'), 'utf8')
  const [, tree = ''] = /^## Tree$.*?```\n(.*?)```/ms.exec(text) ?? []
  const folders: string[] = []
  const files: string[] = []
  let topFolder = ''
  for (const line of tree.split('\n')) {
    const [, indent, folder] = /^( {2})?([\w./-]+\/)(?: {2}|$)/.exec(line) ?? []
    if (folder !== undefined && indent === undefined) topFolder = folder
    if (folder !== undefined) folders.push(indent === undefined ? folder : join(topFolder, folder))
    const isListOfFiles = /^ {4}[\w-]+[ ,]/.test(line)
    const names = isListOfFiles ? (line.slice(...NAME_COLUMNS).match(/[\w-]+/g) ?? []) : []
    for (const name of [...names, ...(line.match(DESCRIBED_NAMES) ?? [])])
      files.push(join(folders.at(-1) ?? '', name))
  }
  return { folders, files }
}
