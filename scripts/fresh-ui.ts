import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, runTool } from './tools.ts'

/** What the built pages were made from. Stands in the build itself, so that it goes with it. */
const STAMP = join(ROOT, 'ui/dist/.built-from')

/** Builds the pages when there are none or when they are older than their sources. @returns whether they are there now */
export async function freshUi(): Promise<boolean> {
  const sources = fingerprint(ROOT)
  if (readStamp() === sources) return true
  console.log('Building the pages …')
  const built = (await runTool('vite', ['build', 'ui', '--logLevel', 'warn'])) === 0
  if (built) writeFileSync(STAMP, sources)
  return built
}

/** One fingerprint over everything that decides what the build contains. */
export function fingerprint(root: string): string {
  const hash = createHash('sha256')
  const files = globSync(['ui/**/*.*', 'src/rules/*.ts', 'package-lock.json'], {
    cwd: root,
    exclude: ['ui/dist/**', 'ui/e2e/**', '**/*.test.ts'],
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of files.sort())
    hash
      .update(`${file.slice(root.length)}\n`)
      .update(readFileSync(file))
      .update('\n')
  return hash.digest('hex')
}

function readStamp(): string | undefined {
  try {
    return readFileSync(STAMP, 'utf8')
  } catch {
    return undefined
  }
}
