import { globSync } from 'node:fs'
import { join } from 'node:path'
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
