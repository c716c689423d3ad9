import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect } from 'vitest'

/** The folder of the project. */
export const PROJECT = join(import.meta.dirname, '../..')

/**
 * Lists the files below a folder of the project, except tests, configuration and build output. Asserts that
 * there are any.
 */
export function sourceFiles(folder: string, without: readonly string[] = []): string[] {
  const files = globSync(`${folder}/**/*.{ts,tsx}`, {
    cwd: PROJECT,
    exclude: ['**/*.test.ts', '**/*.config.ts', '**/dist/**', 'ui/e2e/**', ...without],
  })
  expect(files.length).toBeGreaterThan(0)
  return files
}

/** Lists all code files of the project, including tests but not build output. */
export function allCodeFiles(): string[] {
  return globSync('{src,ui,scripts}/**/*.{ts,tsx}', { cwd: PROJECT, exclude: ['**/dist/**'] })
}

/** Lists the program's own files that a file imports or re-exports, types included. */
export function importsOf(file: string): string[] {
  const specifiers = readFileSync(join(PROJECT, file), 'utf8').matchAll(
    /(?:^|[\s;}])(?:from|import) '(\.[^']*)'|import\('(\.[^']*)'\)/gm,
  )
  return [...specifiers]
    .map(([, named, lazy]) => relative(PROJECT, join(PROJECT, dirname(file), named ?? lazy ?? '')))
    .filter((target) => /\.tsx?$/.test(target))
}
