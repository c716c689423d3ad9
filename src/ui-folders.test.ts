import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importsOf, sourceFiles } from './testing/source-files.ts'

/** Returns the imports of each folder from other folders below `root`, without those of its subfolders. */
function folderImports(root: string): Map<string, string[]> {
  const filesByFolder = Map.groupBy(sourceFiles(root), (file) => dirname(file))
  const importsByFolder = new Map<string, string[]>()
  for (const [folder, files] of filesByFolder) {
    const targets = files.flatMap(importsOf).map((target) => dirname(target))
    const isOtherFolder = (target: string) => target !== folder && filesByFolder.has(target)
    importsByFolder.set(folder, targets.filter(isOtherFolder))
  }
  return importsByFolder
}

/** Returns the folders that import each other in circles, and those on a path from one circle to another. */
function foldersInCircles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const isImported = (folder: string) => [...imports.values()].some((targets) => targets.includes(folder))
  // A folder that imports no other is in no circle, nor is one that no other imports.
  const candidates = [...imports].filter(
    ([folder, targets]) => targets.some((target) => imports.has(target)) && isImported(folder),
  )
  if (candidates.length === imports.size) return [...imports.keys()]
  return foldersInCircles(new Map(candidates))
}

describe('the folders of ui/', () => {
  it('import each other without a circle', () => {
    expect(foldersInCircles(folderImports('ui'))).toEqual([])
  })

  it.each([
    { imports: { a: ['b'], b: ['c'], c: [] }, inCircles: [] },
    { imports: { a: ['b'], b: ['a'], c: ['a'] }, inCircles: ['a', 'b'] },
    { imports: { a: ['b'], b: ['c'], c: ['a'], d: [] }, inCircles: ['a', 'b', 'c'] },
  ])('with the imports $imports have circles of $inCircles', ({ imports, inCircles }) => {
    expect(foldersInCircles(new Map(Object.entries(imports)))).toEqual(inCircles)
  })
})
