import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, runTool } from './tools.ts'

/** What each build is made from. */
const SOURCES = {
  ui: ['ui/**/*.*', 'src/shared/*.ts', 'package-lock.json'],
  src: ['src/**/*.ts', 'package-lock.json'],
} as const
type Part = keyof typeof SOURCES

/**
 * Builds the pages and the program where there is no build or one that is older than its sources.
 * @returns whether both are there now
 */
export async function freshBuild(): Promise<boolean> {
  return (await freshPart('ui', 'pages')) && (await freshPart('src', 'program'))
}

async function freshPart(part: Part, name: string): Promise<boolean> {
  // Stands in the build itself, so that it goes with it.
  const stamp = join(ROOT, part, 'dist/.built-from')
  const sources = fingerprint(ROOT, part)
  if (readStamp(stamp) === sources) return true
  console.log(`Building the ${name} …`)
  // Under a test runner React would otherwise be built for development, twice as heavy.
  const env = { ...process.env, NODE_ENV: 'production' }
  const built = (await runTool('vite', ['build', part, '--logLevel', 'warn'], { env })) === 0
  if (built) writeFileSync(stamp, sources)
  return built
}

/** One fingerprint over everything that decides what the build contains. */
export function fingerprint(root: string, part: Part): string {
  const hash = createHash('sha256')
  const files = globSync(SOURCES[part], {
    cwd: root,
    exclude: ['{ui,src}/dist/**', 'ui/e2e/**', '**/*.test.ts'],
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

function readStamp(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
