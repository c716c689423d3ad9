import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'

let directories: string[] = []

afterEach(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true })
  directories = []
})

/** An empty directory, deleted after the test. */
export function tempDir(): string {
  const directory = mkdtempSync(join(tmpdir(), 'ordi-'))
  directories.push(directory)
  return directory
}
