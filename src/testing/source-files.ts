import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

/** The folder of the project. */
export const PROJECT = join(import.meta.dirname, '../..')

/**
 * Lists the files below a folder of the project, without tests, configurations and what is built. Asserts
 * that there are any.
 */
export function sourceFiles(folder: string, without: readonly string[] = []): string[] {
  const files = globSync(`${folder}/**/*.{ts,tsx}`, {
    cwd: PROJECT,
    exclude: ['**/*.test.ts', '**/*.config.ts', '**/dist/**', 'ui/e2e/**', ...without],
  })
  expect(files.length).toBeGreaterThan(0)
  return files
}

/** Lists all files of code in the project, tests included, without what is built. */
export function allCodeFiles(): string[] {
  return globSync('{src,ui,scripts}/**/*.{ts,tsx}', { cwd: PROJECT, exclude: ['**/dist/**'] })
}
