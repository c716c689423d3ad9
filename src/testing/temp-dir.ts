import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'

let made: string[] = []

afterEach(() => {
  for (const directory of made) rmSync(directory, { recursive: true, force: true })
  made = []
})

/** An empty directory that is gone after the test. */
export function tempDir(): string {
  const directory = mkdtempSync(join(tmpdir(), 'ordi-'))
  made.push(directory)
  return directory
}
