import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importsOf, sourceFiles } from './testing/source-files.ts'

/** Returns the imports of each folder from other folders below `root`, without those of its subfolders. */
function folderImports(root: string): Map<string, string[]> {
  const folders = Map.groupBy(sourceFiles(root), (file) => dirname(file))
  return new Map(
    [...folders].map(([folder, files]) => [
      folder,
      files
        .flatMap(importsOf)
        .map(dirname)
        .filter((target) => target !== folder && folders.has(target)),
    ]),
  )
}

/** Returns the folders that import each other in circles, and those on a path from one circle to another. */
function foldersInCircles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  // A folder that imports no other is in no circle, nor is one that no other imports.
  const left = [...imports].filter(
    ([folder, targets]) =>
      targets.some((target) => imports.has(target)) &&
      [...imports.values()].some((others) => others.includes(folder)),
  )
  return left.length === imports.size ? [...imports.keys()] : foldersInCircles(new Map(left))
}

describe('the folders of ui/', () => {
  it('import each other without a circle', () => {
    expect(foldersInCircles(folderImports('ui'))).toEqual([])
  })

  it.each([
    [{ a: ['b'], b: ['c'], c: [] }, []],
    [{ a: ['b'], b: ['a'], c: ['a'] }, ['a', 'b']],
    [{ a: ['b'], b: ['c'], c: ['a'], d: [] }, ['a', 'b', 'c']],
  ])('with the imports %j have the circles %j', (imports, circles) => {
    expect(foldersInCircles(new Map(Object.entries(imports)))).toEqual(circles)
  })
})
