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

  it('exists: the folders in the tree of docs/architecture.md', () => {
    const text = readFileSync(join(PROJECT, 'docs/architecture.md'), 'utf8')
    let top = ''
    const folders = [...text.matchAll(/^( {2})?([\w./-]+\/)(?: {2}|$)/gm)].map(([, inner, folder = '']) => {
      if (inner === undefined) top = folder
      return inner === undefined ? folder : join(top, folder)
    })
    expect(folders.length).toBeGreaterThan(25)
    // A portal creates its folder when it starts.
    expect(folders.filter((folder) => folder !== 'data/' && !existsSync(join(PROJECT, folder)))).toEqual([])
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
