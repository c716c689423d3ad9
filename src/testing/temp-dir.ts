import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Makes an empty directory, which is deleted after the test. */
export function tempDir(): string {
  const directory = mkdtempSync(join(tmpdir(), 'ordi-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}
