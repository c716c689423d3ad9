import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { TEMP_ROOT } from './temp-root.ts'

/** Makes an empty directory, which is deleted after the test. */
export function tempDir(): string {
  const directory = mkdtempSync(join(TEMP_ROOT, 'ordi-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}
